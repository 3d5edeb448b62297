"""What the blocks of a booklet came to when it was set last, so that only what has changed is set anew."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from generator.ground.cache import Cache, digest


@dataclass(slots=True)
class KeptBlocks:
    """What the blocks of a booklet came to when it was set last, by what each was made of and its width."""

    cache: Cache
    name: str
    _before: dict[str, tuple[float, str]] = field(init=False)
    _now: dict[str, tuple[float, str]] = field(default_factory=dict)
    told: dict[int, tuple[object, str]] = field(default_factory=dict)
    """The digests of what blocks were made of: a booklet is set twice of the same things, on two papers."""

    def __post_init__(self) -> None:
        text = self.cache.get_text(self.name)
        record = json.loads(text) if text is not None else {}
        self._before = {key: (float(high), str(markup)) for key, (high, markup) in record.items()}

    def key(self, source: tuple[object, ...], width: float) -> str:
        """The key of a block of a width in mm that is made of these values. Raises Unkeyable."""
        return digest((*map(self._digest, source), width))

    def _digest(self, part: object) -> str:
        if id(part) not in self.told:
            self.told[id(part)] = part, digest(part)  # as long as the part is held, its id is its own
        return self.told[id(part)][1]

    def get(self, key: str) -> tuple[float, str] | None:
        """The height in mm and the markup of a block."""
        block = self._now.get(key) or self._before.get(key)
        if block is not None:
            self._now[key] = block
        return block

    def put(self, key: str, block: tuple[float, str]) -> None:
        """A block was composed."""
        self._now[key] = block

    def save(self) -> None:
        """Keep the blocks of this run, and only those."""
        if self._now.keys() != self._before.keys():
            self.cache.put_text(self.name, json.dumps(self._now))
