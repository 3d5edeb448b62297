from typing import Protocol
from generator.svg.parse import Tree


class FaceLike(Protocol):
    """x"""

    @property
    def key(self) -> str: ...
    @property
    def svg(self) -> str: ...
    @property
    def width_mm(self) -> float: ...
    @property
    def height_mm(self) -> float: ...


def check_tree(tree: Tree, key: str):
    return ()


def check_svg(face):
    return ()
