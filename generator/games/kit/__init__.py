"""What rulesets have in common: shuffling, states, tokens, seats and decks, tracks, signs, names, checks.

Nothing here knows a game. A ruleset declares its own state and moves, and takes from here what it does
not want to write again.
"""
