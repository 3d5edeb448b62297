"""The examples of the reference. The script runs each of them and writes down what it gives."""

from __future__ import annotations

from collections.abc import Mapping

from generator.records.cells import Raw
from generator.records.symbols import Kind, Symbol, Symbols
from generator.records.tables import Field, FieldType

FUNCTIONS: Mapping[str, str] = {
    "icon": """\
{{ icon("sun", 6, 5, 8) }}
{{ icon("water", 20, 5, 8, color="#2b7fb8") }}
{{ icon("leaf", 34, 3, 12, color="#4b8a2b") }}
""",
    "text": """\
{{ text(card.title, 6, 9, 48, size=6, font="title", weight=600) }}
{{ text(card.land, 6, 14, 48, size=2.6, caps=true, spacing=0.4, color="#4b8a2b") }}
{{ text("A long line that shrinks until it fits into 48 mm", 6, 21, 48, size=4, least=2, align="center") }}
""",
    "textbox": """\
<rect x="6" y="4" width="48" height="15" rx="2" fill="#f3ecdd"/>
{{ textbox("Pay {sun} and **turn the tile**. You gain 2{leaf} *even at night*.", 8, 5, 44, 13,
           size=4, least=2.5, valign="middle", icon_color={"sun": "#c98a00", "leaf": "#4b8a2b"}) }}
""",
    "art": """\
{{ art("waves", card.title, 4, 4, 25, 25, "#2c5fb3", "#dbe6f7") }}
{{ art("growth", card.title, 31, 4, 25, 25, "#4b8a2b", "#e2f0d6", variant=3) }}
""",
    "picture": """\
<rect x="4" y="4" width="24" height="18" fill="#f7ebc8"/>
{{ picture("art/bee.svg", 4, 4, 24, 18) }}
<rect x="32" y="4" width="24" height="18" fill="#f7ebc8"/>
{{ picture("art/bee.svg", 32, 4, 24, 18, fit="contain") }}
""",
    "illustration": """\
{% set drawn = illustration("bee", 4, 4, 24, 12) %}
{{ drawn or art("growth", card.title, 4, 4, 24, 12, "#4b8a2b", "#e2f0d6") }}
""",
    "boxheight": """\
{% set low = namespace(y=4) %}
{% for line in ["{sun} Shine, so that something can grow.", "Rain.", "A **long** night without a moon."] %}
{% set high = boxheight(line, 30, size=3.2, strut=true) %}
<rect x="6" y="{{ low.y }}" width="30" height="{{ high }}" fill="#f3ecdd"/>
{{ textbox(line, 6, low.y, 30, high, size=3.2, strut=true) }}
{% set low.y = low.y + high + 1 %}
{% endfor %}
""",
    "alike": """\
{% set names = ["Hill", "Meadow", "A very long valley"] %}
{% set one = alike(names, 14, size=4, least=1.8) %}
{% for name in names %}
{{ text(name, 6 + loop.index0 * 17, 10, 14, size=one) }}
{% endfor %}
""",
    "effect": """\
{{ textbox(effect(card.gift), 6, 5, 48, 8, size=5) }}
{{ textbox(effect(card.gift, you="You gain "), 6, 14, 48, 8, size=5) }}
""",
    "asked": """\
{% for key in asked(card.cost) %}
{{ icon(key, 6 + loop.index0 * 9, 5, 7) }}
{% endfor %}
""",
    "arctext": """\
<circle cx="30" cy="13" r="9" fill="none" stroke="#2b7fb8" stroke-width="0.3"/>
{{ arctext("Round the lake", 30, 13, 9.6, 0, size=3.4, weight=600) }}
{{ arctext("and home again", 30, 13, 12, 180, size=3.4, inside=true, color="#4b8a2b") }}
""",
    "polar": """\
{% set end = polar(30, 12, 9, 60) %}
<path d="M30 12L{{ end.x }} {{ end.y }}" stroke="#22252e" stroke-width="0.6"/>
{{ icon("sun", end.x - 2.5, end.y - 2.5, 5, color="#c98a00") }}
""",
    "ring": """\
{% for place in ring(7, 30, 12, 9) %}
<g transform="rotate({{ place.degrees }} {{ place.x }} {{ place.y }})">
<rect x="{{ place.x - 2 }}" y="{{ place.y - 2 }}" width="4" height="4" rx="0.8" fill="#dbe6f7"/>
{{ text(loop.index, place.x - 2, place.y + 1.1, 4, size=3, align="center") }}
</g>
{% endfor %}
""",
    "hex": """\
{% for q, r in [(0, 0), (1, 0), (2, -1), (0, 1), (1, 1), (2, 0)] %}
{% set field = hex(q, r, 10, 8.66, cx=18, cy=7, apart=0.4) %}
<path d="M-5 0l2.5-4.33h5l2.5 4.33-2.5 4.33h-5z" fill="#e2f0d6"
      transform="translate({{ field.x }} {{ field.y }})"/>
{{ text(q ~ ", " ~ r, field.x - 4, field.y + 0.8, 8, size=2.4, align="center") }}
{% endfor %}
""",
    "edges": """\
<g transform="translate(16 0)">
{% for side in edges("hexagon", 26, 22.5) %}
<path d="M{{ side.x1 }} {{ side.y1 }}L{{ side.x2 }} {{ side.y2 }}" stroke="#4b8a2b" stroke-width="0.6"/>
<g transform="rotate({{ side.degrees }} {{ side.x }} {{ side.y }})">
{{ text(loop.index, side.x - 3, side.y + 4, 6, size=3.4, align="center") }}
</g>
{% endfor %}
</g>
""",
    "layer": """\
{% set shore = layer(2) %}
<rect x="6" y="5" width="20" height="8" rx="2" fill="{{ shore.colour }}"/>
{{ text(shore.name, 6, 10.2, 20, size=3.6, align="center", color="#ffffff") }}
""",
    "word": """\
{{ text(word("Cost"), 6, 10, 20, size=5) }}
{{ text(word("Take {count} cards", count=3), 6, 18, 48, size=5) }}
""",
}
"""Function -> a part of a template that calls it."""

BEFORE: Mapping[str, str] = {
    "picture": """\
The example shows this file, `art/bee.svg`:

```svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12">
  <ellipse cx="12" cy="7" rx="8" ry="4.4" fill="#e0a400"/>
  <path d="M9 3.2V10.8M13 2.8V11.2M17 4.1V9.9" stroke="#22252e" stroke-width="1.6"/>
  <ellipse cx="12" cy="3.4" rx="4" ry="2.4" fill="#ffffff" transform="rotate(-20 12 3.4)"/>
  <circle cx="5.6" cy="6.2" r="0.8" fill="#22252e"/>
</svg>
```
""",
    "layer": """\
It needs a sheet **Layers**:

| Layer | Name | Colour |
|---|---|---|
| 1 | Field | `#a67c00` |
| 2 | Shore | `#2c5fb3` |

with three more rows in the sheet **Fields**:

| Sheet | Column | Type | Required | Unique |
|---|---|---|---|---|
| Layers | Layer | integer | yes | yes |
| Layers | Name | text | yes | yes |
| Layers | Colour | colour | yes | no |
""",
}
"""Function -> what its example needs before."""

FILTERS: Mapping[str, str] = {
    "abs": "{{ -3 | abs }}",
    "capitalize": '{{ "old OAK" | capitalize }}',
    "default": '{{ card.art | default("no picture", true) }}',
    "dictsort": '{% for key, value in {"b": 1, "a": 2} | dictsort %}{{ key }}{{ value }} {% endfor %}',
    "escape": '{{ "Salt & Sea" | escape }}',
    "first": '{{ ["sun", "leaf"] | first }}',
    "float": '{{ "2.5" | float + 1 }}',
    "groupby": '{% for land, all in book["Tiles"] | groupby("land") %}{{ land }} {% endfor %}',
    "int": '{{ "7" | int + 1 }}',
    "items": '{% for key, value in {"b": 1, "a": 2} | items %}{{ key }}{{ value }} {% endfor %}',
    "join": '{{ ["sun", "leaf"] | join(", ") }}',
    "last": '{{ ["sun", "leaf"] | last }}',
    "length": "{{ asked(card.cost) | length }}",
    "list": "{{ range(3) | list | length }}",
    "lower": "{{ card.title | lower }}",
    "map": '{{ book["Lands"] | map(attribute="name") | join(", ") }}',
    "max": "{{ [3, 9, 4] | max }}",
    "min": "{{ [3, 9, 4] | min }}",
    "reject": '{{ [1, 2, 3] | reject("odd") | join(", ") }}',
    "rejectattr": '{{ book["Tiles"] | rejectattr("land", "equalto", "Lake") | list | length }}',
    "replace": '{{ card.title | replace("Bee", "Wasp") }}',
    "reverse": '{{ ["a", "b", "c"] | reverse | join }}',
    "round": "{{ (7 / 3) | round(1) }}",
    "select": '{{ [1, 2, 3] | select("odd") | join(", ") }}',
    "selectattr": '{{ book["Tiles"] | selectattr("land", "equalto", "Lake") | list | length }}',
    "sort": '{{ ["pear", "apple"] | sort | join(", ") }}',
    "string": "{{ 12 | string | length }}",
    "sum": '{{ book["Tiles"] | sum(attribute="copies") }}',
    "title": '{{ "old oak" | title }}',
    "trim": '{{ "  oak  " | trim }}',
    "truncate": '{{ "A very long sentence indeed" | truncate(12) }}',
    "unique": '{{ ["b", "a", "b"] | unique | join(", ") }}',
    "upper": "{{ card.title | upper }}",
}
"""Filter -> a template that uses it, for the tile Bee Bank."""

METHODS: Mapping[str, str] = {
    "texts": '{% if card.title.startswith("Bee") %}{{ "a-b-c".split("-") | last }}{% endif %}',
    "tables": '{{ {"sun": "#c98a00"}.get("sun", "#000000") }}',
    "lists": '{{ ["sun", "leaf", "sun"].count("sun") }}',
}
"""What has methods -> a template that uses some."""

TEMPLATE_SLIPS = (
    "{{ card.titel }}",
    "{{ text(card.title, 6, 10) }}",
    '{{ icon("sunn", 6, 6, 5) }}',
    '{{ text("A line that is much too long for the little room that it has", 6, 10, 30, size=4, least=3) }}',
    "{% if card.art %}{{ picture(card.art, 0, 0, 60, 52) }}",
    '<rect x="1" y="1" width="9" height="9" filter="url(#glow)"/>',
)
"""Parts of a template that are wrong in a way that happens."""

WORKBOOK_SLIPS = (
    ("Tiles", "B3", "Medow"),
    ("Tiles", "C4", "2X"),
    ("Tiles", "D5", "1L"),
    ("Tiles", "F6", "two"),
    ("Tiles", "A7", "Mill Pond"),
    ("Lands", "B2", "green"),
    ("Components", "C2", "tiel.svg"),
    ("Components", "B3", "Tokkens"),
    ("Icons", "A2", "moon"),
)
"""Sheet, cell and what somebody types there."""
CSV_SLIPS = (
    ("Title,Land,Cost\nMill Pond,Lake\n", "a cell is missing"),
    ("Title,Land,Cost\nMill, by the pond,Lake,2W\n", "a comma in a text without quotation marks"),
    ('Title,Land,Cost\n"Mill Pond,Lake,2W\n', "a quotation mark that is not closed"),
    ("Title,Land,Cost\nMühlteich,Lake,2W\n", "saved in an encoding of old"),
)
"""A file and what is wrong with it; the last one is saved in Latin-1."""

SYMBOLS = Symbols(
    [
        Symbol("sun", "S", "☀️", "Sun", Kind.TOKEN),
        Symbol("water", "W", "💧", "Water", Kind.TOKEN),
        Symbol("leaf", "L", "🌿", "Leaf", Kind.TOKEN),
        Symbol("token", "T", "", "Token", Kind.ANY_TOKEN),
        Symbol("health", "H", "❤️", "Health", Kind.TRACK),
        Symbol("hope", "Ho", "", "Hope", Kind.SHARED_TRACK),
        Symbol("forest", "Fo", "🌲", "Forest", Kind.LAYER),
        Symbol("rest", "", "", "Rest", Kind.ACTION),
        Symbol("star", "", "⭐", "Star", Kind.SIGN),
    ]
)
"""The sheet Icons of the notation's examples."""

REQUIREMENTS = ("2S 1L", "s l s", "☀️☀️🌿", "2 Sun, Leaf", "2 x sun + 1 leaf", "3T", "1Fo 2W", "2H", "", "none")
REFUSED_REQUIREMENTS = ("2X", "SL", "100S", "1Ho", "2")
EFFECTS = (
    "+2L",
    "+1S +1W",
    "+1S; -1H",
    "-1 Health",
    "all +1H",
    "others -1L",
    "-1Ho; all -1H",
    "no Rest",
    "all no Rest",
    "you -1H",
    "",
)
REFUSED_EFFECTS = ("2L", "everybody +1H", "+1Fo", "no Sun", "+0L", "no")

FIELDS: Mapping[FieldType, tuple[Field, tuple[Raw, ...], Raw]] = {
    FieldType.TEXT: (Field("Cards", "Title", FieldType.TEXT), ("Old Oak",), ""),
    FieldType.RICH: (Field("Cards", "Text", FieldType.RICH), ("Gain 2{leaf} **now**.",), "Gain {laef}."),
    FieldType.INTEGER: (Field("Cards", "Age", FieldType.INTEGER, least=1, most=9), (3,), 2.5),
    FieldType.NUMBER: (Field("Cards", "Weight", FieldType.NUMBER, least=0), (3, 2.5), -1),
    FieldType.YES_NO: (Field("Cards", "Big", FieldType.YES_NO), ("yes", "no", "x"), "perhaps"),
    FieldType.CHOICE: (
        Field("Cards", "Size", FieldType.CHOICE, values="small | large"),
        ("small", "Large"),
        "smal",
    ),
    FieldType.REFERENCE: (
        Field("Cards", "Land", FieldType.REFERENCE, values="Lands.Name"),
        ("Lake", "meadow"),
        "Laek",
    ),
    FieldType.REQUIREMENT: (Field("Cards", "Cost", FieldType.REQUIREMENT), ("2S 1L",), "2X"),
    FieldType.EFFECT: (Field("Cards", "Gift", FieldType.EFFECT), ("+1L; -1H",), "1L"),
    FieldType.COLOUR: (Field("Cards", "Colour", FieldType.COLOUR), ("#2b7fb8", "2B7FB8"), "blue"),
    FieldType.FILE: (Field("Cards", "Art", FieldType.FILE), ("art/oak.png",), "../oak.png"),
}
"""Type -> a column of it, what may be typed there, and what is refused."""
LANDS = ("Meadow", "Lake")
"""What the example of a reference may name."""

FORMATS = (
    ("Poker card", "rectangle", 63.5, 88.9),
    ("European card", "rectangle", 59, 92),
    ("Tarot card", "rectangle", 70, 120),
    ("Mini card", "rectangle", 44, 67),
    ("Square tile", "rectangle", 50, 50),
    ("Hexagon", "hexagon", 60, 52),
    ("Round token", "circle", 22, 22),
    ("Player mat", "rectangle", 260, 180),
    ("Board", "rectangle", 400, 300),
)
"""Usual sizes in mm."""
