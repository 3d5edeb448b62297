"""SVG faces → a PDF of design pages, drawn as vectors with ReportLab.

`draw_designs` in `designs` draws, `check_tree` in `check` tells beforehand what cannot be drawn. The subset
is plain SVG 1.1: shapes, paths, single-run texts, symbols and use, gradients, one-shape clip paths, opacity,
pictures. Nothing is loaded here: who only reads a shape or a path waits for no library that draws.
"""
