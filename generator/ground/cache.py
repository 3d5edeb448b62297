"""What was drawn before, kept in the user's own pnp folder: a result is looked up instead of made again.

An entry's name is a digest of everything that the result was made from, of the code of pnp itself and of
the versions of its libraries. So an entry is never out of date: what changes gets another name, and what
nobody asks for any more goes when the folder is full. Each entry is sealed with the user's own key over its
name and its content; one that is damaged, cut off or somebody else's is as good as none. Nothing is read
from it but bytes and JSON. It may be deleted at any time, and a folder that cannot be written
only makes the next run slower.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import platform
import sys
import time
import zlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

from generator.ground.files import (
    MB,
    Unreadable,
    delete,
    entries_of,
    files_below,
    lies_inside,
    make_folder,
    mark_used,
    read_bounded,
    write_whole,
)
from generator.ground.home import own_folder, own_key
from generator.ground.project import WORDS

_HOUSE = Path(__file__).parents[1]
MOST_CACHE = 500 * MB
"""Bytes of all entries; those used least recently go first."""
MOST_ENTRY = 100 * MB
MOST_TEXT = 100 * MB
"""Letters of a text, which is kept deflated."""
FOLDER = "cache"
LIBRARIES = (
    *("fonttools", "jinja2", "markdown-it-py", "markupsafe"),
    *("openpyxl", "pikepdf", "pillow", "reportlab", "uharfbuzz"),
)
_MAGIC = b"pnp cache 1\n"
_SEAL = 32
_NAME = 64
_ROOM_LEFT = 0.9
"""Of MOST_CACHE that stays when the folder is cleared out, so that this is not done at every run."""
_STALE_S = 3600.0
"""A file that was being written is let alone so long: it may be another run's."""
_USED_S = 3600.0
"""How exactly the last use of an entry is noted."""


class Unkeyable(TypeError):
    """A value whose content cannot be told; what is made from it is not kept."""


@dataclass(slots=True, eq=False)
class Cache:
    """Kept results by their names. One that is not `on` has none and keeps none."""

    folder: Path | None = None
    key: bytes = b""
    versions: str = ""
    most: int = MOST_CACHE
    _written: int = 0
    _full: bool = False
    """Whether something could not be written: then nothing more is tried."""

    @property
    def on(self) -> bool:
        """Whether results are kept at all."""
        return self.folder is not None

    @property
    def written(self) -> int:
        """Bytes that were written since the folder was tidied last."""
        return self._written

    def count(self, size: int) -> None:
        """Another process has written so many bytes for this one."""
        self._written += size

    def name(self, kind: str, *parts: Any) -> str:
        """The name of a result of a kind that is made from these parts. Raises Unkeyable."""
        return digest(("pnp", self.versions, kind, parts))

    def get(self, name: str) -> bytes | None:
        """The content of an entry; None if there is none that this program wrote for this user."""
        if self.folder is None:
            return None
        path = self._path(self.folder, name)
        try:
            entry = read_bounded(path, inside=None, most=MOST_ENTRY)
        except Unreadable:
            return None
        head = len(_MAGIC) + _SEAL
        if len(entry) < head or not hmac.compare_digest(entry[:head], self._head(name, entry[head:])):
            delete(path)
            return None
        mark_used(path, older_s=_USED_S)
        return entry[head:]

    def put(self, name: str, content: bytes) -> None:
        """Keep a result, if there is room for it; nothing is said if not."""
        size = len(content) + len(_MAGIC) + _SEAL
        if self.folder is None or self._full or size > MOST_ENTRY or self._written + size > self.most:
            return
        path = self._path(self.folder, name)
        try:
            make_folder(path.parent, inside=self.folder)
            write_whole(path, self._head(name, content) + content, inside=None, lasting=False)
        except OSError:
            self._full = True
            return
        self._written += size

    def get_text(self, name: str) -> str | None:
        """A text that was kept with `put_text`."""
        packed = self.get(name)
        if packed is None:
            return None
        try:
            opened = zlib.decompressobj()
            text = opened.decompress(packed, MOST_TEXT)
            return text.decode("utf-8", "surrogatepass") if opened.eof else None
        except (zlib.error, UnicodeDecodeError):
            return None

    def put_text(self, name: str, text: str) -> None:
        """Keep a text, deflated: it is a quarter of its size then, and hardly slower."""
        if self.on and not self._full and len(text) < MOST_TEXT // 4:
            self.put(name, zlib.compress(text.encode("utf-8", "surrogatepass"), 1))

    def get_record(self, name: str) -> dict[str, Any] | None:
        """A record that was kept with `put_record`."""
        content = self.get(name)
        try:
            record = json.loads(content) if content is not None else None
        except (ValueError, RecursionError):
            return None
        return record if isinstance(record, dict) else None

    def put_record(self, name: str, record: Mapping[str, Any]) -> None:
        """Keep what JSON can say."""
        if self.on:
            self.put(name, json.dumps(record).encode())

    @property
    def remembers(self) -> bool:
        """Whether things are remembered in this process that no file may hold."""
        return False

    def recall(self, kind: str, name: Hashable) -> Any:
        """What was remembered in this very process; None if nothing was, as of one that keeps files."""

    def remember(self, kind: str, name: Hashable, memory: Any) -> None:
        """Remember what no file may hold, such as code, if this process lives long enough to ask for it."""

    def tidy(self) -> None:
        """After a run that wrote something: what was used least recently goes, until there is room."""
        if self.folder is None or not self._written:
            return
        now, files = time.time(), []
        for path, size, used in files_below(self.folder):
            if len(path.name) == _NAME:
                files.append((used, size, path))
            elif now - used > _STALE_S:
                delete(path)
        total = sum(size for _, size, _ in files)
        if total > self.most:
            for _, size, path in sorted(files):
                if total <= self.most * _ROOM_LEFT:
                    break
                delete(path)
                total -= size
        self._written = 0

    def _path(self, folder: Path, name: str) -> Path:
        return folder / name[0] / name

    def _head(self, name: str, content: bytes) -> bytes:
        seal = hmac.new(self.key, name.encode("ascii"), hashlib.sha256)
        seal.update(content)
        return _MAGIC + seal.digest()


NO_CACHE = Cache()
"""Keeps nothing."""


def open_cache(game: Path) -> Cache:
    """The user's own cache; NO_CACHE if there can be none, or if it would lie in the game folder."""
    folder = own_folder() / FOLDER
    if lies_inside(folder, game):
        return NO_CACHE
    key = own_key()
    if key is None:
        return NO_CACHE
    as_installed = Cache(folder, key, _installed())
    name = as_installed.name("versions")
    known = as_installed.get_text(name)
    if known is None:
        known = _versions()
        as_installed.put_text(name, known)
    return Cache(folder, key, known)


def _installed() -> str:
    """How this code and its libraries were installed: while it is the same, so is what `_versions` reads."""
    code = [(str(path), size, date) for path, size, date in _code()]
    libraries = [path.name for folder in sys.path for path in entries_of(Path(folder), ending="-info")]
    return digest((_machine(), _HOUSE.stat().st_ctime, code, libraries))


def _versions() -> str:
    """What the results depend on besides their parts: this very code, the libraries, Python, the machine."""
    from importlib.metadata import PackageNotFoundError, version

    parts = _machine()
    for library in LIBRARIES:
        try:
            parts.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            parts.append(f"no {library}")
    sha = hashlib.sha256(repr(parts).encode())
    for path, _, _ in _code():
        sha.update(str(path.relative_to(_HOUSE)).encode())
        sha.update(hashlib.sha256(read_bounded(path, inside=None, most=MB)).digest())
    return sha.hexdigest()


def _machine() -> list[str]:
    return [sys.version, zlib.ZLIB_RUNTIME_VERSION, sys.platform, platform.machine()]


def _code() -> list[tuple[Path, int, float]]:
    """Every file of this program that says what it does, with its size and its date."""
    return sorted((*files_below(_HOUSE, ending=".py"), *files_below(WORDS)))


# ---------------------------------------------------------------- what a value is


def digest(value: Any) -> str:
    """The digest of a value, in hex: equal for values of the same types and content, else different.

    Texts, numbers, tuples, mappings, dataclasses and the like, however nested. Raises Unkeyable for
    anything whose content cannot be told, such as a function.

    >>> digest(("a", 1)) == digest(("a", 1)), digest("1") == digest(1), digest(("a", "b")) == digest(("ab",))
    (True, False, False)
    """
    parts: list[str] = []
    try:
        _tell(value, parts)
    except RecursionError:
        raise Unkeyable("nested too deeply") from None
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _tell(value: Any, parts: list[str]) -> None:
    kind = type(value)
    if kind is str:
        parts.append(f"s{len(value)}:{value}")
    elif value is None or kind in (bool, int, float):
        parts.append(f"{kind.__name__}:{value!r}")
    elif kind in (tuple, list):
        _tell_all(f"({len(value)}", value, parts)
    elif kind in (dict, MappingProxyType):
        _tell_all(f"{{{len(value)}", (part for pair in value.items() for part in pair), parts)
    elif kind is bytes:
        parts.append(f"b:{hashlib.sha256(value).hexdigest()}")
    else:
        _tell_record(value, kind, parts)


def _tell_record(value: Any, kind: type, parts: list[str]) -> None:
    called = f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(value, Enum):
        parts.append(f"e{called}.{value.name}")
    elif dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        _tell_all(f"d{called}({len(fields)}", (getattr(value, field.name) for field in fields), parts)
    elif isinstance(value, frozenset | set):
        _tell_all(f"f{called}", sorted(digest(part) for part in value), parts)
    elif isinstance(value, tuple):
        _tell_all(f"n{called}({len(value)}", value, parts)
    elif isinstance(value, str | PurePath):
        parts.append(f"s{called}{len(str(value))}:{value}")
    elif isinstance(value, dict):  # what stands in for a value is another than the same value itself
        unread = sorted(getattr(value, "unread", ()))
        head = f"{{{len(value)}" if not unread else f"m{called}{unread}({len(value)}"
        _tell_all(head, (part for pair in value.items() for part in pair), parts)
    elif isinstance(value, range):
        parts.append(repr(value))
    else:
        raise Unkeyable(f"a {called}")


def _tell_all(head: str, values: Iterable[Any], parts: list[str]) -> None:
    parts.append(head)
    for value in values:
        _tell(value, parts)
    parts.append(")")


# ---------------------------------------------------------------- drawings without a fault


def svg_digest(svg: str) -> str:
    """The digest of a drawing, by which it is known."""
    return hashlib.sha256(svg.encode("utf-8", "surrogatepass")).hexdigest()


def face_digest(svg: str, cells: Mapping[str, tuple[str, ...]] | None) -> str:
    """The digest of a drawing, by that of its SVG, with the cells that are named if its colours are faint."""
    return svg if cells is None else digest((svg, dict(cells)))


@dataclass(slots=True)
class Sound:
    """Which drawings of one deck or booklet were drawn before without a word of complaint.

    They need not be looked through again. The list is that of the last run alone, so it does not grow.
    """

    cache: Cache
    name: str
    run: set[str] = field(default_factory=set)
    """Drawn in this run, for other components too that are cut alike."""
    _before: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        record = (self.cache.get_record(self.name) if self.cache.on else None) or {}
        self._before = frozenset(record.get("sound", ()))

    def __len__(self) -> int:
        return len(self._before) + len(self.run)

    def __contains__(self, drawing: object) -> bool:
        return drawing in self._before or drawing in self.run

    def keep(self, drawings: Iterable[str]) -> None:
        """From now on these are known to be sound."""
        now = frozenset(drawings)
        self.run |= now
        if self.cache.on and now != self._before:
            self.cache.put_record(self.name, {"sound": sorted(now)})
