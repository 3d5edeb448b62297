"""What was looked at before: what designs print, and the files in which there was nothing to see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generator.ground.cache import NO_CACHE, Cache, Unkeyable
from generator.shops.preflight.pages import KnownDesigns


@dataclass(slots=True)
class PastLooks:
    """One for all that is looked over in a run. The cache knows of runs before it."""

    cache: Cache = NO_CACHE
    designs: KnownDesigns = field(default_factory=dict)
    filled: set[tuple[object, ...]] = field(default_factory=set)
    """Pieces as they are laid on sheets that were seen to be painted into their bleed."""

    def clean_pages(self, *parts: Any) -> int | None:
        """How many pages something has in which nothing was seen; None if something was, or nobody knows.

        `parts` are all that the look depends on.
        """
        name = self._name(parts)
        record = self.cache.get_record(name) if name else None
        pages = record.get("pages") if record is not None else None
        return pages if isinstance(pages, int) else None

    def nothing_seen(self, pages: int, *parts: Any) -> None:
        """Remember that."""
        if name := self._name(parts):
            self.cache.put_record(name, {"pages": pages})

    def _name(self, parts: tuple[Any, ...]) -> str:
        try:
            return self.cache.name("nothing seen", *parts) if self.cache.on else ""
        except Unkeyable:
            return ""
