"""Hostile templates and rulebooks."""

from __future__ import annotations

from tests.hostile.folder import Hostile


def loops_in_loops(game: Hostile) -> None:
    deep = min(8, 2 + game.size // 1000)
    body = (
        "".join(f"{{% for a{i} in range({game.size}) %}}" for i in range(deep)) + "x" + "{% endfor %}" * deep
    )
    game.template(body)


def sets_without_a_loop(game: Hostile) -> None:
    game.template("{% set a = 'x' * 9000 %}" + "{% set b = a ~ a %}{% set a = b[:9000] %}" * (game.size // 4))


def methods_without_a_loop(game: Hostile) -> None:
    method = game.rng.choice(["upper()", "split('x')", "title()", "strip('x')", "count('x')", "find('y')"])
    game.template("{% set a = 'x' * 9000 %}" + f"{{% set b = a.{method} %}}" * (game.size // 4))


def filters_without_a_loop(game: Hostile) -> None:
    name = game.rng.choice(
        ["upper", "list", "sort", "unique|list", "reverse", "trim", "length", "title", "join"]
    )
    game.template("{% set a = 'xy' * 4500 %}" + f"{{% set b = a|{name} %}}" * (game.size // 4))


def comparisons_without_a_loop(game: Hostile) -> None:
    how = game.rng.choice(["a == b", "a < b", "'y' in a", "a != b", "a[5:] == b[5:]"])
    made = "{% set a = 'x' * 9000 %}{% set b = 'x' * 9000 %}"
    game.template(made + f"{{% if {how} %}}{{% endif %}}" * (game.size // 4))


def a_chain_of_operators(game: Hostile) -> None:
    sign = game.rng.choice([" + ", " ~ ", " and ", " or ", " * ", " == "])
    game.template("{{ " + sign.join(["1"] * game.size) + " }}")


def a_chain_of_names(game: Hostile) -> None:
    step = game.rng.choice([".a", "[0]", "|upper", "()", "['a']", " is defined"])
    game.template("{{ card" + step * game.size + " }}")


def a_chain_of_branches(game: Hostile) -> None:
    game.template("{% if 0 %}" + "{% elif 0 %}x" * game.size + "{% endif %}")


def brackets(game: Hostile) -> None:
    one, other = game.rng.choice(["()", "[]", ("{'a':", "}"), ("{% if 1 %}", "{% endif %}")])
    inner = one * game.size + "1" + other * game.size
    game.template(inner if one.startswith("{%") else "{{ " + inner + " }}")


def a_template_that_takes_itself_in(game: Hostile) -> None:
    how = game.rng.choice(
        ["{% include 'tile.svg' %}", "{% import 'tile.svg' as t %}", "{% extends 'tile.svg' %}"]
    )
    game.template(how)


def templates_in_a_row(game: Hostile) -> None:
    for i in range(min(game.size, 500)):
        game.template(f"{{% include 't{i + 1}.svg' %}}", name=f"t{i}.svg")
    game.template("{% include 't0.svg' %}")


def macros_that_call_themselves(game: Hostile) -> None:
    game.template("{% macro a(n) %}{{ a(n + 1) }}{{ a(n + 2) }}{% endmacro %}{{ a(0) }}")


def much_output(game: Hostile) -> None:
    game.template(f"{{% for i in range(9999) %}}<!-- {'x' * game.size} -->{{% endfor %}}")


def texts_to_fit(game: Hostile) -> None:
    words = game.rng.choice(["wo ", "w", "**b** ", "{sun}", "a-", "*", "\u00a0"]) * (game.size // 8)
    call = f"{{{{ textbox({words[:4900]!r}, 0, 0, 50, 40, size=9, least=0.1) }}}}"
    game.template(call * min(200, 1 + game.size // 100))


def icons_and_art(game: Hostile) -> None:
    call = game.rng.choice(
        [
            "{{ icon('sun', 1, 1, 3) }}",
            "{{ art('growth', 'a' ~ loop.index, 0, 0, 9, 9, '#123456', '#abcdef') }}",
        ]
    )
    game.template(f"{{% for i in range({min(game.size, 9999)}) %}}{call}{{% endfor %}}")


def one_path_used_often(game: Hostile) -> None:
    path = "M0 0" + "L1 1" * game.size
    holder = game.rng.choice(["path", "g", "symbol"])
    inner = (
        f'<path id="p" d="{path}"/>'
        if holder == "path"
        else f'<{holder} id="p"><path d="{path}"/></{holder}>'
    )
    game.template(f"<defs>{inner}</defs>" + '<use href="#p"/>' * min(game.size, 9000))


def uses_in_uses(game: Hostile) -> None:
    deep = min(40, 5 + game.size // 500)
    made = '<g id="u0"><rect width="1" height="1"/></g>' + "".join(
        f'<g id="u{i}">' + f'<use href="#u{i - 1}"/>' * 10 + "</g>" for i in range(1, deep)
    )
    game.template(f'<defs>{made}</defs><use href="#u{deep - 1}"/>')


def a_ring_of_references(game: Hostile) -> None:
    count = max(2, game.size // 10)
    tag = game.rng.choice(["linearGradient", "g"])
    if tag == "g":
        made = "".join(f'<g id="r{i}"><use href="#r{(i + 1) % count}"/></g>' for i in range(count))
        game.template(f'<defs>{made}</defs><use href="#r0"/>')
        return
    made = "".join(f'<linearGradient id="r{i}" href="#r{i + 1}"/>' for i in range(count))
    game.template(f'<defs>{made}</defs><rect width="9" height="9" fill="url(#r0)"/>')


def a_long_style(game: Hostile) -> None:
    style = game.rng.choice(["fill:red;", ";", " ", "a:b;", "fill:", "fill : "]) * game.size
    game.template(f'<rect width="9" height="9" style="{style}"/>' * 3)


def a_long_number(game: Hostile) -> None:
    number = game.rng.choice(["1", "1e", "-", ".", "1 ", "0."]) * game.size
    name = game.rng.choice(["x", "transform", "points", "stroke-dasharray"])
    game.template(f'<polygon {name}="{number}"/><text x="{number}">a</text>')


def tags(game: Hostile) -> None:
    game.template(game.rng.choice(["<g/>", "<", "<g ", "<g>", "<!--", "&amp;", "<g\n/>"]) * (4 * game.size))


def clips_and_opacity(game: Hostile) -> None:
    clip = '<clipPath id="c"><rect width="9" height="9"/></clipPath>'
    group = '<g opacity="0.5" clip-path="url(#c)">' * 20 + '<rect width="9" height="9"/>' + "</g>" * 20
    game.template(clip + group * min(game.size // 10, 3000))


def nonsense(game: Hostile) -> None:
    signs = "{}%#<>/\"'=()[]|~.abcardtile01 \n-_:;&"
    game.template("".join(game.rng.choice(signs) for _ in range(game.size)))


def bytes_of_nonsense(game: Hostile) -> None:
    game.write("templates/tile.svg", game.rng.randbytes(game.size))


# ---------------------------------------------------------------- rulebooks


def a_tall_row(game: Hostile) -> None:
    words = game.rng.choice(["word ", "W", "a-", "1"]) * game.size
    game.rulebook(f"# One\n\n| a | b |\n|---|---|\n| {words} | x |\n")


def a_tall_heading(game: Hostile) -> None:
    game.rulebook(f"{'#' * game.rng.randint(1, 4)} {'Word ' * game.size}\n\ntext\n")


def a_tall_quotation(game: Hostile) -> None:
    game.rulebook("# One\n\n> " + "word " * game.size + "\n")


def a_long_paragraph(game: Hostile) -> None:
    game.rulebook(
        "# One\n\n" + game.rng.choice(["word ", "w", "**b** ", "*", "_", "`", "[", "![", "]("]) * game.size
    )


def a_wide_table(game: Hostile) -> None:
    row = "|" + "a|" * game.size
    game.rulebook(f"# One\n\n{row}\n{'|-' * game.size}|\n{row}\n")


def many_blocks(game: Hostile) -> None:
    block = game.rng.choice(
        ["# H\n\n", "word\n\n", "- item\n", "> q\n\n", "1. n\n", "![](face:Tiles/Mill Pond)\n\n"]
    )
    game.rulebook("# One\n\n" + block * game.size)


def nested_lists(game: Hostile) -> None:
    deep = min(game.size, 5000)
    game.rulebook(
        game.rng.choice(["> " * deep + "x", "".join("  " * i + "- x\n" for i in range(deep % 400))])
    )


def html_and_pictures(game: Hostile) -> None:
    lines = [
        "<b>x</b>",
        "| a |\n|---|\n| b |\n![x](face:Tiles/None)",
        "<!-- x",
        "- ![x](nope)",
        "# ![x](face:Tiles)",
    ]
    game.rulebook("# One\n\n" + "\n\n".join(game.rng.choice(lines) for _ in range(1 + game.size // 100)))


def a_rulebook_of_nonsense(game: Hostile) -> None:
    signs = "#*_`[]()!|>-+~{}%<>\\\"'&0a \n\n\n\t:"
    game.rulebook("".join(game.rng.choice(signs) for _ in range(game.size)))
