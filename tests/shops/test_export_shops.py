"""What a target's TOML may say: ours are sound, and each mistake in a game's own is told with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.ground.raster import MM_PER_INCH
from generator.ground.shapes import Shape
from generator.shops.exports.targets import CopyFiles, Sizes, TargetKind, read_target, target_names

SHOP = """\
title = "A shop"
names = "{component}/{number}_{side}.png"
dpi = 300

[limits]
file_mb = 5

[[products]]
name = "Poker"
mm = [63.5, 88.9]
px = [825, 1125]
"""


def shop(folder: Path, text: str = SHOP, name: str = "acme") -> Project:
    (folder / "shops").mkdir(exist_ok=True)
    (folder / "shops" / f"{name}.toml").write_text(text, encoding="utf-8")
    return Project(folder)


def refused(project: Project, name: str = "acme") -> list[str]:
    with pytest.raises(Failed) as caught:
        read_target(name, project)
    return [f"{one.where}: {one.what} {one.mend}" for one in caught.value.problems]


# ---------------------------------------------------------------- ours


@pytest.mark.parametrize("name", target_names())
def test_our_targets_are_sound_and_say_where_their_numbers_come_from(name: str) -> None:
    target = read_target(name)
    assert not target.own and target.title and len(target.facts) > 20
    assert len({product.name for product in target.products}) == len(target.products)


@pytest.mark.parametrize(
    ("name", "mm", "px", "safe_px"),
    [
        ("game-crafter", (63.5, 88.9), (825, 1125), 75),
        ("game-crafter", (44.45, 63.5), (600, 825), 75),
        ("game-crafter", (57.15, 88.9), (750, 1125), 75),
        ("game-crafter", (69.85, 120.65), (900, 1500), 75),
        ("game-crafter", (95.25, 82.55), (1200, 1050), 0),
        ("game-crafter", (66.04, 91.44), (2325, 1950), 0),
        ("game-crafter", (203.2, 254), (2475, 3075), 0),
        ("game-crafter", (279.4, 120.65), (3375, 1500), 0),
        ("game-crafter", (19.05, 16.764), (300, 300), 0),
        ("makeplayingcards", (63.5, 88.9), (822, 1122), 72),
    ],
)
def test_what_shops_ask_for(name: str, mm: tuple[float, float], px: tuple[int, int], safe_px: float) -> None:
    products = read_target(name).products
    found = [one for one in products if (one.width_mm, one.height_mm) == mm and one.width_px == px[0]]
    assert [(one.width_px, one.height_px, one.safe_px) for one in found] == [(*px, safe_px)]


def test_the_safe_area_of_makeplayingcards_is_what_it_states() -> None:
    poker = read_target("makeplayingcards").products[0]
    assert (poker.width_px - 2 * poker.safe_px, poker.height_px - 2 * poker.safe_px) == (678, 978)


def test_a_picture_has_no_more_and_no_less_than_a_bleed_beyond_the_cut() -> None:
    """An eighth of an inch; of odd shapes whatever the shop adds to come to whole steps of 75 pixels."""
    for product in read_target("game-crafter").products:
        if product.shape is Shape.RECTANGLE:
            for px, mm in ((product.width_px, product.width_mm), (product.height_px, product.height_mm)):
                assert 2.5 < (px * MM_PER_INCH / 300 - mm) / 2 < 6, product.name


# ---------------------------------------------------------------- a game's own


def test_a_games_own_shop_is_a_target_like_any_other(tmp_path: Path) -> None:
    target = read_target("acme", shop(tmp_path))
    assert (target.own, target.kind, target.copies, target.sizes) == (
        True,
        TargetKind.PICTURES,
        CopyFiles.ONCE,
        Sizes.PRODUCTS,
    )
    assert (target.limits.file_mb, target.limits.side_px) == (5, None)
    assert [product.name for product in target.products] == ["Poker"]
    assert "acme" in target_names(Project(tmp_path)) and "acme" not in target_names()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('title = "A shop"', "", "title: It is missing. Write title = and a text in quotation marks."),
        ('title = "A shop"', 'title = ""', "title: “” is no such text."),
        ("dpi = 300", "dpi = 5", "dpi: “5” is no number from 20 to 1200."),
        ("dpi = 300", "dpi = true", "dpi: “True” is no number from 20 to 1200."),
        ("dpi = 300", "dpi = nan", "dpi: “nan” is no number from 20 to 1200."),
        ("dpi = 300", "dip = 300", "dip: There is no such key. Did you mean dpi?"),
        ("dpi = 300", 'kind = "picture"', "kind: “picture” is none of its words. Did you mean pictures?"),
        ("dpi = 300", 'kind = ["pdf"]', "kind: “['pdf']” is none of its words."),
        ("{number}", "{card}", "names: “{component}/{card}_{side}.png” is no pattern of file names."),
        ("{number}", "{number:>99999999}", "is no pattern of file names."),
        ("{number}", "{number.__class__}", "is no pattern of file names."),
        ("{number}_", "", "names: “{component}/{side}.png” does not tell all pictures apart."),
        ("{component}/", "../{component}/", "is no pattern of file names."),
        ("{component}/", "/{component}", "is no pattern of file names."),
        ("file_mb = 5", 'file_mb = "5"', "[limits] file_mb: “5” is no number from 0.001 to 100000."),
        ("file_mb = 5", "files = 1.5", "[limits] files: 1.5 is no whole number."),
        ("file_mb = 5", "cards = 5", "[limits] cards: There is no such key."),
        ("[limits]\nfile_mb = 5", "limits = 5", "limits: “5” is no table. Write [limits]"),
        ("[63.5, 88.9]", "[63.5]", "[[products]] 1 mm: “[63.5]” are not two numbers."),
        ("[63.5, 88.9]", "[0, 88.9]", "[[products]] 1 mm: “[0, 88.9]” are not two numbers from 3 to 2000."),
        ("[825, 1125]", "[825.5, 1125]", "px: “[825.5, 1125]” are not two whole numbers from 1 to 30000."),
        ("[825, 1125]", "[700, 1125]", "px: 63.5 mm are 750 pixels at 300 dpi, and the picture has 700."),
        ("[825, 1125]", "[825, 1500]", "px: 88.9 mm are 1050 pixels at 300 dpi, and the picture has 1500."),
        ("[825, 1125]", "[30000, 30000]", "px: 30000 by 30000 are more than 40 million pixels."),
        ("px = [825, 1125]", "", "[[products]] 1 px: It is missing."),
        ('name = "Poker"', 'name = "Poker"\nshape = "square"', "shape: “square” is none of its words."),
        ('name = "Poker"', 'shape = "tuck box"\nname = "Box"', "depth_mm: A tuck box has no depth."),
        ("[[products]]", "[products]", "products: These are no tables. Write [[products]]"),
        ("dpi = 300", "[settings]\nink = 240", "[settings] ink: There is no such key."),
        ('"{component}/{number}_{side}.png"', '"_{component}{number}{side}"', "is no pattern of file names."),
        (
            '"{component}/{number}_{side}.png"',
            '"{component}/.{number}{side}"',
            "is no pattern of file names.",
        ),
        (
            '"{component}/{number}_{side}.png"',
            '"{{}}{component}{number}{side}"',
            "is no pattern of file names.",
        ),
        ("dpi = 300", f"dpi = {'9' * 5000}", "This is no TOML: Exceeds the limit (4300 digits)"),
        ("dpi = 300", f"dpi = {'9' * 400}", "dpi: “9999999999999999999999999999999999999999…” is no number"),
        ("825", f"0x{'f' * 9000}", "px: “a number of too many digits” are not two whole numbers."),
        ("dpi = 300", "dpi = = 300", "This is no TOML: Invalid value (at line 3, column 7)."),
    ],
)
def test_each_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in SHOP
    said = refused(shop(tmp_path, SHOP.replace(old, new, 1)))
    assert any(told in one for one in said), said
    assert all(one.startswith("shops/acme.toml: ") for one in said)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = SHOP.replace("300", "3").replace("825", "-1").replace("name =", "nam =")
    assert len(refused(shop(tmp_path, text))) == 4


def test_a_shop_without_products_is_told_so(tmp_path: Path) -> None:
    (said,) = refused(shop(tmp_path, SHOP.partition("[[products]]")[0]))
    assert "products: It has no products." in said
    own = SHOP.partition("[[products]]")[0].replace("dpi", 'sizes = "own"\ndpi')
    assert read_target("acme", shop(tmp_path, own)).sizes is Sizes.OWN


@pytest.mark.parametrize("name", ["A Shop", "x" * 31, "-x"])
def test_a_shops_file_is_named_as_a_target(tmp_path: Path, name: str) -> None:
    (said,) = refused(shop(tmp_path, name=name), name)
    assert said.startswith(f"shops/{name}.toml: The name of a shop's file is the name of the target.")


def test_a_shop_does_not_stand_in_for_one_of_ours(tmp_path: Path) -> None:
    (said,) = refused(shop(tmp_path, name="png"), "png")
    assert "A target that comes with pnp has this name already." in said


def test_an_unknown_target_is_answered_with_the_nearest() -> None:
    with pytest.raises(Failed, match=r"Did you mean game-crafter\?"):
        read_target("gamecrafter")
    with pytest.raises(Failed, match=r"There are .*game-crafter, makeplayingcards"):
        read_target("0")


def test_a_shop_is_bounded(tmp_path: Path) -> None:
    assert "larger than 200,000 bytes" in refused(shop(tmp_path, "#" * 300_000))[0]
    deep = "a = " + "[" * 50_000
    assert refused(shop(tmp_path, deep))[0].startswith("shops/acme.toml: This is no TOML")
    with pytest.raises(Failed, match="UTF-8"):
        project = shop(tmp_path)
        (tmp_path / "shops" / "acme.toml").write_bytes(b"title = '\xff'")
        read_target("acme", project)


def test_a_link_out_of_the_game_is_no_shop(tmp_path: Path) -> None:
    outside = tmp_path / "elsewhere.toml"
    outside.write_text(SHOP)
    game = tmp_path / "game"
    (game / "shops").mkdir(parents=True)
    (game / "shops" / "acme.toml").symlink_to(outside)
    assert "acme" not in target_names(Project(game))


def test_the_manuals_shop_is_one(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "exporting.md").read_text("utf-8")
    text = manual.partition("```toml\n")[2].partition("```")[0]
    assert tomllib.loads(text)["products"]
    assert read_target("my-shop", shop(tmp_path, text, "my-shop")).title == "My shop"
