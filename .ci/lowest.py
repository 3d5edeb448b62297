"""The lowest versions that pyproject.toml allows, as constraints for pip; run from the repository's root."""

import re
import tomllib
from pathlib import Path

_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)>=(?P<version>[0-9][0-9.]*)")


def lowest(pyproject: str) -> list[str]:
    """`name==version` for every requirement. Raises ValueError for one without a plain lower bound."""
    project = tomllib.loads(pyproject)["project"]
    extras = project["optional-dependencies"].values()
    made = []
    for wanted in (*project["dependencies"], *(one for extra in extras for one in extra)):
        found = _REQUIREMENT.fullmatch(wanted)
        if found is None:
            raise ValueError(f"{wanted} has no plain lower bound")
        made.append(f"{found['name']}=={found['version']}")
    return made


if __name__ == "__main__":
    print(*lowest(Path("pyproject.toml").read_text("utf-8")), sep="\n")
