"""The content of a page → what it paints, in order. Forms with words or transparency in them are opened."""

from __future__ import annotations

from typing import Any

import pikepdf

from generator.cmyk.painted import BLACK, LettersShown, PaintedThing, PaintKind, PaintState
from generator.cmyk.separator import ScreenColour
from generator.cmyk.traits import FormTraits, device_colour, needs_picture
from generator.ground.matrices import NOWHERE, Edges, Matrix, boxed, common, grown, joined_box, scales
from generator.ground.pdf_content import (
    FILLS,
    MOST_OPERATIONS,
    STROKES,
    ContentReader,
    GraphicsState,
    PaintWay,
    letters_box,
)
from generator.ground.pdf_paths import PlacedPath
from generator.ground.pdf_steps import PATH, Operation
from generator.ground.problems import Failed, error

_SHARP = 4.0
"""A sharp corner of a stroke reaches so many half widths beyond its outline, at most; the limit of SVG."""


def painted_on(page: pikepdf.Page) -> list[PaintedThing]:
    """All that a page paints, in the order in which it does."""
    reader = PageReader()
    reader.page(page)
    return reader.painted


class PageReader(ContentReader[ScreenColour | None]):
    """Goes through content; `painted` is what that paints. Raises Failed for more than is looked at."""

    def __init__(self, left: int = MOST_OPERATIONS) -> None:
        super().__init__(GraphicsState(PaintWay(kept=True), BLACK, BLACK), left)
        self.painted: list[PaintedThing] = []
        self._traits = FormTraits()
        self._words_only: float | None = None
        """Of a form of which the text alone is taken: how opaque its group is."""
        self._begin_text()

    def page(self, page: pikepdf.Page) -> None:
        """Read a page."""
        self.read(page.obj, page.obj.get("/Resources", pikepdf.Dictionary()), self.state)

    def too_much(self) -> Exception:
        """Says so, with a way out."""
        fault = f"A design holds more than {MOST_OPERATIONS:,} lines, words and shapes."
        return Failed(error("press", fault, "Use the SVG art on it as a PNG."))

    def too_deep(self) -> Exception:
        """Says so, with a way out."""
        fault = f"A design holds drawings in drawings, more than {self.deepest} deep, which no press takes."
        return Failed(error("press", fault, "Ungroup the SVG art on it, or use that as a PNG."))

    def resource(self, kind: str, name: Any) -> Any:
        """What a name means. Raises KeyError if it means nothing: nothing may be lost."""
        return self.resources[f"/{kind}"][str(name)]

    def colour(
        self, operands: tuple[Any, ...], name: str, chosen: tuple[Operation, ...]
    ) -> ScreenColour | None:
        """In RGB; None if it is of no device."""
        return device_colour(operands, name, chosen)

    # ------------------------------------------------------------ what is painted

    def outline(self, name: str, path: PlacedPath, box: Edges) -> None:
        """An outline, unless nothing of it is seen."""
        fills, strokes = name in FILLS, name in STROKES
        if not self._is_unseen(fills=fills, strokes=strokes):
            steps = (*(((part,), PATH) for part, _ in path), ((), name))
            faint = self._is_faint(fills=fills, strokes=strokes)
            reach = self._reach() if strokes else 0.0
            self._add(PaintKind.OUTLINE, grown(box, reach), operations=steps, see_through=faint)

    def _reach(self) -> float:
        """How far a stroke reaches beyond its outline, points."""
        sharp = int(self.state.number("j")) == 0
        wide = self.state.number("w", 1) / 2 * max(scales(self.state.way.matrix))
        return wide * (_SHARP if sharp else 1.5)

    def image(self, name: str, image: Any) -> None:
        """A picture; what stands in the content itself becomes part of another."""
        inline = isinstance(image, pikepdf.ContentStreamInlineImage)
        stencil = not inline and bool(image.get("/ImageMask", False))
        faint = inline or needs_picture(image) or self._is_faint(colour=stencil)
        if inline or not self._is_unseen():
            box = boxed((0, 0, 1, 1), self.state.way.matrix)
            self._add(PaintKind.IMAGE, box, thing=image, see_through=faint)

    def shading(self, shading: Any) -> None:
        """A shading over all of the clip."""
        faint = needs_picture(shading) or self._is_faint(colour=False)
        self._add(PaintKind.SHADING, self.state.way.clip, thing=shading, see_through=faint)

    def form(self, name: str, form: Any, inside: PaintWay) -> None:
        """What a form paints: as one thing, or opened into its parts."""
        state = self.state
        traits = self._traits.of(form)
        faint = state.strange is not None or min(state.alpha) < 1
        if self._words_only is not None:
            if traits.words:
                self._open(form, state._replace(way=inside), self._words_only * min(state.alpha))
        elif faint and "/Group" in form:
            apart = traits.words and state.strange is None  # words that a mask hides are part of the picture
            self._add(PaintKind.FORM, inside.clip, thing=form, see_through=True, hollow=apart)
            if apart:
                self._open(form, state._replace(way=inside, alpha=(1.0, 1.0)), min(state.alpha))
        elif faint or traits.words or traits.faint:
            self._open(form, state._replace(way=inside), None)
        else:
            self._add(PaintKind.FORM, inside.clip, thing=form)

    def _open(self, form: Any, state: PaintState, words_only: float | None) -> None:
        outer, self._words_only = self._words_only, words_only
        self.read(form, form.get("/Resources", pikepdf.Dictionary()), state)
        self._words_only = outer

    def _add(self, kind: PaintKind, box: Edges, **fields: Any) -> None:
        if self._words_only is None:
            box = common(box, self.state.way.clip)
            self.painted.append(PaintedThing(kind, self.state, box, **fields))

    # ------------------------------------------------------------ text

    def _begin_text(self) -> None:
        self._faint, self._hidden, self._box = False, True, NOWHERE
        self._shown: list[LettersShown] = []
        self._sides = [False, False]
        """Whether letters were filled, and whether they were stroked."""

    def letters(self, strings: list[bytes], matrix: Matrix, wide: float) -> None:
        """Letters of the text under way."""
        state, mode = self.state, int(self.state.number("Tr"))
        fills, strokes = mode in (0, 2, 4, 6), mode in (1, 2, 5, 6)
        self._faint |= self._is_faint(fills=fills, strokes=strokes)
        self._hidden &= mode in (3, 7) or self._is_unseen(fills=fills, strokes=strokes)
        size = float(state.settings["Tf"][1])
        box = letters_box(state, wide, matrix)
        self._box = box if self._box == NOWHERE else joined_box(self._box, box)
        high = abs(size) * scales(matrix)[1]
        self._sides = [self._sides[0] or fills, self._sides[1] or strokes]
        sides = ((fills, state.fill), (strokes, state.stroke))
        self._shown += [(colour, high) for painted, colour in sides if painted]

    def text_ends(self) -> None:
        """The text is whole: one thing."""
        before, state = self.text.before, self.state
        if before is not None and not self._hidden:
            group = 1.0 if self._words_only is None else self._words_only
            fill, stroke = (
                part * group if painted else 1.0
                for part, painted in zip(state.alpha, self._sides, strict=True)
            )
            alpha = fill, stroke
            whole = before._replace(way=state.way, alpha=alpha, strange=state.strange)
            painted = PaintedThing(
                PaintKind.TEXT,
                whole,
                common(self._box, state.way.clip),
                tuple(self.text.steps),
                see_through=self._faint or min(alpha) < 1 or state.strange is not None,
                letters=tuple(self._shown),
            )
            self.painted.append(painted)
        self._begin_text()

    # ------------------------------------------------------------ how it looks

    def _is_faint(self, *, fills: bool = True, strokes: bool = False, colour: bool = True) -> bool:
        """Whether what lies below shows through, or the colour is none that can be separated."""
        state = self.state
        through = (fills and state.alpha[0] < 1) or (strokes and state.alpha[1] < 1)
        odd = colour and ((fills and state.fill is None) or (strokes and state.stroke is None))
        return through or odd or state.strange is not None

    def _is_unseen(self, *, fills: bool = True, strokes: bool = False) -> bool:
        alpha = self.state.alpha
        return not ((fills and alpha[0] > 0) or (strokes and alpha[1] > 0))
