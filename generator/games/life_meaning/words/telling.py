"""What happened in Life~Meaning, in words: rich text, in which `{key}` is an icon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.games.kit.english import counted
from generator.games.kit.facts import Acted
from generator.games.kit.shown import score_table
from generator.games.kit.table import EMPTY
from generator.games.kit.tokens import token_icons
from generator.games.life_meaning.records import SUPPORT, TOKENS, TRACKS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules import moves as act
from generator.games.life_meaning.rules import rounds
from generator.games.life_meaning.rules.engine import group_score, scores, winners
from generator.games.life_meaning.rules.state import End, Phase, State
from generator.records.notation import Effect, effect_text
from generator.records.tables import Row
from generator.replay.moves import Deed
from generator.replay.told import Sign

PlayedStep = Deed[State, act.Move, say.Fact]
EVENT = Sign("event", "#8c2a1a")
"""The sign of what nobody does."""
ENDS: Mapping[End, str] = {
    End.STEWARDSHIP: "a Project of the last Layer is complete",
    End.DRIFT: "{drift} has come to its end",
    End.PROJECTS: "a Project slot cannot be filled any more",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def icons(tokens: tuple[int, ...]) -> str:
    """Tokens as a row of icons."""
    return token_icons(tokens, TOKENS)


def headline(step: PlayedStep, acted: Acted) -> str:
    """Who does what: `**Alex** obtains **Balance** for {energy}{regulation}.`"""
    name = f"**{step.before.names[acted.player]}**" if acted.player >= 0 else ""
    return _said(acted.move, name, step)


def _said(move: act.Move, name: str, step: PlayedStep) -> str:
    state = step.before
    setting = state.setting
    match move:
        case act.Acquire():
            return f"{name} acquires {icons(move.tokens)}."
        case act.Obtain():
            paid = f"for {icons(move.paid)}" if any(move.paid) else "for nothing"
            return f"{name} obtains **{setting.patterns[move.pattern].title}** {paid}."
        case act.Contribute():
            return f"{name} contributes {icons(move.tokens)} to **{setting.projects[move.project].title}**."
        case act.Stabilize():
            return f"{name} stabilizes with {'{support}' * setting.numbers.stabilize_support}."
        case act.Touchpoint():
            token = f"{{{TOKENS[move.token]}}}" * setting.numbers.touchpoint_tokens
            other = f"**{state.names[move.other]}**"
            return f"{name} gives {other} {token}." if move.give else f"{name} asks {other} for {token}."
        case act.Recalibrate():
            cards = setting.patterns if move.gallery else setting.projects
            titles = ", ".join(f"**{cards[card].title}**" for card in move.cards)
            return f"{name} recalibrates: {titles} {'goes' if len(move.cards) == 1 else 'go'}."
        case rounds.Mitigate():
            tokens = f"{icons(move.tokens)} into the Mitigation area" if any(move.tokens) else "nothing in"
            return f"{name} puts {tokens}."
        case _:
            return _said_otherwise(move, name, step)


def _said_otherwise(move: act.Move, name: str, step: PlayedStep) -> str:
    """What nobody does, and what takes no action."""
    setting = step.before.setting
    match move:
        case rounds.Open():
            if step.after.event == EMPTY:
                return "There is no Event left."
            event = setting.events[step.after.event]
            pending = effect_text(Effect(event.changes), setting.book.symbols)
            unless = f", unless {icons(event.mitigation)} is paid" if any(event.mitigation) else ""
            return f"The Event **{event.title}** is opened: {pending}{unless}."
        case act.Convert():
            numbers = setting.numbers
            paid, gained = "{energy}" * numbers.convert_energy, "{support}" * numbers.convert_support
            return f"{name} turns {paid} into {gained}."
        case rounds.Check():
            return "The Stability Check ends."
        case _:
            return f"{name} ends the turn."


def rules_shown(step: PlayedStep) -> list[str]:
    """The ids of the rules that a step shows, the most telling last."""
    acted = next((fact.move for fact in step.facts if isinstance(fact, Acted)), None)
    shown = [_SHOWN[type(acted)]] if type(acted) in _SHOWN else []
    for fact in step.facts:
        match fact:
            case say.Obtained():
                shown.append("obtain.price" if any(fact.saved) else "outputs")
            case say.Completed():
                shown.append("rank")
            case say.LastRound():
                shown.append("end")
    if isinstance(acted, act.Contribute):
        setting = step.before.setting
        story = setting.projects[acted.project].layer >= setting.numbers.story_layer
        shown += ["story"] * story + ["support"] * bool(acted.tokens[SUPPORT])
    return shown


_SHOWN: Mapping[type, str] = {
    rounds.Open: "event",
    act.Acquire: "acquire",
    act.Contribute: "contribute.boxes",
    act.Stabilize: "stabilize",
    act.Touchpoint: "touchpoint",
    act.Recalibrate: "recalibrate",
    act.Convert: "convert",
    rounds.Mitigate: "mitigate.asked",
    rounds.Check: "check",
}


def sentences(step: PlayedStep) -> Iterator[str]:
    """What comes of a step, beside what is seen on the table."""
    setting, names = step.before.setting, step.before.names
    for fact in step.facts:
        match fact:
            case say.Obtained() if any(fact.saved):
                yield f"Discounts take {icons(fact.saved)} off."
            case say.Answered():
                yield f"{names[fact.player]} {'agrees' if fact.accepted else 'refuses'}."
            case say.Completed():
                yield f"**{setting.projects[fact.project].title}** is complete."
                yield f"{_places(fact, names)}."
            case say.Checked():
                yield "The Mitigation is paid in full." if fact.met else "The Mitigation is not paid in full."
            case say.LastRound():
                yield f"This round is the last: {ENDS[fact.end]}."
            case Acted() if isinstance(fact.move, act.Contribute):
                yield from _still_open(fact.move, step.after)


def _places(fact: say.Completed, names: tuple[str, ...]) -> str:
    """Who has how many marks, and what it brings: the order of the ranking."""
    told = (
        f"{names[who]} is {ORDINALS[at]} with {counted(marks, 'mark')}, +{legacy}{{legacy}}"
        for at, (who, marks, legacy) in enumerate(fact.places)
    )
    return "; ".join(told)


def _still_open(move: act.Contribute, state: State) -> Iterator[str]:
    if move.project in state.projects:
        open_boxes = state.open_boxes(state.projects.index(move.project))
        if any(open_boxes):
            yield f"Still open: {icons(open_boxes)}."


# ---------------------------------------------------------------- how it ended


def ending(final: State) -> str:
    """Why it ended, and what the Group Score says."""
    over = f"The game is over: {ENDS[final.end]}." if final.phase is Phase.OVER and final.end else ""
    total, base = group_score(final), final.setting.numbers.group_score_base
    lowest = {track: min(getattr(final, track)) for track in ("coherence", "reputation")}
    sums = f"({base} − {final.drift}) + {lowest['coherence']} + {lowest['reputation']} = {total}"
    book = final.setting.book
    states = [_band(row, total) for row in book.tables.get("Group Score", ())]
    named = next((f", *{name}*" for name in states if name), "")
    floors = "".join(_floor(final, track, number) for track, number in lowest.items())
    return f"{over or 'The script stops here.'} Group Score {{group}}: {sums}{named}.{floors}"


def _band(row: Row, number: int) -> str:
    """The name of a row of bands if a number is in it."""
    values = row.values
    least, most = values.get("from"), values.get("to")
    fits = isinstance(least, int) and isinstance(most, int) and least <= number <= most
    return str(values.get("name") or "") if fits else ""


def _floor(final: State, track: str, number: int) -> str:
    book = final.setting.book
    name = book.symbols[track].name
    rows = (row for row in book.tables.get("Lowest Track", ()) if row.values.get("track") == name)
    states = [_band(row, number) for row in rows]
    return next((f" The lowest {name} {{{track}}} is {number}, *{state}*." for state in states if state), "")


def score_rows(final: State) -> Iterator[tuple[str, ...]]:
    """A head and a row for each player, the best score first."""
    symbols, totals = final.setting.book.symbols, scores(final)
    heads = [f"{{{track}}} {symbols[track].name}" for track in TRACKS]
    columns = zip(*(getattr(final, track) for track in TRACKS), totals, strict=True)
    cells = [(*map(str, tracks), f"**{total}**") for *tracks, total in columns]
    return score_table(final.names, (*heads, "Score"), cells, totals, winners(final))
