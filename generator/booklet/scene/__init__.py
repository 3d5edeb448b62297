"""Scenes: boards as they lie on a table with the cards on them, laid out and drawn as one page.

A scene is a value: which piece lies where. `automatic` makes one of the components alone, `stated` those that
the workbook's sheet Scenes asks for; `draw` places the designs that the sheets are printed from.
"""

from generator.booklet.scene.draw import Legend, draw_scene, page_size
from generator.booklet.scene.lying import Lying, Scene, Shows
from generator.booklet.scene.picture import design_symbol, edge, scene_picture, trimmed
from generator.booklet.scene.scenery import FoundScenes, Scenery, scenes_of, spots_of

__all__ = [
    "FoundScenes",
    "Legend",
    "Lying",
    "Scene",
    "Scenery",
    "Shows",
    "design_symbol",
    "draw_scene",
    "edge",
    "page_size",
    "scene_picture",
    "scenes_of",
    "spots_of",
    "trimmed",
]
