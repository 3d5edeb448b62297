"""Files for shops and screens: what was drawn as pictures and PDFs, in the sizes that others ask for.

A *target* is who they are for, described in a TOML (`targets.py`); its *kind* (`KINDS` in `run.py`) is
how they are made. All of them start from Decks, whose design pages are never scaled.
"""
