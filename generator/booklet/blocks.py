"""The blocks of a booklet's text before it is set. `place` says where a block stands, for Problems."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; level 1 begins a chapter."""

    level: int
    text: str
    place: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `boxed` for a quotation, which is set apart as an example."""

    text: str
    boxed: bool = False
    place: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list; `mark` is a bullet or a number, nothing where an entry goes on.

    `level` says in how many other lists it stands.
    """

    mark: str
    text: str
    place: str = field(default="", compare=False, repr=False)
    level: int = 0


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table; the first row is its head. `places` are those of the rows.

    `aligns` says of each column whether its words stand left, center or right; nothing is as ever.
    """

    rows: tuple[tuple[str, ...], ...]
    places: tuple[str, ...] = field(default=(), compare=False, repr=False)
    aligns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A design to show: `target` as in `face:Patterns/Shell`.

    `size` is `column`, `wide`, `page` or a width such as `60 mm`; empty is the usual one.
    """

    target: str
    caption: str
    place: str = field(default="", compare=False, repr=False)
    size: str = ""


@dataclass(frozen=True, slots=True)
class PicturesBlock:
    """Designs side by side."""

    pictures: tuple[PictureBlock, ...]


Block = Heading | Paragraph | Item | TableBlock | PicturesBlock
