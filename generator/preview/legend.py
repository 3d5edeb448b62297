"""The legend beneath a scene: what its numbered marks point at, set as the booklets set their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from generator.booklet.scene.draw import Legend
from generator.booklet.scene.lying import Scene
from generator.checks.checked import Checked
from generator.faces.markup import BadArgument

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

_MARGIN_MM, _GAP_MM, _MARK_MM, _LINE_MM = 7.0, 8.0, 6.0, 1.6
_NARROW_MM = 70.0
"""A column of the legend is no narrower than this, if there is room for two."""


def legend_of(checked: Checked, fonts: Fonts) -> Legend:
    """What sets the legends of a game's scenes."""

    def legend(scene: Scene, scale: float) -> tuple[float, str, str]:
        from generator.booklet.covers import icon_colours
        from generator.booklet.flow import Setter, Sink
        from generator.booklet.style import SMALL
        from generator.faces.assets import Icons
        from generator.text.fitting import Typesetter

        book, width = checked.book, scene.width_mm * scale
        setter = Setter(Typesetter(fonts), book.symbols, Sink(0, 0), icon_colours(book))
        columns = max(1, min(3, int((width - _MARGIN_MM) // (_NARROW_MM + _GAP_MM))))
        room = (width - 2 * _MARGIN_MM - _GAP_MM * (columns - 1)) / columns
        lines = [
            (setter.lay(f"**{mark}**", SMALL, room), setter.lay(text, SMALL, max(10.0, room - _MARK_MM)))
            for mark, text in scene.notes.legend
        ]
        per_column = -(-len(lines) // columns)
        parts, lowest = [], 0.0
        for column in range(columns):
            x, y = _MARGIN_MM + column * (room + _GAP_MM), _MARGIN_MM
            for mark, text in lines[column * per_column : (column + 1) * per_column]:
                parts.append(setter.markup(mark, SMALL, x_mm=x, y_mm=y))
                parts.append(setter.markup(text, SMALL, x_mm=x + _MARK_MM, y_mm=y))
                y += text.height + _LINE_MM
            lowest = max(lowest, y)
        body = "".join(parts)
        high, markup = (lowest + _MARGIN_MM) / scale, f'<g transform="scale({1 / scale:.6f})">{body}</g>'
        return high, markup, "".join(_icons(body, Icons(checked.project.icons).symbol))

    return legend


def _icons(markup: str, symbol: Callable[[str], str]) -> Iterator[str]:
    """The drawings of the icons that are used; one without a drawing is told elsewhere."""
    for key in sorted(set(re.findall(r'href="#icon-([\w-]+)"', markup))):
        try:
            yield symbol(key)
        except BadArgument:
            yield f'<symbol id="icon-{key}"/>'
