"""What a reader of a PDF can switch off: optional content (ISO 32000-1, 8.11), all of it shown at first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ART = "data-art"
"""The attribute of an element of a face that is art: it may be switched off by itself."""
ART_GROUP, MARKS_GROUP, WORDS_GROUP = "Art", "Marks", "Ruler"
"""What the groups are called inside of content streams …"""
GROUPS = {ART_GROUP: "Art", MARKS_GROUP: "Crop marks", WORDS_GROUP: "Ruler and heading"}
"""… and for people."""
END = "EMC"


def begin(group: str) -> str:
    """The operator before what belongs to a group, which is a Property of its stream; `END` ends it."""
    return f"/OC /{group} BDC"


def groups_of(pdf: Any) -> dict[str, Any]:
    """The groups as objects of a PDF, by what they are called in content streams."""
    import pikepdf

    return {
        key: pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=name))
        for key, name in GROUPS.items()
    }


def declare_groups(pdf: Any, groups: Sequence[Any]) -> None:
    """Tell a reader of these groups. All are shown, on screen and on paper, until one is switched off."""
    import pikepdf

    pdf.Root.OCProperties = pikepdf.Dictionary(
        OCGs=[*groups],
        D=pikepdf.Dictionary(Name="As printed", BaseState=pikepdf.Name.ON, Order=[*groups]),
    )
