"""The one interpreter of PDF content: operators become a graphics state, and calls for what is painted.

ISO 32000-1: 8.4 and 8.5 for graphics and paths, 8.6 for colours, 9.3 and 9.4 for text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from generator.ground.matrices import (
    IDENTITY,
    Edges,
    Matrix,
    after,
    boxed,
    common,
    joined_box,
)
from generator.ground.pdf_letters import Lettered, is_list, lettered
from generator.ground.pdf_paths import PathPart, PlacedPath, path_box
from generator.ground.pdf_steps import INLINE, PATH, Operation, content_steps

ContentColour = TypeVar("ContentColour")
"""What a reader makes of a colour."""
FILLS = frozenset({"f", "F", "f*", "B", "B*", "b", "b*"})
STROKES = frozenset({"S", "s", "B", "B*", "b", "b*"})
LINES = frozenset({"w", "J", "j", "M", "d"})
TEXT_SHOWS = frozenset({"Tj", "TJ", "'", '"'})
COLOURS = frozenset({"rg", "RG", "g", "G", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"})
_PAINTS = FILLS | STROKES | {"n"}
_SETTINGS = LINES | {"Tc", "Tw", "Tz", "TL", "Tf", "Tr", "Ts"}
_MOVES = frozenset({"Tm", "Td", "TD", "T*"})
MOST_OPERATIONS = 2_000_000
"""Of one page; those of a form count as often as it is opened …"""
_OPENING = 200
"""… and its opening as so many: forms in forms multiply."""
_CLIPPING = 7
"""The mode of text that only clips; from 4 on it clips, too."""
_LOW, _HIGH = -0.35, 1.15
"""How far letters reach below and above their line, ems."""
_EVERYWHERE: Edges = (-float("inf"), -float("inf"), float("inf"), float("inf"))


# ------------------------------------------------------------ the state


@dataclass(frozen=True, slots=True, eq=False)
class NamedThing:
    """A resource: its kind, such as `Font`, and the object; two are equal if that is one object."""

    kind: str
    thing: Any

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NamedThing) or self.kind != other.kind:
            return False
        return self is other or (0, 0) != self.thing.objgen == other.thing.objgen

    def __hash__(self) -> int:
        return hash((self.kind, self.thing.objgen))


@dataclass(frozen=True, slots=True, eq=False)
class PaintWay:
    """The matrices and clips from the page to what is painted."""

    matrix: Matrix = IDENTITY
    clip: Edges = _EVERYWHERE
    path: PlacedPath = ()
    """The last path that clips; none behind the box of a form."""
    before: PaintWay | None = None
    """The way up to the last step, if its steps are `kept` …"""
    step: tuple[Operation, ...] = ()
    """… and that step."""
    kept: bool = False

    def steps(self) -> Iterator[Operation]:
        """All of its steps, outermost first."""
        ways = [self]
        while (before := ways[-1].before) is not None:
            ways.append(before)
        for way in reversed(ways):
            yield from way.step

    def turned(self, operands: Iterable[Any]) -> PaintWay:
        """With one more matrix. Raises ValueError or TypeError for what is none."""
        a, b, c, d, e, f = (float(operand) for operand in operands)
        by: Matrix = (a, b, c, d, e, f)
        if by == IDENTITY:
            return self
        return self._on(after(by, self.matrix), self.clip, self.path, ((by, "cm"),))

    def clipped(self, box: Edges | None, path: PlacedPath, rule: str) -> PaintWay:
        """Within a path, by the rule of `W` or `W*`; one of nothing, which has no box, clips nothing."""
        step = (*(((part,), PATH) for part, _ in path), ((), rule), ((), "n"))
        if box is None:
            return self._on(self.matrix, self.clip, self.path, step)
        return self._on(self.matrix, _shared(self.clip, box), path, step)

    def into(self, form: Any) -> PaintWay:
        """Within a form: by its matrix, and clipped to its box."""
        inside = self.turned(form.get("/Matrix", IDENTITY))
        left, low, right, high = (float(edge) for edge in form.BBox)
        path = ((left, low, right - left, high - low), "re")
        clip = _shared(self.clip, boxed((left, low, right, high), inside.matrix))
        return inside._on(inside.matrix, clip, (), (path, ((), "W"), ((), "n")))

    def lettered(self, box: Edges, step: tuple[Operation, ...]) -> PaintWay:
        """Within letters that clip."""
        return self._on(self.matrix, _shared(self.clip, box), (), step)

    def _on(self, matrix: Matrix, clip: Edges, path: PlacedPath, step: tuple[Operation, ...]) -> PaintWay:
        return PaintWay(matrix, clip, path, self, step, True) if self.kept else PaintWay(matrix, clip, path)


def _shared(clip: Edges, box: Edges) -> Edges:
    """What a clip leaves of a box: a point of it if they do not touch."""
    shared = common(clip, box)
    touch = shared[0] <= min(clip[2], box[2]) and shared[1] <= min(clip[3], box[3])
    return shared if touch else (box[0], box[1], box[0], box[1])


class GraphicsState(NamedTuple, Generic[ContentColour]):
    """The graphics state; its reader says what a colour is."""

    way: PaintWay
    fill: ContentColour
    stroke: ContentColour
    fill_steps: tuple[Operation, ...] = ()
    """How the colour was set, after its space if that was."""
    stroke_steps: tuple[Operation, ...] = ()
    settings: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """Operator → operands: how strokes and letters look. `Tf` has the font itself, not its name."""
    font: Lettered | None = None
    alpha: tuple[float, float] = (1.0, 1.0)
    """Of what is filled and of what is stroked."""
    strange: Any = None
    """The dictionary of graphics state with a soft mask or a blend mode, if one is set."""
    over: bool = False
    """Whether fills are printed over what lies below (8.6.7) …"""
    over_mode: int = 0
    """… and what an ink of which they have nothing does there: at 1 it stays."""

    def number(self, name: str, usual: float = 0.0) -> float:
        """What an operator with one number has set."""
        return float(self.settings[name][0]) if name in self.settings else usual


def named(resources: Any, kind: str, name: Any) -> Any:
    """What a name means among the resources of a stream; None if it means nothing."""
    entries = resources.get(f"/{kind}")
    return entries.get(str(name)) if entries is not None else None


def is_strange(states: Any) -> bool:
    """Whether a dictionary of graphics state has a soft mask or blends colours."""
    mask, blend = states.get("/SMask", "/None"), states.get("/BM", "/Normal")
    return str(mask) != "/None" or str(blend) not in ("/Normal", "/Compatible")


@dataclass(slots=True)
class TextObject(Generic[ContentColour]):
    """The text object under way: its matrix, that of its line (9.4), and the state before it."""

    before: GraphicsState[ContentColour] | None = None
    """None outside of any text."""
    matrix: Matrix = IDENTITY
    line: Matrix = IDENTITY
    steps: list[Operation] = field(default_factory=list)
    """All that sets and shows; a colour that can be told is the operation `fill` or `stroke`."""
    clip: Edges | None = None
    """The box of its letters that clip, on the page."""

    def move(self, across: float, up: float) -> None:
        """Begin a line so far from the beginning of the last one."""
        self.line = self.matrix = after((1, 0, 0, 1, across, up), self.line)

    def clip_steps(self) -> tuple[Operation, ...]:
        """The text as a clip, without its colours and without being painted."""
        settings = self.before.settings if self.before is not None else {}
        set_before = [(settings[name], name) for name in settings if name not in LINES | {"Tr"}]
        inside = [step for step in self.steps if step[1] not in COLOURS | LINES | {"fill", "stroke", "Tr"}]
        return (*set_before, ((_CLIPPING,), "Tr"), ((), "BT"), *inside, ((), "ET"))

    def note(self, operands: tuple[Any, ...], name: str) -> None:
        """Remember an operation within a text."""
        if self.before is not None:
            self.steps.append((operands, name))


# ------------------------------------------------------------ reading


class ContentReader(Generic[ContentColour]):
    """Goes through content streams; the methods of its subclass take what is painted."""

    deepest = 24
    """Forms within forms."""

    def __init__(self, start: GraphicsState[ContentColour], left: int = MOST_OPERATIONS) -> None:
        self.depth = -1
        """In how many forms the stream under way lies."""
        self.left = left
        """Operators that may still come."""
        self.state = start
        self.resources: Any = {}
        self.text: TextObject[ContentColour] = TextObject()
        self._parts: list[tuple[PathPart, Matrix]] = []
        self._rule = ""
        self._kept: list[GraphicsState[ContentColour]] = []
        self._fonts: dict[Any, Lettered] = {}
        self._follow: dict[str, Callable[[Any, str], None]] = {
            PATH: self._extend,
            **dict.fromkeys(_PAINTS, self._painted),
            **dict.fromkeys(_SETTINGS, self._set),
            **dict.fromkeys(COLOURS, self._colour),
            **dict.fromkeys(_MOVES, self._move),
            **dict.fromkeys(TEXT_SHOWS, self._show),
        }

    # What a subclass has to say.

    def colour(self, operands: tuple[Any, ...], name: str, chosen: tuple[Operation, ...]) -> ContentColour:
        """The colour that an operator sets; `chosen` set its space."""
        raise NotImplementedError

    def outline(self, name: str, path: PlacedPath, box: Edges) -> None:
        """A path is filled or stroked."""
        raise NotImplementedError

    def letters(self, strings: list[bytes], matrix: Matrix, wide: float) -> None:
        """Text is shown, from the system of a matrix to its page; `wide` is in units of the text."""
        raise NotImplementedError

    def text_ends(self) -> None:
        """A text object is whole."""

    def image(self, name: str, image: Any) -> None:
        """A picture is painted, or one that stands in the content itself."""
        raise NotImplementedError

    def shading(self, shading: Any) -> None:
        """The clip is filled with a shading."""
        raise NotImplementedError

    def form(self, name: str, form: Any, inside: PaintWay) -> None:
        """A form is painted."""
        raise NotImplementedError

    def too_much(self) -> Exception:
        """What to raise for more operators than are looked at."""
        raise NotImplementedError

    def too_deep(self) -> Exception:
        """What to raise for forms in more forms than are looked into."""
        raise NotImplementedError

    def steps(self, source: Any) -> Iterable[Operation]:
        """What a content stream holds."""
        return content_steps(source)

    @property
    def fine(self) -> bool:
        """Whether boxes of paths follow their curves."""
        return False

    def resource(self, kind: str, name: Any) -> Any:
        """What a name means among the resources of a stream; None if it means nothing."""
        return named(self.resources, kind, name)

    # How the state follows.

    def read(self, source: Any, resources: Any, state: GraphicsState[ContentColour]) -> None:
        """Go through a stream, and come back to the one under way."""
        outer = self.state, self.resources, self.text, self._parts, self._rule, self._kept
        self.state, self.resources, self.text = state, resources, TextObject()
        self._parts, self._rule, self._kept = [], "", []
        self.depth += 1
        if self.depth == self.deepest:
            raise self.too_deep()
        self.left -= _OPENING
        for operands, name in self.steps(source):
            self.left -= operands[0].count if name == PATH else 1
            if self.left < 0:
                raise self.too_much()
            self._follow.get(name, self._other)(operands, name)
        self.depth -= 1
        self.state, self.resources, self.text, self._parts, self._rule, self._kept = outer

    def _extend(self, operands: tuple[PathPart], _: str) -> None:
        self._parts.append((operands[0], self.state.way.matrix))

    def _other(self, operands: Any, name: str) -> None:
        match name:
            case "q":
                self._kept.append(self.state)
            case "Q":
                self.state = self._kept.pop() if self._kept else self.state
            case "cm":
                self.state = self.state._replace(way=self.state.way.turned(operands))
            case "W" | "W*":
                self._rule = name
            case "gs":
                self._states(self.resource("ExtGState", operands[0]))
            case "Do":
                self._object(str(operands[0]))
            case "sh":
                self.shading(self.resource("Shading", operands[0]))
            case "BT":
                self.text = TextObject(self.state)
            case "ET":
                self.text_ends()
                if self.text.clip is not None:
                    way = self.state.way.lettered(self.text.clip, self.text.clip_steps())
                    self.state = self.state._replace(way=way)
                self.text = TextObject()
            case _ if name == INLINE:
                self.image("an inline picture", operands[0])

    def _painted(self, _: Any, name: str) -> None:
        """A path is painted, or only clips."""
        path = tuple(self._parts)
        box = path_box(path, fine=self.fine)
        if box is not None and name != "n":
            self.outline(name, path, box)
        if self._rule:
            self.state = self.state._replace(way=self.state.way.clipped(box, path, self._rule))
        self._parts, self._rule = [], ""

    def _set(self, operands: tuple[Any, ...], name: str) -> None:
        font = self.state.font
        if name == "Tf":
            font, operands = self._font(operands[0]), (self._named("Font", operands[0]), *operands[1:])
        self.state = self.state._replace(settings={**self.state.settings, name: operands}, font=font)
        self.text.note(operands, name)

    def _font(self, name: Any) -> Lettered | None:
        font = self.resource("Font", name)
        if font is None:
            return None
        key = font.objgen if font.objgen[0] else (id(self.resources), str(name))
        if key not in self._fonts:
            self._fonts[key] = lettered(font)
        return self._fonts[key]

    def _named(self, kind: str, name: Any) -> Any:
        entry = named(self.resources, kind, name)
        return NamedThing(kind, entry) if entry is not None else name

    def _colour(self, operands: tuple[Any, ...], name: str) -> None:
        side, kind = ("stroke" if name.isupper() else "fill"), name.lower()
        known = self.state.stroke_steps if name.isupper() else self.state.fill_steps
        chosen = known[:1] if kind in ("sc", "scn") else ()
        if kind in ("cs", "sc", "scn"):
            names = "ColorSpace" if kind == "cs" else "Pattern"
            operands = tuple(self._named(names, part) if _is_name(part) else part for part in operands)
        colour = self.colour(operands, name, chosen)
        new: dict[str, Any] = {side: colour, f"{side}_steps": (*chosen, (operands, name))}
        self.state = self.state._replace(**new)
        if colour is None:
            self.text.note(operands, name)
        else:
            self.text.note((colour,), side)

    def _states(self, states: Any) -> None:
        """A dictionary of graphics state (8.4.5)."""
        if states is None:
            return
        state = self.state
        fill, stroke = state.alpha
        strange = states if is_strange(states) else state.strange
        if strange is not states and ("/SMask" in states or "/BM" in states):
            strange = None
        settings = {**state.settings, "w": (states["/LW"],)} if "/LW" in states else state.settings
        self.state = state._replace(
            settings=settings,
            alpha=(float(states.get("/ca", fill)), float(states.get("/CA", stroke))),
            strange=strange,
            over=bool(states.get("/op", states.get("/OP", state.over))),
            over_mode=int(states.get("/OPM", state.over_mode)),
        )

    def _object(self, name: str) -> None:
        entry = self.resource("XObject", name)
        kind = str(entry.get("/Subtype", "")) if entry is not None else ""
        if kind == "/Image":
            self.image(name, entry)
        elif kind == "/Form":
            self.form(name, entry, self.state.way.into(entry))

    def _move(self, operands: tuple[Any, ...], name: str) -> None:
        """An operator that places text."""
        self.text.note(operands, name)
        if name == "Tm":
            a, b, c, d, e, f = (float(operand) for operand in operands)
            self.text.matrix = self.text.line = (a, b, c, d, e, f)
            return
        across, up = (0.0, -self.state.number("TL")) if name == "T*" else map(float, operands)
        if name == "TD":
            self.state = self.state._replace(settings={**self.state.settings, "TL": (-up,)})
        self.text.move(across, up)

    def _show(self, operands: tuple[Any, ...], name: str) -> None:
        self.text.note(operands, name)
        if name == '"' and len(operands) == 3:
            spaces = {"Tw": operands[:1], "Tc": operands[1:2]}
            self.state = self.state._replace(settings={**self.state.settings, **spaces})
        if name in ("'", '"'):
            self.text.move(0.0, -self.state.number("TL"))
        if self.state.font is not None:
            strings, wide = _strings(operands[-1], self.state, self.state.font)
            before = self.text.matrix
            self.text.matrix = after((1, 0, 0, 1, wide, 0), before)
            matrix = after(before, self.state.way.matrix)
            if self.state.number("Tr") >= 4:
                box = letters_box(self.state, wide, matrix)
                self.text.clip = box if self.text.clip is None else joined_box(self.text.clip, box)
            self.letters(strings, matrix, wide)


def letters_box(state: GraphicsState[Any], wide: float, matrix: Matrix) -> Edges:
    """The box of letters that are `wide`, at the size that is set, by the matrix from their system."""
    size = float(state.settings["Tf"][1])
    return boxed((min(0.0, wide), _LOW * size, max(0.0, wide), _HIGH * size), matrix)


def _strings(operand: Any, state: GraphicsState[Any], font: Lettered) -> tuple[list[bytes], float]:
    """A string, or strings with moves between them, and how far they move the pen along (9.4.4)."""
    size, stretch = float(state.settings["Tf"][1]), state.number("Tz", 100) / 100
    between, words = state.number("Tc"), 0.0 if font.two_bytes else state.number("Tw")
    strings: list[bytes] = []
    wide = 0.0
    for part in operand if is_list(operand) else [operand]:
        try:
            move = float(part)
        except (TypeError, ValueError):
            string = bytes(part)
            strings.append(string)
            wide += sum(
                (font.width(code) * size + between + (words if code == 32 else 0.0)) * stretch
                for code in font.codes(string)
            )
        else:
            wide -= move / 1000 * size * stretch
    return strings, wide


def _is_name(operand: Any) -> bool:
    from pikepdf import Name

    return isinstance(operand, Name)
