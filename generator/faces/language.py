"""The templates' language: Jinja2 in a sandbox that cannot run long, grow large or look around.

Jinja's own sandbox stops code from reaching Python. It does not stop `"x" * 10**9`, loops in loops or
macros that call themselves twice, so this environment counts: whatever a template evaluates, reads through
or makes costs steps of a budget that is renewed for each face (see `budget`).
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    StrictUndefined,
    Template,
    Undefined,
    UndefinedError,
    nodes,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.exceptions import SecurityError
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from generator.faces.budget import HANDLED, MOST_ITEMS, MOST_NUMBER, MOST_OUTPUT, MOST_TEXT, Budget
from generator.faces.counting import Counting, DirectCalls
from generator.faces.grammar import MOST_NODES, compiled, parsed
from generator.faces.lines import Lines
from generator.faces.sources import Marks, TemplateFolder, TemplateLimit
from generator.ground.cache import NO_CACHE, Cache
from generator.records.tables import Row, Table

_FILTERS = frozenset(
    """abs capitalize count d default dictsort e escape first float groupby int items last length list
    lower map max min reject rejectattr reverse select selectattr sort title trim truncate unique
    upper""".split()  # noqa: SIM905
)
_STRING_METHODS = frozenset(
    """upper lower title capitalize strip lstrip rstrip split startswith endswith count find isdigit
    removeprefix removesuffix""".split()  # noqa: SIM905
)
_TESTS = frozenset(
    """boolean defined divisibleby eq equalto even false float ge greaterthan gt in integer iterable le
    lessthan lower lt mapping ne none number odd sameas sequence string true undefined upper == != < <= >
    >=""".split()  # noqa: SIM905
)
_EQUAL = frozenset({"eq", "equalto", "=="})
_TEXTUAL = frozenset({"capitalize", "e", "escape", "lower", "title", "trim", "truncate", "upper"})
"""Filters and tests that would spell out whatever they are given."""
_DEAR = {"title": 20, "sort": 10, "groupby": 10, "dictsort": 10, "unique": 2, "split": 4, "min": 2, "max": 2}
"""Filters and methods that take longer with what they touch: how many times as long."""
_MOST_DECIDED = 2000
"""Names of attributes that are remembered as safe or not; a template may compute any number of them."""
_JINJA_OWN = frozenset({"_loop_vars", "_block_vars"})
"""What Jinja2 itself hands to every call inside loops and blocks, and takes back before it is carried out."""
_COMPILED = 30
"""Steps for a node of a template that is compiled."""
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


def _unwatched(*_: object) -> None:
    """Nobody wants to know."""


class RememberedCode(BytecodeCache):
    """Compiled templates of a process that lives long: the same text under the same name is the same code."""

    def __init__(self, cache: Cache, *, prose: bool) -> None:
        self._cache, self._prose = cache, prose

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give back the code of a template, if it was compiled before."""
        bucket.code = self._cache.recall("code", (bucket.key, bucket.checksum, self._prose))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember it."""
        self._cache.remember("code", (bucket.key, bucket.checksum, self._prose), bucket.code)


class Language(ImmutableSandboxedEnvironment):
    """The environment of a game's templates. `begin` renews the budget before each face.

    With `prose` it writes texts that are no drawings, with marks that `lines.words_of` reads.
    """

    intercepted_binops = frozenset({"+", "*", "**", "%", "/", "//", "-"})
    code_generator_class = DirectCalls

    def __init__(
        self, folder: Path, *, prose: bool = False, cache: Cache = NO_CACHE, boxes: Container[str] = ()
    ) -> None:
        """`boxes` are those of `TemplateFolder`."""
        super().__init__(
            loader=TemplateFolder(folder, boxes),
            undefined=Missing,
            autoescape=True,
            optimized=False,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=400,
            extensions=[] if prose else [Marks],
            finalize=self.printed,
            bytecode_cache=RememberedCode(cache, prose=prose) if cache.remembers else None,
        )
        self._prose = prose
        self.read: Callable[[object, object], None] = _unwatched
        """Told of every attribute that is read, and of its owner."""
        self.loaded: Callable[[str], None] = _unwatched
        """Told of the name of every template that is taken in."""
        self._indexes: dict[tuple[int, str], tuple[Table, Mapping[Any, Sequence[Row]] | None]] = {}
        """The rows of sheets that were searched, by what they say in a column."""
        self._budget = Budget()
        self._safe: dict[tuple[type, str], bool] = {}
        self._trees: dict[tuple[str, str | None, str | None], tuple[nodes.Template, int]] = {}
        """Templates that were looked at and not compiled yet, each with how many nodes it has."""
        self.begin, self.tick, self.made = self._budget.begin, self._budget.tick, self._budget.made
        self.bounded, self.touched = self._budget.bounded, self._budget.handled
        self._select_by = self.filters["selectattr"]
        functions = {name: self.filters[name] for name in sorted(_FILTERS)}
        functions |= {
            "join": self._join,
            "replace": self._replace,
            "round": self._round,
            "selectattr": self._selectattr,
            "sum": self._sum,
            "string": self._string,
        }
        self.filters = {name: self._counting(name, function) for name, function in functions.items()}
        functions = {name: function for name, function in self.tests.items() if name in _TESTS}
        self.tests = {name: self._counting(name, function) for name, function in functions.items()}
        self.globals = {"range": self._range, "namespace": self.globals["namespace"]}

    def written(self, template: str, names: Mapping[str, Any]) -> str:
        """What a template writes. Raises whatever it raises, and TemplateLimit if it is too much."""
        pieces: list[str] = []
        size = 0
        for piece in self.get_template(template).generate(names):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_OUTPUT:
                raise TemplateLimit(f"The template writes more than {MOST_OUTPUT // 10**6} MB for one face.")
        return "".join(pieces)

    # ------------------------------------------------------------ the budget

    def printed(self, value: Any) -> Any:
        """What `{{ … }}` writes: texts and numbers. Raises TemplateLimit for lists and the like."""
        kind = type(value)
        if kind is float or kind is int:
            return value
        if isinstance(value, str):
            self.tick(0, len(value))
            return value
        return "" if value is None else self._text(value)

    def _text(self, value: Any) -> Any:
        """A text or a number. Raises TemplateLimit for what would have to be spelled out at length."""
        if not isinstance(value, (str, int, float, Undefined)) and value is not None:
            raise TemplateLimit(f"A {type(value).__name__} stands where a text or a number is printed.")
        return value

    def rounds(self, items: Any, cost: int = 1) -> list[Any]:
        """The items of a loop, counted before the loop begins; `cost` is what looking at one costs."""
        self._budget.touch(items)
        if isinstance(items, (list, tuple)):
            self.tick(cost * len(items))
            listed = list(items)
        else:
            listed = list(self._counted(items, cost))
        self._budget.touch(listed)
        return listed

    def _counted(self, items: Iterable[Any], cost: int = 1) -> Iterator[Any]:
        for item in items:
            self.tick(cost)
            yield item

    def joined(self, *values: Any) -> str:
        """The operator `~`."""
        for value in values:
            self._budget.touch(value)
        joined: str = self.bounded(markup_join([self.printed(value) for value in values]))
        self._budget.touch(joined)
        return joined

    def listed(self, value: Any) -> Any:
        """A list that a template writes; like every value, it is charged going in and coming out."""
        return self._budget.bounded(value, HANDLED)

    def contains(self, container: Any, member: Any) -> bool:
        """The operator `in`."""
        self._budget.touch(container, 2)
        self._budget.touch(member, 2)
        self._budget.search(container, member)
        return bool(member in container)

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

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """A call of a method, a macro or a function: what goes in is charged, and what comes out."""
        budget = __self._budget
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, (str, list, tuple, range)):
            budget.touch(owner, _DEAR.get(__obj.__name__, 1))
            budget.search(owner, *args)
        for arg in args:
            budget.touch(arg)
        for name, arg in kwargs.items():
            if name not in _JINJA_OWN:
                budget.touch(arg)
        if type(__obj) is not types.BuiltinMethodType:
            return budget.made(super().call(__context, __obj, *args, **kwargs))
        # a method of a text, a list or a mapping: it carries no mark that Jinja2 would have to look for
        for name in _JINJA_OWN if kwargs else ():
            kwargs.pop(name, None)
        return budget.made(__obj(*args, **kwargs))

    # ------------------------------------------------------------ what may be read

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`card["title"]`, and each part of an attribute that a filter asks for."""
        self.tick()
        self.read(obj, argument)
        return super().getitem(obj, argument)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`card.title`: a column of the row comes before anything that Python knows by that name."""
        self.read(obj, attribute)
        if isinstance(obj, Row) and attribute in obj.values:
            return obj.values[attribute]
        try:
            value = getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)
        safe = self._safe.get((type(obj), attribute))
        if safe or (safe is None and self.is_safe_attribute(obj, attribute, value)):
            return value
        return self.unsafe_undefined(obj, attribute)

    def wrap_str_format(self, value: Any) -> None:
        """`str.format` is a method like any other here, and not one of those allowed."""
        return None

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Public attributes of records; of texts, numbers and lists only methods that stay small.

        It is a matter of the object's type and the name alone, so each is decided once.
        """
        kind = type(obj), attr
        safe = self._safe.get(kind)
        if safe is None:
            if len(self._safe) >= _MOST_DECIDED:
                self._safe.clear()
            safe = self._safe[kind] = self._decided_safe(obj, attr, value)
        return safe

    def _decided_safe(self, obj: Any, attr: str, value: Any) -> bool:
        if not super().is_safe_attribute(obj, attr, value):
            return False
        for kind, allowed in _METHODS:
            if isinstance(obj, kind):
                return attr in allowed or attr in getattr(obj, "_fields", ())
        return not isinstance(obj, type)

    # ------------------------------------------------------------ filters

    def _counting(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        # a filter that wants the context or the environment gets it first
        at = 1 if hasattr(function, "jinja_pass_arg") else 0
        reads, dear = name in _TEXTUAL, _DEAR.get(name, 1)

        @functools.wraps(function)
        def counted(*args: Any, **options: Any) -> Any:
            self.tick()
            if reads:
                self._text(args[at])
            for arg in (*args[at:], *options.values()):
                self._budget.touch(arg, dear)
            self._budget.search(*args[at:], *options.values())
            answer = function(*args, **options)
            return self._counted(answer) if isinstance(answer, Iterator) else self.made(answer)

        return counted

    def _range(self, *args: int) -> range:
        numbers = range(*args)
        if len(numbers) > MOST_ITEMS:
            raise TemplateLimit(f"range counts beyond {MOST_ITEMS:,} items.")
        return numbers

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

    @pass_context
    def _selectattr(self, context: Any, rows: Any, *args: Any) -> Any:
        """Jinja2's own, but rows of a sheet that say a value are looked up: all cards may do it."""
        match rows, args:
            case Table(), (str(key), str(test), None | str() | int() | float() as value) if test in _EQUAL:
                index = self._index(rows, key)
                if index is not None:
                    return iter(index.get(value, ()))
        return self._select_by(context, rows, *args)

    def _index(self, table: Table, key: str) -> Mapping[Any, Sequence[Row]] | None:
        """The rows of a sheet by a declared column; a template may ask for any number of names."""
        if all(field.key != key for field in table.fields):
            return None
        indexed_table, index = self._indexes.get((id(table), key), (None, None))
        if indexed_table is not table:
            index = table.by_value(key)
            self._indexes[id(table), key] = table, index
        return index

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

    def draft(self, name: str, text: str) -> None:
        """From now on a template says this text, whatever its file says."""
        assert isinstance(self.loader, TemplateFolder)
        if self.loader.drafts.get(name) != text:
            self.loader.drafts[name] = text
            if self.cache is not None:
                self.cache.clear()

    def _load_template(self, name: str, globals: Any) -> Template:
        self.loaded(name)
        return super()._load_template(name, globals)

    def tree(self, source: str, name: str, filename: str) -> nodes.Template:
        """The tree of a template, only to be looked at: it will be compiled. Raises TemplateSyntaxError."""
        read = source, name, filename
        if read not in self._trees:
            if sum(count for _, count in self._trees.values()) > MOST_NODES:
                self._trees.clear()
            self._trees[read] = parsed(self, *read)
        return self._trees[read][0]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Read a template. Raises TemplateSyntaxError for one that is nested too deeply or too long."""
        earlier = self._trees.pop((source, name, filename), None)
        tree, count = earlier or parsed(self, source, name, filename)
        self.tick(count * _COMPILED)
        return tree

    def _generate(self, source: nodes.Template, name: str | None, *args: Any, **options: Any) -> str:
        """Put the counting into a template before it is compiled (a hook that Jinja2 documents)."""
        counted = Counting().visit(source)
        if self._prose and name:
            counted = Lines(name).visit(counted)
        return super()._generate(counted, name, *args, **options)

    def _compile(self, source: str, filename: str) -> types.CodeType:
        return compiled(source, filename)
