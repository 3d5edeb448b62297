"""Record and template to SVG: the one place where Jinja2 runs, behind a typed context.

A `FaceMaker` holds what the faces of a game share: templates, fonts, icons, the book. Each call of
`render` makes one face. Whatever a stranger's template does ends in a Problem, never in a traceback.
"""

from __future__ import annotations

from generator.faces.context import FaceContext
from generator.faces.face import Face
from generator.faces.maker import FaceMaker

__all__ = ["Face", "FaceContext", "FaceMaker"]
