"""Booklets: the rulebook and the checked sample game, set by Platypus, drawn by the card renderer."""

BOOKLETS = ("Rulebook", "SampleGame")
"""Their names on the command line and in file names."""
