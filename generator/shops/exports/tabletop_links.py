"""Where Tabletop Simulator finds the pictures: below an address on the net, or by name in its own folders."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from generator.ground.problems import Failed, error

_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Links:
    """What comes before the path of a file; nothing for names alone."""

    base: str = ""

    def to(self, path: str) -> str:
        """The address of a file by its path below the target's folder.

        The program looks for a bare name in the folder of its kind, such as Mods/Images, so no path of
        anybody's machine is ever needed.
        """
        return f"{self.base}/{quote(path)}" if self.base else path.rpartition("/")[2]


def links_to(base_url: str, where: str = "--base-url") -> Links:
    """Links below an address, or bare names. Raises Failed, said of `where`, for what is no such address."""
    fault = _fault(base_url) if base_url else ""
    if fault:
        mend = "Give the address of the folder that you upload to, such as https://example.org/my-game."
        raise Failed(error(where, fault, mend))
    return Links(base_url.rstrip("/"))


def _fault(url: str) -> str:
    """What is wrong with an address; nothing if it will do."""
    shown = url[:60] + ("…" if len(url) > 60 else "")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return f"“{shown}” is no address."
    if parts.scheme not in {"http", "https"} or not host:
        return f"“{shown}” is no address that begins with http:// or https://."
    if len(url) > _LONGEST or not url.isprintable() or any(sign in url for sign in ' "<>\\^`{|}'):
        return f"“{shown}” is too long, or has signs that no address has."
    if parts.query or parts.fragment:
        return f"“{shown}” has a ? or a #, behind which no path of a file can stand."
    if "@" in parts.netloc:
        return f"“{host}” would be given a name or a password, which everybody could read."
    return ""
