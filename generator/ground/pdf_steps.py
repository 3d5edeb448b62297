"""The steps of PDF content: its operations, those that build a path as one, and content from steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from generator.ground.pdf_paths import PathPart

Operation = tuple[tuple[Any, ...], str]
"""Operands and operator of a content stream; a resource may be there itself, as a NamedThing."""
PATH = "a path"
"""The operator of a step that is all operations between two others that build a path, as a PathPart."""
INLINE = "INLINE IMAGE"
_CURVES = frozenset({"m", "l", "c", "v", "y", "h", "re"})
_STAND_IN = "pnpPath"
_NUMBER = rb"[-+]?+(?:\d++\.?+\d*+|\.\d++)\s++"
_RUN = re.compile(
    rb"(?<!\S)(?:(?:%(n)s%(n)s(?:[ml]|%(n)s%(n)s(?:v|y|re|%(n)s%(n)sc))|h)(?:\s++|\Z))++" % {b"n": _NUMBER}
)
"""Operations that build a path; drawings have thousands of them, and little else.

Nothing that is taken is given back (`++`): else a kilobyte is kept for each operation, in case.
"""


def content_steps(source: Any) -> Iterator[Operation]:
    """The steps of a page or a form. Raises pikepdf.PdfError for content that is none.

    Its paths are taken out before it is parsed. If something else looked like a path, as words of a string
    may, not all that stand in for them come back as operators, and all of it is parsed. So is content with a
    picture in it, which may be any bytes.
    """
    import pikepdf

    paths: list[PathPart] = []

    def taken_out(run: re.Match[bytes]) -> bytes:
        paths.append(PathPart(run.group()))
        return b"%d %s\n" % (len(paths) - 1, _STAND_IN.encode())

    rest = _RUN.sub(taken_out, _content(source))
    if paths:
        with pikepdf.new() as file:
            steps = list(_parsed(pikepdf.Stream(file, rest)))
        standing = [tuple(map(str, operands)) for operands, name in steps if name in (_STAND_IN, INLINE)]
        if standing == [(str(number),) for number in range(len(paths))]:
            for operands, name in steps:
                yield ((paths[int(operands[0])],), PATH) if name == _STAND_IN else (operands, name)
            return
    yield from _joined(_parsed(source))


def _content(source: Any) -> bytes:
    """The bytes of a page or a form."""
    import pikepdf

    owner = getattr(source, "obj", source)
    contents = owner if isinstance(owner, pikepdf.Stream) else owner.get("/Contents", [])
    streams = [contents] if isinstance(contents, pikepdf.Stream) else contents
    return b"\n".join(stream.read_bytes() for stream in streams)


def _parsed(source: Any) -> Iterator[Operation]:
    import pikepdf

    for instruction in pikepdf.parse_content_stream(source):
        name = str(instruction.operator)
        yield (instruction,) if name == INLINE else tuple(instruction.operands), name


def _joined(operations: Iterable[Operation]) -> Iterator[Operation]:
    """Operations with those that build a path as one."""
    part: list[Operation] = []
    for operands, name in operations:
        if name in _CURVES:
            part.append((operands, name))
            continue
        if part:
            yield (PathPart(content_of(part)),), PATH
            part = []
        yield operands, name
    if part:
        yield (PathPart(content_of(part)),), PATH


def content_of(steps: Iterable[Operation]) -> bytes:
    """The content that steps are written as."""
    import pikepdf

    parts: list[bytes] = []
    plain: list[Any] = []
    for operands, name in [*steps, ((), PATH)]:
        if name == PATH:
            parts += [pikepdf.unparse_content_stream(plain)] if plain else []
            parts += [part.content.strip() for part in operands]
            plain = []
        else:
            plain.append(operands[0] if name == INLINE else (list(operands), pikepdf.Operator(name)))
    return b"\n".join(parts)
