"""What a face reads while it is drawn, and what that was: equal readings give equal faces.

A template is run by the language, and the language tells of everything that a face can depend on: templates,
columns of its card and its component, sheets, rules, facts, icons, pictures. With each reading goes the
digest of what was read. What is not told one by one is told as a whole: too much is read then, never
too little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jinja2 import TemplateNotFound

from generator.faces.motifs import MotifPlaces
from generator.faces.sources import place_of, template_text
from generator.games import UnreadGame
from generator.ground.cache import Unkeyable, digest
from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Failed
from generator.ground.project import SHELF
from generator.records.tables import Book, Row

Reading = tuple[str, str]
"""A kind, such as `sheet`, and a name: what is read."""
ALL = "*"
"""The name of everything of a kind."""
MOST_FILE = 14_000_000
_PLAIN = ("__iter__", "__len__", "__getitem__", "__contains__")


class Watched(Mapping[str, Any]):
    """A mapping that tells which of its keys are asked for; whoever goes through it asks for all."""

    __slots__ = ("_kind", "_note", "_values")

    def __init__(self, values: Mapping[str, Any], kind: str, note: Callable[[str, str], None]) -> None:
        self._values, self._kind, self._note = values, kind, note

    def __getitem__(self, key: str) -> Any:
        self._note(self._kind, key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._note(self._kind, ALL)
        return iter(self._values)

    def __len__(self) -> int:
        self._note(self._kind, ALL)
        return len(self._values)


class Reads:
    """The readings of one face after the other, and what each of them gives now.

    `book`, `facts` and `rules` are what the face has to be given, so that nothing is read unseen.
    """

    def __init__(
        self,
        *,
        root: Path,
        book: Book,
        game: object,
        facts: Mapping[str, Any],
        rules: Mapping[str, Any],
    ) -> None:
        self._root, self._templates = root, root / "templates"
        self._given: dict[str, Mapping[str, Any]] = {"sheet": book.tables, "facts": facts, "rules": rules}
        self._real_book = book
        self._motifs = MotifPlaces(book)
        self.book = replace(book, tables=Watched(book.tables, "sheet", self.note))
        self.facts, self.rules = Watched(facts, "facts", self.note), Watched(rules, "rules", self.note)
        self.game = self.book if game is book else game
        self._unread = isinstance(game, UnreadGame)  # no face that asks it for anything is kept
        plain = any(hasattr(type(game), name) for name in _PLAIN)
        self._coarse = self.game is not self.book and plain and not self._unread
        self._seen: dict[Reading, None] = {}
        self._digests: dict[Reading, str] = {}
        self._rows: dict[str, Row | None] = {}
        self._kinds: dict[int, str] = {}
        self.begin(None, None)

    def begin(self, component: Row | None, card: Row | None) -> None:
        """A new face."""
        self._seen = {}
        self._rows = {"component": component, "card": card}
        self._kinds = {id(self.game): "game", id(self.book): "book"}
        self._kinds |= {id(row): kind for kind, row in self._rows.items() if row is not None}
        if self._coarse:
            self.note("game", ALL)

    def note(self, kind: str, name: str) -> None:
        """Something is read."""
        self._seen[kind, name if isinstance(name, str) else ALL] = None

    def of(self, owner: object, name: object) -> None:
        """A template reads an attribute of something."""
        kind = self._kinds.get(id(owner))
        if kind == "book":
            if name in ("digest", "by_symbols"):
                self.note("sheet", ALL)
        elif kind is not None:
            self.note(kind, name if isinstance(name, str) else ALL)

    def place(self, motif: str, seed: str) -> int | None:
        """Where the card stands among those of a motif, see `MotifPlaces`."""
        self.note("place", f"{motif}\n{seed}")
        return self._motifs.of(self._rows["card"], motif, seed)

    def everything(self) -> None:
        """The face has something to say about the workbook: where a thing stands may change with any cell."""
        for kind in ("sheet", "card", "component"):
            self.note(kind, ALL)

    @property
    def seen(self) -> tuple[Reading, ...]:
        """What the face has read so far, sorted."""
        return tuple(sorted(self._seen))

    def now(self, readings: tuple[Reading, ...]) -> list[tuple[str, str, str]]:
        """The readings with the digests of what they give now. Raises Unkeyable."""
        return [(kind, name, self._digest(kind, name)) for kind, name in readings]

    def icon(self, key: str) -> str:
        """The digest of an icon's drawings."""
        return self._digest("icon", key)

    def _digest(self, kind: str, name: str) -> str:
        if kind == "place":
            motif, _, seed = name.partition("\n")
            return digest(self._motifs.of(self._rows["card"], motif, seed))
        if kind in self._rows:
            return _of_record(self._rows[kind], name)
        if (kind, name) not in self._digests:
            self._digests[kind, name] = self._measured(kind, name)
        return self._digests[kind, name]

    def _measured(self, kind: str, name: str) -> str:
        if kind in self._given:
            values = self._given[kind]
            if kind == "sheet" and name == ALL:
                return digest((self._real_book.digest, values, self._real_book.by_symbols))
            unread = getattr(values, "unread", ())
            if unread and (name == ALL or name in unread):
                raise Unkeyable("a cell that could not be read")  # and this is no looking at it
            return digest(values if name == ALL else ("is", values[name]) if name in values else "absent")
        if kind == "game":
            if self._unread:
                raise Unkeyable("a game that could not be read")
            return _of_record(self.game, name)
        if kind == "template":
            return digest(self._text(name))
        if kind == "column":
            return digest(self._type(*name.split("\n")))
        if kind == "icon":
            return _icon_digest(self._root / "icons", name)
        return digest(_content(self._root / name, self._root))

    def _type(self, sheet: str, key: str) -> str:
        """The type of a column; nothing if there is none."""
        table = self._real_book.tables.get(sheet)
        fields = table.fields if table is not None else ()
        return next((str(field.type) for field in fields if field.key == key), "")

    def _text(self, name: str) -> tuple[str, str]:
        """A template and where it lies: its lines are named in what it draws."""
        try:
            text, path = template_text(self._templates, name)
        except (Failed, TemplateNotFound):
            return "", "none"
        return text, place_of(name, str(path))


def _icon_digest(folder: Path, key: str) -> str:
    """The digest of an icon's drawings: the one in a game's own folder, and the one on the shelf."""
    places = ((folder, folder.parent), (SHELF / "icons", SHELF))
    return digest([_content(icons / f"{key}.svg", root) for icons, root in places])


def _content(path: Path, root: Path) -> str:
    try:
        return digest(read_bounded(path, inside=root, most=MOST_FILE))
    except Unreadable as fault:
        return "missing" if fault.missing else fault.what


def _of_record(record: object, name: str) -> str:
    """The digest of an attribute, or column, of a record, or of the whole if the attribute is no value."""
    if name != ALL:
        values = record.values if isinstance(record, Row) else {}
        if name in values:
            if name in getattr(values, "unread", ()):
                raise Unkeyable("a cell that could not be read")  # and this is no looking at it
            return digest(("column", values[name]))
        if record is None or not hasattr(record, name):
            return digest((type(record).__qualname__, "has none"))
        try:
            return digest(("attribute", getattr(record, name)))
        except Unkeyable:
            pass  # a method may look at everything
    return digest(record)
