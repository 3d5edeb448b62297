"""Players of any ruleset: from what a seat may know to a move, and a line that says why.

What they ask of a ruleset is in `rules.py`; `player.py` has the players, `policy.py` seats them.
"""
