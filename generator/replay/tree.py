"""All that is wrong with a script, folded into one Problem or laid out as a tree of causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.ground.problems import Problem, error, has_errors, warning
from generator.records.worksheets import SAMPLE_GAME, repair_of, rules_option
from generator.replay.findings import Finding
from generator.replay.moves import A, F, S
from generator.replay.worlds import Replay


def folded(replay: Replay[S, A, F]) -> tuple[Problem, ...]:
    """One Problem for all rows that do not hold; what is the only thing, or about the words alone, is told.

    It stands at the first of them, because whoever mends that has mended most of what follows.
    """
    rows = [finding for finding in replay.findings if not finding.words]
    if replay.start is None or len(rows) < 2:
        return replay.problems
    first = min((finding for finding in rows if finding.row), key=_line, default=rows[0])
    make = error if has_errors(replay.problems) else warning
    steps = f"{replay.wrong:,} steps" if replay.wrong > 1 else "1 step"
    hold = "hold" if replay.wrong > 1 else "holds"
    whole = "the sample game" if replay.source == SAMPLE_GAME else replay.source
    no_longer = f"{steps} of {whole} no longer {hold}, from row {_line(first)} on"
    words = sum(finding.words and finding.row != 0 for finding in replay.findings)
    beside = f" Beside that, {_narrations(words)} to be read again." if words else ""
    problem = first.problem
    return (
        make(
            problem.where,
            f"{no_longer}; the first: {first.brief}{beside}",
            f"{problem.mend} pnp replay{rules_option(replay.source)} shows all of them. "
            f"{repair_of(replay.source)} plays on from there.",
        ),
    )


def tree_text(replay: Replay[S, A, F]) -> str:
    """Every finding in the order of the script; what depends on a broken row stands indented below it."""
    lines: list[str] = []
    below: dict[int, list[Finding]] = {}
    roots: list[Finding] = []
    rows = {finding.row for finding in replay.findings if not finding.behind}
    for finding in replay.findings:
        if finding.behind in rows and finding.behind:
            below.setdefault(finding.behind, []).append(finding)
        else:
            roots.append(finding)
    for finding in sorted(roots, key=_line):
        lines += [f"{_place(finding)}  {finding.brief}", f"    {finding.problem.mend}"]
        lines += _branches(below.pop(finding.row, ()))
    return "\n".join([_headline(replay), "", *lines])


def _branches(findings: Sequence[Finding]) -> Iterator[str]:
    if findings:
        yield f"    {len(findings)} depend{'s' if len(findings) == 1 else ''} on it:"
    for finding in findings:
        yield f"      {_place(finding)}  {finding.brief}"


def _headline(replay: Replay[S, A, F]) -> str:
    roots = sum(not finding.behind and finding.row != 0 and not finding.words for finding in replay.findings)
    behind = sum(finding.behind != 0 for finding in replay.findings)
    words = sum(finding.words and finding.row != 0 for finding in replay.findings)
    counts = [f"{roots:,} findings of their own" if roots != 1 else "1 finding of its own"] if roots else []
    counts += [f"{behind:,} that depend on a broken step"] if behind else []
    counts += [f"{_narrations(words)} to be read again"] if words else []
    sentence = "1 step does not hold" if replay.wrong == 1 else f"{replay.wrong:,} steps do not hold"
    if replay.valid:
        sentence = f"All {len(replay.steps)} steps hold"
    return f"{replay.source}: {sentence}{': ' if counts else ''}{', '.join(counts)}."


def _narrations(count: int) -> str:
    return f"{count} narration{'s have' if count > 1 else ' has'}"


def _place(finding: Finding) -> str:
    """The cell in its sheet, or the line of a text."""
    place = finding.problem.place
    return place.cell or (f"line {place.line}" if place.line else place.name)


def _line(finding: Finding) -> int:
    """The row of the sheet or the line of the text; what is about the whole script comes last."""
    return finding.problem.place.number or 10**9
