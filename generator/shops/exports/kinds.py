"""The kinds of targets: a name in a target's TOML, and the function that makes its files.

A kind is added with a member of `TargetKind` and its settings in `targets.py`, and a line here. What it needs
is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.ground.output import Stage
from generator.shops.exports.order import Exporter, Order, Shipment
from generator.shops.exports.targets import TargetKind


def _pictures(order: Order, stage: Stage) -> Shipment:
    from generator.shops.exports.pictures import write_pictures

    return write_pictures(order, stage)


def _press_pdfs(order: Order, stage: Stage) -> Shipment:
    from generator.shops.exports.press_pdf import write_press_pdfs

    return write_press_pdfs(order, stage)


def _tabletop(order: Order, stage: Stage) -> Shipment:
    from generator.shops.exports.tabletop import write_tabletop

    return write_tabletop(order, stage)


KINDS: Mapping[TargetKind, Exporter] = MappingProxyType(
    {TargetKind.PICTURES: _pictures, TargetKind.PDF: _press_pdfs, TargetKind.TABLETOP: _tabletop}
)
"""How the files of each kind are made."""
