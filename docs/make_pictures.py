"""The README's pictures, made of the game's own designs and scenes: `make pictures`."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from generator.booklet.scene.draw import draw_scene
from generator.booklet.scene.lying import Scene
from generator.booklet.scene.pointing import NO_NOTES
from generator.booklet.scene.scenery import scenes_of
from generator.checks.checked import Checked
from generator.cli.new_game import kinds, new_game
from generator.faces.grounds import begin_drawing, ground_names
from generator.faces.marking import cut_drawings
from generator.ground.output import Counted
from generator.ground.project import Project
from generator.ground.raster import MM_PER_INCH, Pages
from generator.press.decks import Deck
from generator.press.renders import Renders, Workshop
from generator.replay.play import Replayed
from generator.sheets.sheet import A4
from generator.story import BuildOptions, GameRun, build, story

if TYPE_CHECKING:
    from PIL.Image import Image

ROOT = Path(__file__).parents[1]
SHEETS = ROOT / "output" / "A4"
PICTURES = ROOT / "docs" / "pictures"
GROUND = "#e9e6df"
QUALITY = 88
"""Of a JPEG: full colours, at a size that a README may have."""
SCENES = {"table": "A table for two, some rounds in", "mat": "Your mat"}
"""The names of pictures, and the scenes that they show."""
GAMES = ROOT / "games"
WIDTH = 1500
"""Pixels of the widest pictures."""
CARD_DPI, CORNER_MM = 110, 3.0
KIND_PX = 640
"""The longer side of a sheet of a kind of game."""


@dataclass(slots=True)
class Shown:
    """A game with all its designs drawn and its scenes laid; it looks on while the game is made."""

    decks: dict[str, Deck] = field(default_factory=dict)
    scenes: dict[str, Scene] = field(default_factory=dict)
    _checked: Checked | None = None
    _workshop: Workshop | None = None

    def opened(self, checked: Checked, samples: Sequence[Replayed], workshop: Workshop) -> None:
        """Keep what the scenes are made of."""
        self._checked, self._workshop = checked, workshop

    def maker(self, maker: Renders) -> Renders:
        """This very maker."""
        return maker

    def drawn(self, run: GameRun) -> None:
        """Keep the designs, and lay the scenes."""
        assert self._checked is not None and self._workshop is not None
        self.decks = {deck.name: deck for deck in run.decks}
        found_scenes = scenes_of(self._checked.book, run.decks, self._workshop.maker).scenes
        self.scenes = {scene.title: scene for scene in found_scenes}

    def scene(self, title: str, width: int) -> Image:
        """A scene without its marks, so many pixels across."""
        scene = replace(self.scenes[title], notes=NO_NOTES)
        dpi = width / scene.width_mm * MM_PER_INCH
        assert self._workshop is not None
        shop = self._workshop
        pdf = draw_scene(scene, self.decks.values(), shop.maker, shop.fonts)
        with Pages(pdf) as pages:
            return pages.image(0, dpi=dpi)

    def card(self, component: str, number: int) -> Image:
        """A design of a deck as it is cut, its corners rounded, with nothing round it."""
        from PIL import Image, ImageDraw

        deck = self.decks[component]
        scale = CARD_DPI / MM_PER_INCH
        with Pages(deck.designs) as pages:
            whole, size = pages.image(number, dpi=CARD_DPI), pages.size(number)
        bleed = (size.width_mm - deck.format.width_mm) / 2
        edges = (bleed, bleed, size.width_mm - bleed, size.height_mm - bleed)
        cut = whole.crop(tuple(round(edge * scale) for edge in edges))  # type: ignore[arg-type]
        mask = Image.new("L", (cut.width * 4, cut.height * 4), 0)
        ImageDraw.Draw(mask).rounded_rectangle(
            (0, 0, mask.width - 1, mask.height - 1), CORNER_MM * scale * 4, fill=255
        )
        cut.putalpha(mask.resize(cut.size))
        return cut


def shown(folder: Path) -> Shown:
    """A game folder's designs and scenes. Raises Failed."""
    found = Shown()
    story(GameRun(project=Project(folder), stage=Counted(folder), options=BuildOptions(), onlooker=found))
    return found


def page(name: str, number: int, width: int) -> Image:
    """A page of an A4 file as a picture of so many pixels across."""
    (path,) = SHEETS.glob(f"*_{name}.pdf")
    with Pages(path.read_bytes()) as pages:
        dpi = width / pages.size(number - 1).width_mm * MM_PER_INCH
        return pages.image(number - 1, dpi=dpi)


def grid(pictures: Sequence[Image], columns: int, gap: int = 16) -> Image:
    """Pictures in rows, on a quiet ground; what is not square at the corners shows it."""
    from PIL import Image

    width, height = max(each.width for each in pictures), max(each.height for each in pictures)
    rows = -(-len(pictures) // columns)
    size = (columns * (width + gap) + gap, rows * (height + gap) + gap)
    canvas = Image.new("RGB", size, GROUND)
    for number, each in enumerate(pictures):
        x, y = gap + number % columns * (width + gap), gap + number // columns * (height + gap)
        canvas.paste(each, (x, y), each if each.mode == "RGBA" else None)
    return canvas


def save(picture: Image, name: str) -> None:
    """In full colour."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture.convert("RGB").save(PICTURES / f"{name}.jpg", quality=QUALITY, optimize=True)


def one_of_each_layer(game: Shown) -> list[Image]:
    """The first Pattern or Initiative of every Layer."""
    firsts: dict[str, tuple[str, int]] = {}
    for component in ("Patterns", "Initiatives"):
        for row in game.decks[component].rows:
            assert row.row is not None
            firsts.setdefault(str(row.row["layer"]), (component, row.front))
    return [game.card(*firsts[layer]) for layer in firsts]


def widest(game: Shown) -> str:
    """The title of the scene with the largest table, the first of several.

    The last one is what the components alone suggest; it is taken if there is no other.
    """
    stated = list(game.scenes.values())[:-1] or list(game.scenes.values())
    return max(stated, key=lambda scene: scene.width_mm * scene.height_mm).title


def save_kinds(folder: Path) -> None:
    """The first sheet of each kind of game that `pnp new` begins, made in an empty folder."""
    for kind in kinds():
        game = new_game(f"My {kind}", folder, kind)
        build(Project(game), BuildOptions(papers=(A4,)))
        sheets = sorted((game / "output" / "A4").glob("*.pdf"), key=lambda path: len(path.name))
        with Pages(next(path for path in sheets if "CutGuide" not in path.name).read_bytes()) as pages:
            size = pages.size(0)
            dpi = KIND_PX / max(size.width_mm, size.height_mm) * MM_PER_INCH
            save(pages.image(0, dpi=dpi), f"kind-{kind}")


def save_grounds(folder: Path) -> None:
    """Every ground of the shelf as a drawing that is begun with it, made in an empty folder."""
    import cairosvg
    from PIL import Image

    for ground in ground_names():
        begin_drawing(folder, ground, ground)
    pngs = (
        cairosvg.svg2png(url=str(folder / path), output_width=KIND_PX * 3 // 8)
        for path in cut_drawings(folder).written
    )
    save(grid([Image.open(io.BytesIO(png)) for png in pngs], 5), "grounds")


def main() -> int:
    """Write all of them."""
    with TemporaryDirectory() as folder:
        save_kinds(Path(folder))
    with TemporaryDirectory() as folder:
        save_grounds(Path(folder))
    if not SHEETS.is_dir():
        print("There are no sheets yet: run pnp build first.", file=sys.stderr)
        return 1
    game = shown(ROOT)
    for name, title in SCENES.items():
        save(game.scene(title, WIDTH), name)
    save(grid(one_of_each_layer(game), 5), "layers")
    save(grid([page("Patterns_A4_duplex", number, WIDTH // 2) for number in (1, 2)], 2), "sheet")
    save(grid([page("Rulebook_A4", number, WIDTH // 3) for number in (1, 3, 5)], 3), "rulebook")
    for workbook in sorted(GAMES.glob("*/card_data.xlsx")):
        game = shown(workbook.parent)
        save(game.scene(widest(game), WIDTH * 2 // 3), workbook.parent.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
