"""A shading's colours from end to end, separated (ISO 32000-1, 7.10)."""

from __future__ import annotations

from typing import Any

import pikepdf

from generator.cmyk.separator import ScreenColour, Separator

_SAMPLES = 33
"""Of one step from colour to colour; as fine as the table through which they go."""


def separated_function(file: pikepdf.Pdf, function: Any, separator: Separator) -> Any:
    """A function from RGB colour to RGB colour (type 2), or several of them (type 3), in inks.

    Inks between two colours are not those of the colours between: samples are taken on the way. A hard
    edge between two steps stays hard.
    """
    if int(function.FunctionType) == 3:
        return file.make_indirect(
            pikepdf.Dictionary(
                FunctionType=3,
                Domain=[float_of(edge) for edge in function.Domain],
                Functions=[separated_function(file, part, separator) for part in function.Functions],
                Bounds=[float_of(bound) for bound in function.Bounds],
                Encode=[float_of(edge) for edge in function.Encode],
            )
        )
    first, last = _colour(function.get("/C0")), _colour(function.get("/C1"))
    power = float(function.N)
    low, high = (float(edge) for edge in function.Domain)
    data = bytearray()
    for number in range(_SAMPLES):
        way = (low + (high - low) * number / (_SAMPLES - 1)) ** power
        red, green, blue = (a + way * (b - a) for a, b in zip(first, last, strict=True))
        data += bytes(int(255 * part + 1e-6) for part in separator.inks((red, green, blue)))
    stream = file.make_stream(
        bytes(data),
        FunctionType=0,
        Domain=[float_of(low), float_of(high)],
        Range=[0, 1, 0, 1, 0, 1, 0, 1],
        Size=[_SAMPLES],
        BitsPerSample=8,
    )
    return file.make_indirect(stream)


def float_of(value: Any, decimals: int = 6) -> int | float:
    """A number as pikepdf writes it."""
    number = round(float(value), decimals)
    return int(number) if number.is_integer() else number


def _colour(parts: Any) -> ScreenColour:
    red, green, blue = (float(part) for part in parts)
    return red, green, blue
