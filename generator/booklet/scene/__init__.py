"""Scenes: boards as they lie on a table with the cards on them, laid out and drawn as one page.

A scene is a value: which piece lies where. `automatic` makes one of the components alone, `stated` those that
the workbook's sheet Scenes asks for; `draw` places the designs that the sheets are printed from.
"""
