"""Hostile pictures, fonts, links and leftovers."""

from __future__ import annotations

import io
import json
import os
import shutil
import struct
from pathlib import Path

from PIL import Image

from tests.hostile.folder import Hostile

FONTS = Path(__file__).parents[2] / "fonts"


def a_jpeg_of_many_scans(game: Hostile) -> None:
    made = io.BytesIO()
    Image.new("L", (min(4000, 200 + game.size),) * 2, 90).save(made, "JPEG", progressive=True)
    content = made.getvalue()
    start = content.rfind(b"\xff\xda")
    scan = content[start:-2]
    game.art("x.jpg", content[:start] + scan * game.size + b"\xff\xd9")


def a_picture_of_many_pixels(game: Hostile) -> None:
    side = min(20_000, 500 + 4 * game.size)
    made = io.BytesIO()
    Image.new("1", (side, side)).save(made, "PNG")
    game.art("x.png", made.getvalue())


def many_pictures(game: Hostile) -> None:
    made = io.BytesIO()
    Image.new("1", (5000, 5000)).save(made, "PNG")
    rows = []
    for i in range(min(60, 1 + game.size // 100)):
        game.write(f"art/p{i}.png", made.getvalue())
        rows.append((f"Picture {i}", "Meadow", "1S", "+1L", f"art/p{i}.png", 1))
    game.rows("Tiles", rows)


def a_picture_that_lies_about_its_size(game: Hostile) -> None:
    made = io.BytesIO()
    Image.new("RGB", (60, 60)).save(made, "PNG")
    content = bytearray(made.getvalue())
    content[16:24] = struct.pack(">II", game.size * 10, game.rng.choice([1, 60, 2**31 - 1]))
    game.art("x.png", bytes(content))


def a_picture_with_bytes_that_flip(game: Hostile) -> None:
    made = io.BytesIO()
    kind = game.rng.choice(["PNG", "JPEG"])
    Image.effect_noise((200, 200), 90).save(made, kind)
    content = bytearray(made.getvalue())
    for _ in range(1 + game.size // 500):
        content[game.rng.randrange(len(content))] = game.rng.randrange(256)
    game.art("x.png", bytes(content))


def a_picture_of_nonsense(game: Hostile) -> None:
    game.art(
        "x.png",
        game.rng.choice([b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"<svg", b""])
        + game.rng.randbytes(game.size),
    )


def style_rules_in_a_drawing(game: Hostile) -> None:
    rules = "".join(f".c{i} a b > c, .d{i} {{ fill: red }}" for i in range(game.size))
    shapes = "".join(f'<rect class="c{i}" width="1" height="1"/>' for i in range(min(game.size, 5000)))
    game.art("x.svg", _svg(f"<style>{rules}</style>{shapes}"))


def markers_in_a_drawing(game: Hostile) -> None:
    line = "".join(f"{i % 9},{i % 7} " for i in range(game.size))
    marker = '<marker id="m"><path d="M0 0 1 1" marker-mid="url(#m)"/></marker>'
    game.art("x.svg", _svg(f'{marker}<polyline points="{line}" style="marker-mid:url(#m)"/>'))


def patterns_and_masks_in_a_drawing(game: Hostile) -> None:
    inner = '<rect width="9" height="9" fill="url(#p)" mask="url(#m)"/>' * min(game.size // 10, 400)
    made = f'<pattern id="p" width="0.01" height="0.01">{inner}</pattern><mask id="m">{inner}</mask>'
    game.art("x.svg", _svg(f'{made}<rect width="90" height="90" fill="url(#p)" mask="url(#m)"/>'))


def a_drawing_in_a_drawing(game: Hostile) -> None:
    game.art("x.svg", _svg('<image width="9" height="9" href="x.svg"/>' * min(game.size, 9000)))


def an_icon_of_everything(game: Hostile) -> None:
    shapes = '<path d="M0 0h24v24z"/>' * min(4 * game.size, 150_000)
    game.write("icons/sun.svg", _svg(shapes, side=24))


def a_font_with_bytes_that_flip(game: Hostile) -> None:
    content = bytearray((FONTS / "SourceSans3-Regular.ttf").read_bytes())
    for _ in range(1 + game.size // 300):
        at = game.rng.randrange(len(content)) if game.rng.random() < 0.5 else game.rng.randrange(3000)
        content[at] = game.rng.randrange(256)
    _font(game, bytes(content))


def a_font_whose_table_lies(game: Hostile) -> None:
    content = bytearray((FONTS / "SourceSans3-Regular.ttf").read_bytes())
    tables = {content[at : at + 4]: at for at in range(12, 12 + 16 * content[5], 16)} if False else {}
    for at in range(12, 12 + 16 * content[5], 16):
        tables[bytes(content[at : at + 4])] = at
    name = game.rng.choice([b"cmap", b"loca", b"glyf", b"maxp", b"hhea", b"hmtx", b"head", b"post", b"name"])
    start = int.from_bytes(content[tables[name] + 8 : tables[name] + 12], "big")
    for _ in range(8):
        at = start + game.rng.randrange(60)
        content[at : at + 2] = game.rng.choice([b"\xff\xff", b"\x00\x00", b"\x7f\xff", b"\x00\x01"])
    _font(game, bytes(content))


def a_font_that_is_cut_off(game: Hostile) -> None:
    content = (FONTS / "Fraunces-SemiBold.ttf").read_bytes()
    _font(game, content[: game.rng.randrange(len(content))], name="Fraunces-SemiBold.ttf")


def a_link_that_leads_out(game: Hostile) -> None:
    outside = game.root.parent / "outside"
    (outside / "A4").mkdir(parents=True)
    for name in ("precious.svg", "A4/precious.pdf", "SourceSans3-Regular.ttf", "precious.xlsx", "ready.json"):
        (outside / name).write_text("precious")
    name = game.rng.choice(
        [
            "templates",
            "icons",
            "fonts",
            "art",
            "output",
            "output/A4",
            "output/.lock",
            "output/.building",
            "output/.building/files",
            "output/.contents.json",
            "output/README.txt",
            "card_data.xlsx",
            "templates/tile.svg",
            "icons/sun.svg",
            ".card_data.xlsx.new",
            "fonts/SourceSans3-Regular.ttf",
        ]
    )
    path = game.root / name
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside if "." not in path.name or path.name == ".building" else outside / "precious.svg")


def a_ring_of_links(game: Hostile) -> None:
    name = game.rng.choice(
        ["templates", "icons", "fonts", "art", "output", "card_data.xlsx", "templates/tile.svg"]
    )
    path = game.root / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def a_pipe(game: Hostile) -> None:
    name = game.rng.choice(
        ["templates/tile.svg", "icons/sun.svg", "card_data.xlsx", "fonts/A-Regular.ttf", "output/.lock"]
    )
    name = game.rng.choice([name, "templates/rulebook.md", "output/.contents.json"])
    path = game.root / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def a_folder_where_a_file_should_be(game: Hostile) -> None:
    name = game.rng.choice(
        ["templates/tile.svg", "icons/sun.svg", "card_data.xlsx", "fonts/A-Regular.ttf", "output/README.txt"]
    )
    path = game.root / game.rng.choice([name, "templates/rulebook.md", "output/A4/MyGame_v0.1_Tokens_A4.pdf"])
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)


def a_list_of_contents(game: Hostile) -> None:
    entry = {
        **{
            "path": "A4/x.pdf",
            "component": "x" * game.size,
            "paper": "A4",
            "kind": "",
            "pages": 1,
            "sheets": 1,
        },
        **{"pieces": 1, "size": "", "designs": 1, "size_bytes": 1, "flip": "", "partial": False},
    }
    paths = [
        "../card_data.xlsx",
        "A4/../../card_data.xlsx",
        "/etc/passwd",
        "A4/\x00.pdf",
        "A4/" + "x" * 9000 + ".pdf",
    ]
    listed = [{**entry, "path": game.rng.choice(paths)} for _ in range(min(game.size, 2000))]
    made = game.rng.choice(
        [json.dumps(listed), "[" * game.size, "9" * game.size, json.dumps(dict.fromkeys(paths))]
    )
    game.write("output/.contents.json", made)


def a_killed_build_that_was_forged(game: Hostile) -> None:
    game.write("output/.building-x/files/A4/evil.pdf", b"evil")
    game.write("output/.building-x/files/../../../evil.pdf", b"evil")
    note = {
        "files": {"A4/evil.pdf": "0" * 64, "../evil.txt": ""},
        "stale": ["../card_data.xlsx"],
        "seal": "0" * 64,
    }
    made = game.rng.choice([json.dumps(note), json.dumps(["../card_data.xlsx"]), "{" * game.size])
    game.write("output/.building-x/ready.json", made)


def _font(game: Hostile, content: bytes, *, name: str = "SourceSans3-Regular.ttf") -> None:
    game.write(f"fonts/{game.rng.choice([name, 'Unused-Regular.ttf'])}", content)


def _svg(body: str, *, side: int = 100) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{body}</svg>'
