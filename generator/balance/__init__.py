"""The lab: what a game does when players sit down to it a thousand times, and how sure that is.

`watching.py` plays one game and counts; `series.py` plays many, keeps them and goes on where it stopped;
`figures.py` makes figures with intervals of them, `against.py` compares two decks, `report.py` and
`page.py` tell it.
"""
