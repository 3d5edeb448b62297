"""Records as JSON holds them, and the same records again.

A record is a dataclass or a named tuple; in it are texts, numbers, members of enumerations, tuples, other
records, and None. What is made of JSON the type decides that is asked for, never what stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def as_json(value: Any) -> Any:
    """A value as JSON can say it: a record is the name of its class and what stands in its fields."""
    if isinstance(value, Enum):
        return [type(value).__name__, value.value]
    kind: Any = type(value)
    if fields := _fields(kind):
        return [kind.__name__, *(as_json(getattr(value, name)) for name in fields)]
    return [as_json(part) for part in value] if isinstance(value, tuple | list) else value


def from_json(kind: Any, value: Any) -> Any:
    """The value of a type again. Raises KeyError, TypeError and ValueError for what cannot be one."""
    origin, inner = get_origin(kind), get_args(kind)
    if value is None:
        return None
    if origin in (Union, UnionType):
        choices = [choice for choice in inner if choice is not NoneType]
        named = {choice.__name__: choice for choice in choices} if len(choices) > 1 else {}
        if not named:
            return from_json(choices[0], value)
        name, *_ = value
        return from_json(named[name], value)
    if origin in (tuple, Sequence):
        kinds = inner if origin is tuple and inner[-1] is not ... else repeat(inner[0])
        return tuple(map(from_json, kinds, value))
    if issubclass(kind, Enum):
        return kind(*value[1:])
    fields = _fields(kind)
    return kind(*map(from_json, fields.values(), value[1:])) if fields else value


@cache
def _fields(kind: Any) -> Mapping[str, Any]:
    """The fields of a record with their types; none for anything else."""
    return get_type_hints(kind) if is_dataclass(kind) or hasattr(kind, "_fields") else {}
