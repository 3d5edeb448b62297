"""What is wrong with a template's call of a function, in the words of the call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def misuse(
    function: Callable[..., Any], args: Sequence[Any], options: Mapping[str, Any]
) -> tuple[str, str] | None:
    """The two sentences of a Problem about the arguments of a call; None if they fit."""
    signature = inspect.signature(function)
    try:
        signature.bind(*args, **options)
    except TypeError as fault:
        name = function.__name__
        text = f"{name}(…) cannot be called like this: {str(fault).removeprefix('got ')}."
        return text, f"Write {name}({_wanted(signature)}."
    return None


def _wanted(signature: inspect.Signature) -> str:
    """`x, y, size=…); there is also color=…`."""
    needed: list[str] = []
    spare: list[str] = []
    for name, parameter in signature.parameters.items():
        if parameter.default is not parameter.empty:
            spare.append(f"{name}=…")
        else:
            needed.append(f"{name}=…" if parameter.kind is parameter.KEYWORD_ONLY else name)
    also = f"; it also takes {', '.join(spare)}" if spare else ""
    return f"{', '.join(needed)}){also}"
