"""`python benchmarks/latin.py ROOT`: what it costs to set Latin text with the program in a folder.

It is a script and names nothing of its package, since the program may be that of another commit. For each
line that it reads it sets the same three hundred boxes and lines, with no text known, and prints the
seconds of the processor.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from generator.records.notation import Symbols
from generator.text.fitting import Typesetter
from generator.text.fonts import find_fonts
from generator.text.wrapping import TextSetting

WORDS = "Harbour Lights Tide AVATAR Größe naïve 1,234 half-open Otter’s **fjord** takes from the *shore* what"


def texts() -> list[str]:
    """Texts of forty words, some with a number."""
    chance, words = random.Random(1), WORDS.split()
    return [
        " ".join(f"{chance.choice(words)} {at}" if at % 5 == 0 else chance.choice(words) for at in range(40))
        for _ in range(300)
    ]


def main() -> None:
    """Answer each line that is read."""
    fonts, symbols = find_fonts(Path(sys.argv[1]) / "fonts"), Symbols([])
    rules = TextSetting(family="SourceSans3", size=3.4, least=2)
    title = TextSetting(family="Fraunces", size=6, least=3, weight=600)
    for _ in sys.stdin:
        setter, start = Typesetter(fonts), time.process_time()
        for text in texts():
            setter.box(text, x=0, y=0, width=55, height=25, setting=rules, symbols=symbols, place="card")
            setter.line(text[:30], x=0, y=0, width=50, setting=title, place="card")
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
