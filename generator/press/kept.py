"""The designs of a component as they were drawn before, in the cache."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.ground.as_json import as_json, from_json
from generator.ground.cache import Cache
from generator.ground.problems import Problem
from generator.press.choosing import Job

if TYPE_CHECKING:
    from generator.text.fonts import Fonts


@dataclass(slots=True)
class KeptDesigns:
    """The drawn designs of a component in the cache: by the SVG of each, the fonts and the cut."""

    cache: Cache
    job: Job
    fonts: Fonts
    _shared: tuple[object, ...] = ()

    def name(self, kind: str, *parts: object) -> str:
        """The name of an entry; without a cache there is none."""
        if not self.cache.on:
            return ""
        if not self._shared:
            cut = [str(self.job.component[key]) for key in ("name", "width", "height", "shape")]
            self._shared = (cut, self.fonts.fingerprint())
        return self.cache.name(kind, *self._shared, *parts)

    def find(self, faces: list[tuple[str, str]]) -> tuple[bytes, tuple[Problem, ...]] | None:
        """The designs as they were drawn, and the warnings that they had."""
        name = self.name("designs", faces)
        record = self.cache.get_record(self.name("about designs", faces))
        designs = self.cache.get(name) if record is not None else None
        if record is None or designs is None:
            return None
        return designs, from_json(tuple[Problem, ...], record["problems"])

    def keep(self, faces: list[tuple[str, str]], designs: bytes, problems: Iterable[Problem]) -> None:
        """Keep the designs of a deck without errors."""
        if self.cache.on:
            self.cache.put(self.name("designs", faces), designs)
            about = {"problems": as_json(tuple(problems))}
            self.cache.put_record(self.name("about designs", faces), about)
