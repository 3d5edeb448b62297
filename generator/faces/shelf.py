"""The icons of the shelf with other words for them, so that somebody who looks for money finds a coin."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from generator.ground.files import MB, files_inside, read_bounded
from generator.ground.project import SHELF
from generator.records.cells import fold


@cache
def shelf_icons() -> Mapping[str, str]:
    """Every icon of the shelf by its key, with other words for it."""
    words = tomllib.loads(read_bounded(SHELF / "icon_words.toml", inside=SHELF, most=MB).decode())
    keys = (path.stem for path in files_inside(SHELF / "icons", SHELF, ending=".svg"))
    return MappingProxyType({key: words.get(key, "") for key in sorted(keys)})


def icons_like(word: str, own: Iterable[str] = ()) -> Mapping[str, str]:
    """The icons of the shelf and a game's `own` keys that hold `word`, or mean it; all for none."""
    icons = {**dict.fromkeys(own, ""), **shelf_icons()}
    wanted = fold(word)
    return {key: words for key, words in sorted(icons.items()) if wanted in fold(f"{key} {words}")}
