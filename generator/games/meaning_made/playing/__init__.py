"""Meaning Made as replay, repair and bots see it: rows become moves, moves become rows."""
