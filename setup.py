"""What pyproject.toml cannot say: a wheel brings the fonts of this folder along, inside the package."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithFonts(build_py):
    """The package, and beside its modules the folder that `generator/ground/project.py` looks for first."""

    def run(self) -> None:
        """Build the package, then add the fonts; an editable one reads them where they lie."""
        super().run()
        if not self.editable_mode:
            self.copy_tree("fonts", str(Path(self.build_lib, "generator", "shared_fonts")))


setup(cmdclass={"build_py": BuildWithFonts})
