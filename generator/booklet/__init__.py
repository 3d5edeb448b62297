"""Booklets: the rulebook and the checked sample game, set by Platypus, drawn by the card renderer."""
