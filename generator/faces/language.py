"""The templates' language: Jinja2 in a sandbox that cannot run long, grow large or look around.

Jinja's own sandbox stops code from reaching Python. It does not stop `"x" * 10**9`, loops in loops or
macros that call themselves twice, so this environment counts: every round of a loop, every call of a
macro and every literal character costs a step of a budget that is renewed for each face.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import (
    StrictUndefined,
    Undefined,
    UndefinedError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from generator.faces.counting import Counting, extent
from generator.faces.lines import Lines
from generator.faces.sources import Marks, TemplateFolder, TemplateLimit
from generator.tables import Row

MOST_STEPS = 200_000
"""Rounds of loops and calls of macros in one face; a crowded board needs some thousands."""
MOST_WRITTEN = 32_000_000
"""Characters that a face may write, counted again each time that a macro hands them on."""
MOST_OUTPUT = 8_000_000
"""Characters of a finished face."""
MOST_TEXT = 100_000
MOST_ITEMS = 10_000
MOST_NUMBER = 10**15

_FILTERS = frozenset(
    """abs capitalize count d default dictsort e escape first float groupby int items last length list
    lower map max min reject rejectattr reverse select selectattr sort title trim truncate unique
    upper""".split()  # noqa: SIM905
)
_STRING_METHODS = frozenset(
    """upper lower title capitalize strip lstrip rstrip split startswith endswith count find isdigit
    removeprefix removesuffix""".split()  # noqa: SIM905
)
_METHODS: tuple[tuple[type | tuple[type, ...], frozenset[str]], ...] = (
    (str, _STRING_METHODS),
    ((int, float, complex, bytes), frozenset()),
    (Mapping, frozenset({"items", "keys", "values", "get"})),
    ((list, tuple, range), frozenset({"count", "index"})),
)


NOTHING = object()
"""The owner of a name that is read from an empty value, such as `card` in a component without data."""


class UnknownName(UndefinedError):
    """A template reads a name or an attribute that does not exist. `owner` is None for a bare name."""

    def __init__(self, message: str, *, owner: Any = None, name: str | None = None) -> None:
        super().__init__(message)
        self.owner = owner
        self.name = name


class Missing(StrictUndefined):
    """StrictUndefined that says which name was missing, and from what."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None
    ) -> None:
        own = isinstance(exc, type) and issubclass(exc, SecurityError)
        owner = None if obj is missing else NOTHING if obj is None else obj
        raises: Any = exc if own else functools.partial(UnknownName, owner=owner, name=name)
        super().__init__(hint, obj, name, raises)


class Language(ImmutableSandboxedEnvironment):
    """The environment of a game's templates. `begin` renews the budget before each face.

    With `prose` it writes texts that are no drawings, with marks that `lines.words_of` reads.
    """

    intercepted_binops = frozenset({"+", "*", "**", "%", "/", "//", "-"})

    def __init__(self, folder: Path, *, prose: bool = False) -> None:
        super().__init__(
            loader=TemplateFolder(folder),
            undefined=Missing,
            autoescape=True,
            optimized=False,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=400,
            extensions=[] if prose else [Marks],
            finalize=self.printed,
        )
        self._prose = prose
        self._steps = self._written = 0
        kept = {name: self.filters[name] for name in sorted(_FILTERS)}
        kept |= {
            "join": self._join,
            "replace": self._replace,
            "round": self._round,
            "sum": self._sum,
            "string": self._string,
        }
        self.filters = {name: self._counting(function) for name, function in kept.items()}
        self.globals = {"range": self._range, "namespace": self.globals["namespace"]}

    def begin(self) -> None:
        """Renew the budget for the next face."""
        self._steps = self._written = 0

    # ------------------------------------------------------------ the budget

    def tick(self, steps: int = 1, written: int = 0) -> None:
        """Count work. Raises TemplateLimit when the face has used its budget up."""
        self._steps += steps
        self._written += written
        if self._steps > MOST_STEPS:
            raise TemplateLimit(f"The template takes more than {MOST_STEPS:,} steps for one face.")
        if self._written > MOST_WRITTEN:
            raise TemplateLimit(f"The template writes more than {MOST_OUTPUT // 10**6} MB for one face.")

    def printed(self, value: Any) -> Any:
        """What `{{ … }}` writes: texts and numbers. Raises TemplateLimit for lists and the like."""
        if isinstance(value, str):
            self.tick(0, len(value))
        elif not isinstance(value, (int, float, Undefined)):
            if value is None:
                return ""
            raise TemplateLimit(f"A {type(value).__name__} stands where a text or a number is printed.")
        return value

    def rounds(self, items: Any) -> list[Any]:
        """The items of a loop, counted before the loop begins."""
        listed: list[Any] = []
        for item in items:
            self.tick()
            listed.append(item)
        return listed

    def bounded(self, value: Any) -> Any:
        """A value that was put together, if it is not too large. Lists count with all that they hold."""
        if isinstance(value, str):
            if len(value) > MOST_TEXT:
                raise TemplateLimit(f"A text grows beyond {MOST_TEXT:,} characters.")
        elif isinstance(value, (list, tuple, dict)):
            items = extent(value, {})
            self.tick(items // 20)
            if items > MOST_ITEMS:
                raise TemplateLimit(f"A list grows beyond {MOST_ITEMS:,} items.")
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            raise TemplateLimit("A number grows too large.")
        return value

    def joined(self, *values: Any) -> str:
        """The operator `~`."""
        texts = [self.printed(value) for value in values]
        joined: str = self.bounded(markup_join(texts))
        return joined

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """An operator, refused where its result could be huge."""
        if operator == "%" and isinstance(left, str):
            raise TemplateLimit("Texts are put together with ~ here, not with %.")
        if operator == "**" and not (abs(left) <= MOST_NUMBER and abs(right) <= 32):
            raise TemplateLimit("A number grows too large.")
        if operator == "*":
            for text, count in ((left, right), (right, left)):
                if not isinstance(text, (int, float)) and len(text) * max(count, 0) > MOST_ITEMS:
                    raise TemplateLimit("A text or a list is repeated too often.")
        return self.bounded(super().call_binop(context, operator, left, right))

    # ------------------------------------------------------------ what may be read

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`card.title`: a column of the row comes before anything that Python knows by that name."""
        if isinstance(obj, Row) and attribute in obj.values:
            return obj.values[attribute]
        return super().getattr(obj, attribute)

    def wrap_str_format(self, value: Any) -> None:
        """`str.format` is a method like any other here, and not one of those allowed."""
        return None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Public attributes of records; of texts, numbers and lists only methods that stay small."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        for kind, allowed in _METHODS:
            if isinstance(obj, kind):
                return attr in allowed or attr in getattr(obj, "_fields", ())
        return not isinstance(obj, type)

    # ------------------------------------------------------------ filters

    def _counting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def counted(*args: Any, **options: Any) -> Any:
            self.tick(1 + sum(len(arg) // 100 for arg in args if isinstance(arg, (str, list, tuple, dict))))
            return function(*args, **options)

        return counted

    def _range(self, *args: int) -> range:
        made = range(*args)
        if len(made) > MOST_ITEMS:
            raise TemplateLimit(f"range counts beyond {MOST_ITEMS:,} items.")
        return made

    def _join(self, values: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        read = (self.getattr(value, attribute) for value in values) if attribute else values
        parts = [self.printed(part) for part in self.rounds(read)]
        if sum(len(str(part)) + len(between) for part in parts) > MOST_TEXT:
            raise TemplateLimit(f"A text grows beyond {MOST_TEXT:,} characters.")
        return markup_join([piece for part in parts for piece in (between, part)][1:])

    def _replace(self, value: Any, old: str, new: str) -> str:
        text = self._string(value)
        if len(text) + text.count(old) * len(new) > MOST_TEXT:
            raise TemplateLimit(f"A text grows beyond {MOST_TEXT:,} characters.")
        return text.replace(old, new)

    def _round(self, value: float, precision: int = 0) -> float:
        return round(value, max(-12, min(12, precision)))

    def _sum(self, values: Iterable[Any], attribute: str | None = None, start: float = 0) -> float:
        read = (self.getattr(value, attribute) for value in values) if attribute else values
        total = start
        for value in self.rounds(read):
            if not isinstance(value, (int, float)) or not isinstance(total, (int, float)):
                raise TemplateLimit("sum adds numbers only.")
            total += value
        return total

    def _string(self, value: Any) -> str:
        return markup_join([self.printed(value)])

    # ------------------------------------------------------------ compiling

    def _generate(self, source: nodes.Template, name: str | None, *args: Any, **options: Any) -> str:
        """Put the counting into a template before it is compiled (a hook that Jinja2 documents)."""
        counted = Counting().visit(source)
        if self._prose and name:
            counted = Lines(name).visit(counted)
        return super()._generate(counted, name, *args, **options)
