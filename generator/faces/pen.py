"""The pen: all functions that templates call. What they draw is SVG of the subset that `generator.svg` draws.

Lengths are mm from the top left corner of the trimmed piece. A call that cannot be drawn adds a Problem
that names template and line, and leaves its place empty, so that one run reports all of them.

The functions are methods of the classes in `*_functions.py`, whose docstrings are also their pages for
designers: a sentence or two, then a line for each argument. `python -m docs.make_reference` puts them there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from generator.faces.begun import BegunFace, here
from generator.faces.box_functions import BoxFunctions
from generator.faces.calls import misuse
from generator.faces.cell_functions import CellFunctions
from generator.faces.editing.calls import box_of
from generator.faces.geometry import GEOMETRY
from generator.faces.markup import BadArgument, element, sign_of
from generator.faces.measure_functions import MeasureFunctions
from generator.faces.picture_functions import PictureFunctions
from generator.faces.reads import Reads
from generator.faces.spoken import Spoken
from generator.faces.text_functions import TextFunctions
from generator.ground.problems import Problem, has_errors
from generator.records.tables import Row
from generator.text.fitting import Typesetter
from generator.text.fonts import BrokenFont, Fonts, UnknownFamily

_CALL_STEPS = 60
"""What a call costs of a template's budget besides what it draws; see `budget`."""
KINDS = (TextFunctions, PictureFunctions, MeasureFunctions, CellFunctions)
"""The classes whose methods templates call."""


class Pen:
    """Draws one face at a time: `begin` clears the page, the functions fill it, `definitions` ends it."""

    def __init__(
        self,
        *,
        root: Path,
        reads: Reads,
        fonts: Fonts,
        spoken: Spoken,
        tick: Callable[..., None],
        outlines: bool,
        signs: bool,
    ) -> None:
        """The functions for a game folder; `tick` counts what they do.

        With `signs` a face says which mark of its template drew what, see `editing`.
        """
        self._tick, self._signs, self._spoken = tick, signs, spoken
        self._face = face = BegunFace(reads, tick, outlines=outlines)
        typesetter = Typesetter(fonts, tick)
        self._pictures = PictureFunctions(face, root, spoken.in_base)
        self._texts = TextFunctions(face, typesetter, self._pictures.icon)
        self._boxes = BoxFunctions(face, self._texts, self._pictures)
        self._measures = MeasureFunctions(face, typesetter)
        self._cells = CellFunctions(face)

    def begin(self, card: Row | None) -> None:
        """A new face, for a row or for none."""
        self._face.begin(card)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was wrong with the face so far, each Problem once."""
        return tuple(self._face.found)

    @property
    def unpictured(self) -> set[Problem]:
        """Errors of pictures that cannot be shown."""
        return self._face.unpictured

    @property
    def faults_elsewhere(self) -> bool:
        """Whether there are errors beside those of texts, which have an outline of their own in a draft."""
        return has_errors(problem for problem in self._face.found if problem not in self._face.boxed)

    @property
    def definitions(self) -> str:
        """The symbols and clips that the face uses."""
        return "".join(self._face.definitions.values())

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """The names of the contract, as templates call them."""
        pictures, texts, measures, cells = self._pictures, self._texts, self._measures, self._cells
        printed = (texts.text, texts.textbox, texts.arctext)
        drawn = (*printed, pictures.icon, pictures.art, pictures.picture, pictures.illustration)
        measured: tuple[Callable[..., Any], ...] = (measures.boxheight, measures.alike, *GEOMETRY.values())
        read = (cells.effect, cells.asked, cells.layer, self._spoken.word)
        return {
            **{function.__name__: self._guarded(function) for function in drawn},
            **{function.__name__: self._counted(function) for function in measured},
            **{function.__name__: function for function in read},
            **self._of_drawings(),
        }

    def _of_drawings(self) -> Mapping[str, Callable[..., Any]]:
        """The functions that a drawing with named boxes calls, see `drawings`."""
        boxes = self._boxes
        counted: tuple[Callable[..., Any], ...] = boxes.page, boxes.boxes, boxes.use, boxes.fill
        names = {f"drawing_{function.__name__}": self._counted(function) for function in counted}
        return {**names, "drawing_box": self._guarded(boxes.box)}

    def _guarded(self, function: Callable[..., Markup]) -> Callable[..., Markup]:
        def called(*args: Any, **options: Any) -> Markup:
            self._tick(_CALL_STEPS)
            try:
                drawn = function(*args, **options)
            except TypeError:
                misused = misuse(function, args, options)
                if misused is None:
                    raise
                self._face.add(*misused)
                return Markup("")
            except BrokenFont as broken:
                self._face.found |= dict.fromkeys(broken.problems)
                return Markup("")
            except (BadArgument, UnknownFamily) as fault:
                self._face.add(fault.what, fault.mend, where=getattr(fault, "where", ""))
                return Markup("")
            return element("g", {"data-at": here()}, drawn) if drawn else drawn

        called.__name__ = function.__name__
        return self._signing(called) if self._signs else called

    def _signing(self, function: Callable[..., Markup]) -> Callable[..., Markup]:
        """A function that says first, in an empty group, which mark draws what follows, and in which box."""

        def called(*args: Any, **options: Any) -> Markup:
            mark = options.pop("_at", None)
            drawn = function(*args, **options)
            if function.__name__ == self._boxes.box.__name__:
                return self._boxes.sign(*args[2:]) + drawn
            box = box_of(function.__name__, args, options) if mark is not None else None
            return sign_of(mark, box) + drawn if box is not None else drawn

        called.__name__ = function.__name__
        return called

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that draws nothing, at the price of a call."""

        def called(*args: Any, **options: Any) -> Any:
            self._tick(_CALL_STEPS)
            misused = misuse(function, args, options)
            if misused is not None:
                raise BadArgument(*misused)
            return function(*args, **options)

        called.__name__ = function.__name__
        return called
