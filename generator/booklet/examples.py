"""Worked examples of a rulebook: steps of the sample game, as the rules have played them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from generator.booklet.results import results_text
from generator.faces.calls import misuse
from generator.faces.markup import MOST_SHOWN, BadArgument
from generator.ground.problems import Problem, warning
from generator.records.cells import fold
from generator.records.languages import Lexicon
from generator.replay.play import Replayed
from generator.replay.told import Told, ToldStep


@dataclass
class SampleSteps:
    """The steps that the text of one booklet may show; what it asks for in vain is kept, and told."""

    samples: Sequence[Replayed]
    word: Lexicon
    missing: list[str] = field(default_factory=list)

    @property
    def names(self) -> Mapping[str, object]:
        """The function `example` for `templates/rulebook.md`."""
        return {"example": self._asked}

    def problems(self, place: str) -> Iterator[Problem]:
        """A warning for each step that is not there; `place` is the text that asks for it.

        Nothing while a sample game breaks a rule, which is told with what follows from it.
        """
        if any(step.wrong for step in self._all_steps) or not all(game.rounds for game in self._told):
            return
        for words in dict.fromkeys(self.missing):
            fault = f"The sample game has no step that holds of {words}, so its example is left out here."
            yield warning(place, fault, "Ask for another one, or bring that step back.")

    def _asked(self, *args: object, **options: object) -> str:
        wrong = misuse(self.example, args, options)
        if wrong is not None or not all(isinstance(arg, str) for arg in (*args, *options.values())):
            raise BadArgument(*(wrong or ("example(…) takes words only.", "Write each between quotes.")))
        return self.example(*map(str, args), **{name: str(option) for name, option in options.items()})

    def example(self, action: str = "", card: str = "", player: str = "", outcome: str = "") -> str:
        """The first step with these words under Action, Card and Player, as a quotation; empty without one.

        Its outcome has the words in `outcome` in it. A step that breaks a rule is none. All is empty while no
        sample game is played, such as in another language.
        """
        asked = (action, card, player)
        for step in self._steps:
            there = (step.action, step.card, step.player)
            alike = all(not word or fold(word) == fold(cell) for word, cell in zip(asked, there, strict=True))
            if alike and fold(outcome) in fold(step.outcome):
                return self._quoted(step)
        if self._told:
            words = [f"“{word[:MOST_SHOWN]}”" for word in (*asked, outcome) if word]
            self.missing.append(", ".join(words) or "any kind")
        return ""

    def _quoted(self, step: ToldStep) -> str:
        title = self.word("From the sample game, step {number}.", number=step.number)
        changes = f"{self.word('What changes:')} {results_text(step.results, self.word)}"
        texts = (f"*{title}*", step.headline, step.outcome, changes)
        return f"> {' '.join(filter(None, texts))}"

    @cached_property
    def _told(self) -> tuple[Told, ...]:
        return tuple(sample.told() for sample in self.samples)

    @property
    def _steps(self) -> Iterator[ToldStep]:
        """The steps that hold."""
        return (step for step in self._all_steps if not step.wrong)

    @property
    def _all_steps(self) -> Iterator[ToldStep]:
        for game in self._told:
            for part in (part for round_ in game.rounds for part in round_.parts):
                yield from part.steps
