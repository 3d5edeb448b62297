"""Templates that cost more than a face may: before, they took minutes or gigabytes, or ended pnp."""

from __future__ import annotations

import re
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from markupsafe import Markup

from generator.faces import FaceMaker
from generator.faces.budget import Budget
from generator.faces.grammar import parsed
from generator.faces.language import Language
from generator.ground.problems import Severity
from tests.shared.bench import BOOK, CARD, COMPONENT, FONTS, STEPS, Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# ---------------------------------------------------------------- what a face may cost

LONG = "{% set n = namespace(v='é ') %}{% for i in range(15) %}{% set n.v = n.v ~ n.v %}{% endfor %}"
WORDS = "{% set w = ('abc ' * 2000).split() %}"
AGAIN = "{% for i in range(9999) %}"
MANY = "{% set y = 1 * 1 %}" * 99
COSTLY = {
    "nodes of a body": AGAIN + MANY + "{% endfor %}",
    "nodes of a macro": f"{{% macro m() %}}{MANY}{{% endmacro %}}{AGAIN}{{{{ m() }}}}{{% endfor %}}",
    "nodes of a branch": AGAIN + "{% if i %}" + MANY + "{% endif %}{% endfor %}",
    "nodes of another branch": AGAIN + "{% if i < 0 %}{% else %}" + MANY + "{% endif %}{% endfor %}",
    "a condition of a loop": "{% for i in range(9999) if i" + " and i ~ i" * 50 + " %}{% endfor %}",
    "a method": LONG + AGAIN + "{% set y = n.v.title() %}{% endfor %}",
    "a split": LONG + AGAIN + "{% set y = n.v.split() %}{% endfor %}",
    "a filter": LONG + AGAIN + "{% set y = n.v | upper %}{% endfor %}",
    "a filtered block": LONG + AGAIN + "{% filter upper %}{{ n.v }}{% endfilter %}{% endfor %}",
    "a test": LONG + AGAIN + "{% if n.v is upper %}{% endif %}{% endfor %}",
    "a comparison": LONG + "{% set m = n.v ~ '' %}" + AGAIN + "{% if m == n.v %}{% endif %}{% endfor %}",
    "a search": LONG + AGAIN + "{% if 'x' in n.v %}{% endif %}{% endfor %}",
    "a search of each letter": "{% set t = 'a' * 2400 %}{% set w = 'a' * 500 ~ 'b' ~ 'a' * 500 %}"
    + AGAIN + "{% if w in t or w not in t %}{% endif %}{% endfor %}",
    "letters to strip": LONG + "{{ n.v.strip(n.v) ~ n.v.lstrip(n.v) ~ n.v.rstrip(n.v) }}",
    "letters to trim": LONG + "{{ (n.v | trim(n.v)) ~ (n.v | trim(n.v)) ~ (n.v | trim(n.v)) }}",
    "a slice": LONG + AGAIN + "{% set y = n.v[1:] %}{% endfor %}",
    "a comparison of lists": WORDS + AGAIN + "{% if [0] + w == [0] + w %}{% endif %}{% endfor %}",
    "a search in a list": WORDS + AGAIN + "{% if 'x' in w %}{% endif %}{% endfor %}",
    "a search in a range": AGAIN + "{% if 'x' in range(9999) %}{% endif %}{% endfor %}",
    "a search by method": WORDS + AGAIN + "{% set y = w.count('x') %}{% endfor %}",
    "a sum of lists": WORDS + AGAIN + "{% set y = w + w %}{% endfor %}",
    "sorting": WORDS + AGAIN + "{% set y = w | sort %}{% endfor %}",
    "grouping": WORDS + AGAIN + "{% set y = w | groupby(0) %}{% endfor %}",
    "unique": WORDS + AGAIN + "{% set y = w | unique | list %}{% endfor %}",
    "a chain of lazy filters": WORDS + AGAIN + "{% set y = w" + " | select" * 40 + " | list %}{% endfor %}",
    "attributes of many parts": WORDS + "{% set y = w | map(attribute='" + "0." * 4999 + "0') | list %}",
    "what changed": WORDS + AGAIN + "{% if loop.changed(w | list) %}{% endif %}{% endfor %}",
    "an asked requirement": AGAIN * 2 + "{% set y = asked(card.requirement) %}{% endfor %}{% endfor %}",
    "icons": AGAIN + "{% for j in range(9) %}{{ icon('energy', 1, 1, 5) }}{% endfor %}{% endfor %}",
    "faults": AGAIN + "{{ icon('sun', 1, 1, 5) }}{{ textbox('{sun}', 1, 1, 5, 5, size=3) }}{% endfor %}",
    "new texts": AGAIN + "{{ text(i, 1, 1, 50, size=4) ~ text(i ~ 'x', 1, 1, 50, size=4) }}{% endfor %}",
    "sizes of a box": AGAIN + "{{ textbox('a b c ' ~ i, 1, 1, 50, 40, size=500, least=0.1) }}{% endfor %}",
    "a wide box": AGAIN + "{{ textbox('a ' * 2000 ~ i, 1, 1, 2000, 2000, size=5, least=2) }}{% endfor %}",
}  # fmt: skip


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", COSTLY)
def test_a_template_pays_for_what_it_touches(bench: Bench, name: str) -> None:
    _, problems = bench.render(COSTLY[name])
    errors = [problem.what for problem in problems if problem.severity is Severity.ERROR]
    assert errors[-1:] in ([STEPS], ["The template writes more than 8 MB for one face."])


def test_what_a_face_keeps_is_bounded(bench: Bench) -> None:
    kept = "".join(f"{{% set a{n} = n.v.split() %}}{{% set b{n} = n.v ~ '' %}}" for n in range(60))
    assert bench.problem(LONG + kept).what == STEPS


@pytest.mark.parametrize("body", [COSTLY["nodes of a body"], "{{ 1" + "+1" * 20_000 + " }}"])
def test_a_template_that_costs_too_much_is_tried_once(bench: Bench, body: str) -> None:
    bench.write("t.svg", body)
    maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
    (first, again) = (maker.render("t.svg", component=COMPONENT, card=CARD)[1] for _ in range(2))
    assert first[0] is again[0]


@pytest.mark.parametrize(
    "body",
    [
        "{{ book | upper }}",
        "{{ book is upper }}",
        "{{ art(book, 1, 0, 0, 9, 9, '#000', '#fff') }}",
        "{{ art('nets', book, 0, 0, 9, 9, '#000', '#fff') }}",
        "{{ icon(book, 0, 0, 9) }}",
        "{{ layer(book) }}",
        "{{ text('x', book, 0, 9, size=3) }}",
        "{{ text('x', 0, 0, 9, size=3, color=book) }}",
        "{{ text('x', 0, 0, 9, size=3, align=book) }}",
        "{{ effect('x' * 9000) }}",
        "{{ " + "x" * 9000 + " }}",
        "{{ card." + "x" * 9000 + " }}",
        "{% include '" + "x" * 9000 + "' %}",
        "{{ text('x', 'y' * 9000, 0, 9, size=3) }}",
        "{{ picture('y' * 9000, 1, 1, 9, 9) }}",
    ],
)
def test_a_message_never_spells_out_a_workbook(bench: Bench, body: str) -> None:
    problem = bench.problem(body)
    assert problem.severity is Severity.ERROR and len(problem.what) < 300 and len(problem.mend) < 400


def test_a_face_tells_a_bounded_number_of_problems(bench: Bench) -> None:
    face, problems = bench.render("{% for i in range(200) %}{{ icon('sun' ~ i, 1, 1, 3) }}{% endfor %}")
    assert len(problems) == 51 and problems[-1].what == "There are more Problems in this face."
    wide = "{% for i in range(200) %}{{ text('x' ~ i, 1, 1, 30, size=1) }}\n{% endfor %}"
    face, problems = bench.render(wide.replace("\n", "") + wide)
    assert face and {problem.severity for problem in problems} == {Severity.WARNING}


# ---------------------------------------------------------------- chains and depths

CHAINS = {
    "a sum": "{{ 1" + "+1" * 20_000 + " }}",
    "joined texts": "{{ 1" + "~1" * 20_000 + " }}",
    "and": "{{ 1" + " and 1" * 20_000 + " }}",
    "comparisons": "{{ 1" + " < 2" * 20_000 + " }}",
    "comparisons joined": "{{ 1 < 2" + " and 1 < 2" * 20_000 + " }}",
    "not": "{{ " + "not " * 20_000 + "1 }}",
    "minus": "{{ " + "-" * 20_000 + "1 }}",
    "brackets": "{{ " + "(" * 20_000 + "1" + ")" * 20_000 + " }}",
    "lists": "{{ " + "[" * 20_000 + "]" * 20_000 + " }}",
    "choices": "{{ 1" + " if 1 else 1" * 20_000 + " }}",
    "attributes": "{{ card" + ".a" * 20_000 + " }}",
    "items": "{{ card" + "[0]" * 20_000 + " }}",
    "calls": "{{ card" + "()" * 20_000 + " }}",
    "filters": "{{ 1" + "|e" * 20_000 + " }}",
    "arguments": "{{ text(" + "1," * 20_000 + ") }}",
    "branches": "{% if 0 %}" + "{% elif 0 %}" * 20_000 + "{% endif %}",
    "blocks": "{% if 1 %}" * 20_000 + "{% endif %}" * 20_000,
    "loops": "{% for i in [1] %}" * 20_000 + "{% endfor %}" * 20_000,
    "loops in loops": "{% for i in [1] %}" * 18 + "{% endfor %}" * 18,
    "sets": "{% set a = 1 %}" * 20_000,
    "macros": "{% macro a() %}" * 20_000 + "{% endmacro %}" * 20_000,
    "names": "{% set " + ", ".join(f"a{n}" for n in range(20_000)) + " = 1 %}",
}


@pytest.mark.quick(7)
@pytest.mark.parametrize("name", CHAINS)
def test_long_chains_are_a_problem_at_their_line(bench: Bench, name: str) -> None:
    problem = bench.problem(f"<g/>\n{CHAINS[name]}")
    assert problem.where == "templates/t.svg:3"
    assert problem.what.startswith("The template cannot be read: "), problem.what


def test_searches_stand_alone(bench: Bench) -> None:
    assert bench.problem("{% if 1 < 2 in [2] %}{% endif %}").what == (
        "The template cannot be read: An “in” stands in a chain of comparisons: write it in brackets."
    )
    assert not bench.render(
        "{% if 'a' in 'ab' and 'c' not in 'ab' and 1 not in [2] and 1 in [1] %}<g/>{% endif %}"
    )[1]
    body = "<text>{{ 'a' in 'ab' }}{{ 'a' not in 'ab' }}{{ 'x' in ['x'] }}{{ not 'x' in {} }}</text>"
    assert [node.text for node in bench.nodes(body) if node.tag == "text"] == ["TrueFalseTrueTrue"]


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "nested",
    [
        ("1+", "1", ""), ("1 or ", "1", ""), ("(", "1", ")"), ("[", "", "]"), ("{1: ", "1", "}"),
        ("not ", "1", ""), ("(1 if 1 else ", "1", ")"), ("(1,", "1", ")"), ("range(1, ", "1", ")"),
    ],
)  # fmt: skip
def test_every_depth_is_drawn_or_told(bench: Bench, nested: tuple[str, str, str]) -> None:
    """Whatever the parser takes, Jinja2's compiler and Python's own take too."""
    opening, middle, closing = nested
    for depth in range(1, 70, 3):
        for around in (0, 12, 25):
            blocks = "{% if 1 %}" * around, "{% endif %}" * around
            body = f"{blocks[0]}{{% if {opening * depth}{middle}{closing * depth} %}}{{% endif %}}{blocks[1]}"
            _, problems = bench.render(body)
            for problem in problems:
                assert re.search("stand inside each other|fails|cannot be worked out", problem.what), problem


def test_includes_inside_each_other(bench: Bench) -> None:
    for number in range(1200):
        bench.write(f"{number}.svg", f'{{% include "{number + 1}.svg" %}}')
    bench.write("1200.svg", "<g/>")
    assert bench.problem('{% include "0.svg" %}').what == "The template calls itself without end."


def test_a_long_chain_of_templates_without_the_card(bench: Bench) -> None:
    from generator.faces.dependence import Dependence
    from generator.faces.language import Language
    from generator.ground.cache import NO_CACHE

    def on_card(template: str) -> bool:
        folder = bench.root / "templates"
        return Dependence(folder, NO_CACHE, Language(folder), frozenset()).on_card(template)

    for number in range(600):
        bench.write(f"{number}.svg", f'{{% include "{number + 1}.svg" %}}{{% include "0.svg" %}}')
    bench.write("600.svg", "<g/>")
    assert not on_card("0.svg")
    bench.write("600.svg", "{{ card.title }}")
    assert on_card("0.svg")
    assert on_card("none.svg")


def test_no_memory_is_not_the_templates_fault(bench: Bench) -> None:
    class Full:
        @property
        def title(self) -> str:
            raise MemoryError

    bench.write("t.svg", "{{ game.title }}")
    made = FaceMaker(root=bench.root, book=BOOK, game=Full(), fonts=FONTS)
    with pytest.raises(MemoryError):
        made.render("t.svg", component=COMPONENT, card=CARD)
    with pytest.raises(MemoryError):
        made.words("t.svg", {})


# ---------------------------------------------------------------- files that cannot be read


def test_a_template_that_is_a_folder_or_a_ring_of_links_names_itself(bench: Bench) -> None:
    (bench.root / "templates" / "a.svg").mkdir()
    (bench.root / "templates" / "b.svg").symlink_to("b.svg")
    told = [bench.problem(f"{{% include '{name}.svg' %}}") for name in "ab"]
    assert (told[0].where, told[0].what) == ("templates/a.svg", "This is a folder, not a file.")
    assert told[1].what == "There is no template “b.svg”, neither in the folder templates nor on the shelf."


def test_a_folder_of_templates_that_leads_out(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (bench.root / "templates").rename(outside / "templates")
    (bench.root / "templates").symlink_to(outside / "templates")
    problem = bench.problem("<g/>")
    assert (problem.where, problem.what) == ("templates/t.svg", "This path leaves the game folder.")


# ---------------------------------------------------------------- what counting itself costs


def test_only_what_a_template_calls_goes_through_the_sandbox(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[object] = []
    whole = Language.call

    def counted(language: Language, context: Any, what: Any, *args: Any, **options: Any) -> Any:
        called.append(what)
        return whole(language, context, what, *args, **options)

    monkeypatch.setattr(Language, "call", counted)
    body = "{% for a in [1, 2] if a in (1, 2) %}{% set b = [a, 'x' ~ a][:1] == [card.title] %}{% endfor %}"
    bench.render(body)
    assert called == [], "loops, brackets, slices, comparisons are counted, and ask no leave"
    bench.render("{% for a in [1, 2] %}{% set b = card.title.upper() %}{% endfor %}")
    assert len(called) == 2


def test_a_template_is_parsed_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str | None] = []

    def counted(environment: Any, source: str, name: str | None, filename: str | None) -> Any:
        read.append(name)
        return parsed(environment, source, name, filename)

    monkeypatch.setattr("generator.faces.language.parsed", counted)
    bench.write("part.svg", "{% macro m() %}{{ card.title }}{% endmacro %}")
    bench.write("t.svg", '{% import "part.svg" as p with context %}<svg>{{ p.m() }}</svg>')
    maker = FaceMaker(root=bench.root, book=BOOK, game=BOOK, fonts=FONTS)
    assert maker.depends_on_card("t.svg")
    maker.render("t.svg", component=COMPONENT, card=CARD)
    assert sorted(map(str, read)) == ["part.svg", "t.svg"]


def test_a_budget_tells_every_kind_of_value_by_its_type() -> None:
    def charged(value: Any) -> int:
        budget = Budget()
        budget.touch(value)
        return budget._steps

    texts = "x" * 1000, Markup("x" * 1000)
    lists: tuple[Any, ...] = ([1] * 50, (1,) * 50, dict.fromkeys(range(50)), set(range(50)), range(50))
    assert [charged(text) for text in texts] == [10, 10]
    assert [charged(value) for value in (*lists, MappingProxyType(dict.fromkeys(range(50))))] == [51] * 6
    assert [charged(value) for value in (1, 1.5, None, True, "short", CARD)] == [0] * 6
    assert charged([[["x" * 1000], ["x" * 1000]]]) == 1 + 1 + 2 + 2 + 20
