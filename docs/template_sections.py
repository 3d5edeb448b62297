"""The made parts of the pages about templates: functions, names, filters, limits, what of SVG is drawn."""

from __future__ import annotations

import dataclasses
import inspect
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from docs import examples
from docs.desk import SHOWN, Desk
from docs.pages import PICTURES, Fence
from docs.texts import code, notes, one_line, plain, table
from generator.art import MOTIFS
from generator.faces import FaceContext, FaceMaker, assets, budget, language, sources
from generator.faces.geometry import GEOMETRY
from generator.faces.pen import KINDS
from generator.faces.spoken import Spoken
from generator.ground.files import write_whole
from generator.records.richtext import MOST_CHARACTERS
from generator.svg import pixels, subset
from generator.svg.fallback import DRAWN_AS_PIXELS
from generator.svg.parse import MOST_ELEMENTS
from generator.text.fitting import LEAST_READABLE_MM
from generator.text.fonts import game_fonts

_ARGUMENTS = re.compile(r"^\w+(, \w+)*: ", re.MULTILINE)


def _maker(desk: Desk) -> FaceMaker:
    fonts = game_fonts(desk.project)
    return FaceMaker(root=desk.root, book=desk.book, game=desk.book, fonts=fonts)


# ---------------------------------------------------------------- functions


def functions() -> str:
    """Every function of the pen: how it is called, its arguments, an example and its picture."""
    return "\n\n".join(_function(name) for name in _names() if name not in (*_PLACED, *_MEASURED, _CUT))


def places() -> str:
    """The functions for places on rings, in honeycombs and along sides."""
    return "\n\n".join(_function(name) for name in _PLACED)


def measures() -> str:
    """The functions that tell how large a text gets before it is drawn."""
    return "\n\n".join(_function(name) for name in _MEASURED)


def illustration() -> str:
    """The function that shows a drawing with its marks."""
    return _function(_CUT)


_CUT = "illustration"
_PLACED = (*GEOMETRY, "arctext")
_MEASURED = ("boxheight", "alike")


def _names() -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        maker = _maker(Desk(Path(folder)))
        return tuple(name for name in maker._pen.functions() if not name.startswith("drawing_"))


def _function(name: str) -> str:
    function = defined(name)
    about, arguments = described(function)
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    rows = []
    for names, meaning in arguments.items():
        own = [p for p in parameters if p.name in names.split(", ")]
        rows.append((", ".join(f"`{_written(p)}`" for p in own), _default(own[0]), meaning))
    call = ", ".join(_written(p) + ("…" if _by_name(p) else "") for p in parameters if _needed(p))
    before = f"{examples.BEFORE[name]}\n" if name in examples.BEFORE else ""
    example = f"{before}```svg\n{examples.FUNCTIONS[name]}```\n\n"
    picture = f'<img src="{PICTURES}/{name}.png" width="360" alt="What the example draws">'
    return (
        f"### {name}\n\n`{name}({call})`\n\n{about}\n\n"
        + table(("Argument", "Left out", "What it is"), rows)
        + f"\n\n{example}{picture}"
    )


def defined(name: str) -> Callable[..., Any]:
    """A function that templates call, by its name, as it is defined with its docstring."""
    return GEOMETRY.get(name) or next(getattr(kind, name) for kind in (*KINDS, Spoken) if hasattr(kind, name))


def described(function: Callable[..., Any]) -> tuple[str, Mapping[str, str]]:
    """What a docstring tells designers: the sentences, and the meaning of each argument or group of them."""
    text = inspect.getdoc(function) or ""
    start = _ARGUMENTS.search(text)
    about = text[: start.start()] if start else text
    arguments: dict[str, str] = {}
    for line in text[len(about) :].splitlines():
        if _ARGUMENTS.match(line):
            names, _, meaning = line.partition(": ")
            arguments[names] = meaning
        elif line.strip():
            arguments[next(reversed(arguments))] += f" {line.strip()}"
    told = (one_line(part) for part in about.split("\n\n"))
    return "\n\n".join(part for part in told if part and not part.startswith("Raises ")), arguments


def _needed(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD


def _by_name(parameter: inspect.Parameter) -> bool:
    return parameter.kind is parameter.KEYWORD_ONLY or not _needed(parameter)


def _written(parameter: inspect.Parameter) -> str:
    return f"{parameter.name}=" if _by_name(parameter) else parameter.name


def _default(parameter: inspect.Parameter) -> str:
    if _needed(parameter):
        return "needed"
    default = parameter.default
    if default is None or default is parameter.empty:
        return "—"
    return code(
        str(default).lower()
        if isinstance(default, bool)
        else f'"{default}"'
        if isinstance(default, str)
        else f"{default:g}"
    )


def motifs() -> str:
    """What `art` can draw."""
    return ", ".join(code(name) for name in MOTIFS) + "."


def fonts() -> str:
    """The families that come with the program."""
    from generator.faces.text_functions import FAMILIES

    by_name = {family: short for short, family in FAMILIES.items()}
    with tempfile.TemporaryDirectory() as folder:
        found = game_fonts(Desk(Path(folder)).project)
    rows = []
    for faces in found.files.values():
        family = faces[0].family
        kinds = sorted({(face.italic, face.weight) for face in faces})
        said = ", ".join(f"{weight} italic" if italic else str(weight) for italic, weight in kinds)
        rows.append((family, code(f'"{by_name[family]}"') if family in by_name else "", said))
    return table(("Family", "Short name", "Weights"), rows)


# ---------------------------------------------------------------- the language


def names() -> str:
    """The names that every template sees."""
    told = notes(FaceContext)
    return table(
        ("Name", "What it is"), [(code(f.name), told[f.name]) for f in dataclasses.fields(FaceContext)]
    )


def filters() -> str:
    """Every filter with an example and what it gives."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        known = _grouped(_maker(desk)._language.filters)
        rows = [
            (
                ", ".join(map(code, same)),
                code(examples.FILTERS[same[-1]]),
                code(written(desk, examples.FILTERS[same[-1]])),
            )
            for same in known
        ]
    return table(("Filter", "You write", "You get"), rows)


def _grouped(filters: Mapping[str, Any]) -> list[list[str]]:
    """The names of filters, those together that are one filter; the longest of them last."""
    same: dict[Any, list[str]] = defaultdict(list)
    for name in sorted(filters, key=len):
        same[filters[name].__wrapped__].append(name)
    return sorted(same.values(), key=lambda names: names[-1])


def written(desk: Desk, template: str) -> str:
    """What a template writes for the tile that the pictures show. Raises ValueError with its Problem."""
    write_whole(desk.project.templates / "example.md", template.encode("utf-8"), inside=desk.root)
    card = next(row for row in desk.book["Tiles"] if row["title"] == SHOWN)
    words, problems = _maker(desk).words("example.md", {"card": card})
    if words is None:
        raise ValueError(f"{template}: {problems}")
    return str(getattr(words, "text", words)).strip()


def methods() -> str:
    """What may be called on values, by what they are."""
    kinds = (("texts", str), ("tables", Mapping), ("lists", list))
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        rows = []
        for name, kind in kinds:
            allowed = next(m for k, m in language._METHODS if kind in (k if isinstance(k, tuple) else (k,)))
            listed = ", ".join(code(method) for method in sorted(allowed))
            example = examples.METHODS[name]
            rows.append((name, listed, code(example), code(written(desk, example))))
    return table(("Of", "You may call", "You write", "You get"), rows)


def limits() -> str:
    """What one face may take."""
    rows = (
        (
            "steps: each part of the template that is worked out, each item, each hundred letters",
            f"{budget.MOST_STEPS:,}",
        ),
        ("characters of the finished face", f"{budget.MOST_OUTPUT:,}"),
        (
            "characters that are written on the way, again for each macro that hands them on",
            f"{budget.MOST_WRITTEN:,}",
        ),
        ("elements of the finished face", f"{MOST_ELEMENTS:,}"),
        ("characters of a text that is put together", f"{budget.MOST_TEXT:,}"),
        ("items of a list, and of `range`", f"{budget.MOST_ITEMS:,}"),
        ("characters of one text box", f"{MOST_CHARACTERS:,}"),
        ("size of a template file", f"{sources.MOST_TEMPLATE // 10**6} MB"),
        ("size of a picture file", f"{assets.MOST_PICTURE // 10**6} MB"),
        ("pixels of a picture", f"{pixels.MOST_PIXELS // 10**6} million"),
        ("least dots to the inch of a picture, else you are warned", f"{assets.LEAST_DPI}"),
        ("least size of letters, else you are warned", f"{LEAST_READABLE_MM} mm (5 pt)"),
    )
    return table(("Of one face", "At most"), [row for row in rows if not row[0].startswith("least")]) + (
        "\n\n"
        + table(
            ("Of what is printed", "At least"),
            [(r[0].removeprefix("least "), r[1]) for r in rows if r[0].startswith("least")],
        )
    )


def slips() -> str:
    """What the program says to usual slips in a template."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        found_in = {
            part: desk.faces(Fence("", 0, "svg", part), only_one=True)[1] for part in examples.TEMPLATE_SLIPS
        }
    for part, found in found_in.items():
        rows.append((code(part), plain(f"{found[0].what} {found[0].mend}")))
    return table(("You write", "You are told"), rows)


# ---------------------------------------------------------------- SVG


def _own(attributes: Iterable[str]) -> list[str]:
    return [name for name in attributes if name != "transform"]


def elements() -> str:
    """Every element that is drawn, with its own attributes."""
    rows = [
        (code(f"<{name}>"), ", ".join(code(own) for own in _own(attributes)) or "none of its own")
        for name, attributes in subset.ELEMENTS.items()
        if name not in subset.RESOLVED
    ]
    rows += [
        (code(f"<{name}>"), ", ".join(map(code, dict.fromkeys(own.split()))) or "none of its own")
        for name, own in subset.RESOLVED.items()
    ]
    return table(("Element", "Its own attributes"), rows)


def common() -> str:
    """The attributes that every element may carry."""
    return ", ".join(code(name) for name in subset.COMMON) + "."


def silent() -> str:
    """Elements that are left alone."""
    return ", ".join(code(f"<{name}>") for name in sorted(subset.SILENT)) + "."


def foreign() -> str:
    """Elements that a designer's own picture may hold besides."""
    return ", ".join(code(f"<{name}>") for name in sorted(DRAWN_AS_PIXELS)) + "."


def idle() -> str:
    """Attributes that are fine as long as they say nothing."""
    rows = [
        (code(name), ", ".join(code(v) for v in sorted(values))) for name, values in subset.INITIAL.items()
    ]
    return table(("Attribute", "What it may say"), rows)


def mends() -> str:
    """What is not drawn, and what to do instead; things with one mend share a row."""
    grouped: dict[str, list[str]] = defaultdict(list)
    for name, mend in subset.ELEMENT_MENDS.items():
        grouped[mend].append(code(f"<{name}>"))
    for name, mend in subset.ATTRIBUTE_MENDS.items():
        grouped[mend].append(code(name))
    rows = [(", ".join(things), plain(mend)) for mend, things in grouped.items()]
    return table(("Not drawn", "What to do"), [*rows, ("anything else", plain(subset.DEFAULT_MEND))])


SECTIONS: Mapping[str, Callable[[], str]] = {
    "functions": functions,
    "places": places,
    "measures": measures,
    "illustration": illustration,
    "motifs": motifs,
    "fonts": fonts,
    "names": names,
    "filters": filters,
    "methods": methods,
    "limits": limits,
    "template-slips": slips,
    "elements": elements,
    "common": common,
    "silent": silent,
    "idle": idle,
    "foreign": foreign,
    "mends": mends,
}
