"""What pyproject.toml cannot say: a wheel brings fonts and games along, inside the package."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

GAME_PARTS = ("card_data.xlsx", "templates", "icons", "fonts", "art", "shops")
"""What makes up a game folder, and not what was built in it."""


class BuildWithFonts(build_py):
    """The package, and beside its modules the folders that `generator/ground/project.py` looks for first."""

    def run(self) -> None:
        """Build the package, then add the fonts and games; an editable one reads them where they lie."""
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib, "generator")
        self.copy_tree("fonts", str(package / "shared_fonts"))
        for part in (part for part in Path("games").glob("*/*") if part.name in GAME_PARTS):
            target = package / "shared_games" / part.relative_to("games")
            target.parent.mkdir(parents=True, exist_ok=True)
            (self.copy_tree if part.is_dir() else self.copy_file)(str(part), str(target))


setup(cmdclass={"build_py": BuildWithFonts})
