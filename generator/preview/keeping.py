"""What was drawn before, in memory while the preview runs, and behind it what lies in the user's folder."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.files import MB
from generator.preview.byte_store import ByteStore

MOST_HELD = 160 * MB
"""Bytes of all entries in memory; those used least recently go first."""
MOST_HELD_ENTRY = 8 * MB
MOST_REMEMBERED = 400
"""Things of one kind that are no bytes, such as compiled templates."""


@dataclass(slots=True, eq=False)
class HeldCache(Cache):
    """A Cache in memory, in front of another one that may be off."""

    behind: Cache = NO_CACHE
    held: ByteStore[str] = field(default_factory=lambda: ByteStore(MOST_HELD))
    _remembered: dict[str, OrderedDict[Hashable, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Entries have the names that they have behind."""
        self.folder, self.key, self.versions = self.behind.folder, self.behind.key, self.behind.versions

    @property
    def on(self) -> bool:
        """Always: there is memory."""
        return True

    @property
    def written(self) -> int:
        """Bytes that were written to the user's folder."""
        return self.behind.written

    def count(self, size: int) -> None:
        """Another process has written so many bytes for this one."""
        self.behind.count(size)

    def get(self, name: str) -> bytes | None:
        """The content of an entry, from memory or from behind."""
        content = self.held.get(name)
        if content is None and (content := self.behind.get(name)) is not None:
            self._hold(name, content)
        return content

    def put(self, name: str, content: bytes) -> None:
        """Keep a result."""
        self._hold(name, bytes(content))
        self.behind.put(name, content)

    @property
    def remembers(self) -> bool:
        """Always: this process lives long."""
        return True

    def recall(self, kind: str, key: Hashable) -> Any:
        """What was remembered."""
        entries = self._remembered.get(kind)
        return entries.get(key) if entries is not None else None

    def remember(self, kind: str, key: Hashable, content: Any) -> None:
        """Remember it until there is too much of its kind."""
        entries = self._remembered.setdefault(kind, OrderedDict())
        entries[key] = content
        if len(entries) > MOST_REMEMBERED:
            entries.popitem(last=False)

    def tidy(self) -> None:
        """See to the user's folder."""
        self.behind.tidy()

    def _hold(self, name: str, content: bytes) -> None:
        if len(content) <= MOST_HELD_ENTRY:
            self.held.put(name, content)
