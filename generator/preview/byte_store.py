"""Bytes in memory by their keys, up to a bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

StoreKey = TypeVar("StoreKey")


@dataclass(slots=True)
class ByteStore(Generic[StoreKey]):
    """Up to `most` bytes; what was used least recently goes first, and what came last stays in any case."""

    most: int
    _contents: OrderedDict[StoreKey, bytes] = field(default_factory=OrderedDict)
    _size: int = 0

    def get(self, key: StoreKey) -> bytes | None:
        """The content of a key, if it is held still."""
        content = self._contents.get(key)
        if content is not None:
            self._contents.move_to_end(key)
        return content

    def put(self, key: StoreKey, content: bytes) -> None:
        """Hold a content in the place of the one that its key had."""
        self._size += len(content) - len(self._contents.pop(key, b""))
        self._contents[key] = content
        while self._size > self.most and len(self._contents) > 1:
            self._size -= len(self._contents.popitem(last=False)[1])

    def forget(self, goes: Callable[[StoreKey], bool]) -> None:
        """Forget the keys of which that is true."""
        for key in list(filter(goes, self._contents)):
            self._size -= len(self._contents.pop(key))
