"""Booklets: the rulebook and the checked sample game, set in columns, drawn by the card renderer."""

NOT_VALID = "This step is not valid"
"""How the sample game marks a step that does not hold."""
