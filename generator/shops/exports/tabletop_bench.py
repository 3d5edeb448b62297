"""What the objects of one component are made with: its pictures, links, sizes, names."""

from __future__ import annotations

from dataclasses import dataclass

from generator.records.tables import Row
from generator.shops.exports.tabletop_links import Links
from generator.shops.exports.tabletop_names import Guids, Wordings
from generator.shops.exports.tabletop_objects import Placed
from generator.shops.exports.tabletop_pictures import PictureMaker
from generator.shops.exports.tabletop_sizes import Sized, Units

UPRIGHT, QUARTER = 180.0, 90.0


@dataclass(frozen=True, slots=True)
class Bench(PictureMaker):
    """All that one component is made with."""

    links: Links
    units: Units
    guids: Guids
    wordings: Wordings

    def scale(self, kind: Sized) -> float:
        """The scale of its objects, if they are of that kind."""
        return self.units.scale(kind, *self.sides_mm)

    def whole(self, scale: float, *, face_down: bool = False) -> Placed:
        """What stands for the whole component, such as its deck."""
        name, title = self.deck.name, self.deck.title
        guid = self.guids.of(name)
        return Placed(guid, title, notes=name, tag=name, turn=self._angle, face_down=face_down, scale=scale)

    def piece(self, row: Row | None, part: str, scale: float, *, locked: bool = False) -> Placed:
        """What stands for a row; `part` tells its several objects apart."""
        name, identity = self.deck.name, self.wordings.identity(row)
        return Placed(
            self.guids.of(name, identity, part),
            self.wordings.nickname(row),
            self.wordings.description(row),
            notes=f"{name}: {identity}" if identity else name,
            tag=name,
            turn=self._angle,
            scale=scale,
            locked=locked,
        )

    @property
    def _angle(self) -> float:
        """A picture that is turned clockwise lies turned against it."""
        return UPRIGHT - QUARTER if self.turned else UPRIGHT
