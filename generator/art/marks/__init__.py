"""Marks of the knife: how a drawing whose shapes have roles becomes a print, as a linocut has it.

`style` reads what a game says of its inks and textures, and needs no library; what cuts (`cutting`) needs
numpy and shapely, and is imported by `pnp illustrate` alone.
"""
