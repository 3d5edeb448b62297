"""The booklets of a game: which there are, on which papers, under which names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.booklet.setting import BookletPress
from generator.booklet.texts import BookletText, texts_of
from generator.checks.checked import Checked
from generator.ground.as_json import as_json
from generator.ground.output import Stage
from generator.ground.problems import Problem, has_errors
from generator.ground.progress import Counter, Progress
from generator.press.ahead import Ahead, Laid
from generator.press.printing import OutputFile
from generator.press.renders import Workshop
from generator.records.edition import Edition
from generator.replay.play import Replayed
from generator.sheets.sheet import Paper


def make_booklets(
    checked: Checked,
    samples: Sequence[Replayed],
    names: Sequence[str],
    papers: Sequence[Paper],
    stage: Stage,
    workshop: Workshop,
    *,
    also: Sequence[Paper] = (),
    prints: bool = True,
    progress: Progress,
    draft: bool = False,
    ahead: Ahead | None = None,
) -> tuple[tuple[OutputFile, ...], tuple[Problem, ...]]:
    """The named booklets that the game has, on every paper, into the stage.

    On the papers `also` they are only laid out, which finds what would not fit there. For a `draft` what is
    wrong in a booklet, or in a design that it shows, does not keep the rest of it from being printed. Unless
    it `prints`, only those pages of the others are drawn of which it is not known that nothing is wrong with
    them. What was laid out `ahead` is taken from there.
    """
    press = BookletPress(checked, workshop, draft=draft, ahead=ahead)
    texts, problems = texts_of(checked, samples, names, press.maker, draft=draft)
    step = Counter("booklets", len(texts) * (len(papers) + len(also)), progress)
    files: list[OutputFile] = []
    for paper in (*papers, *also):
        for text in texts:
            bound = press.made(text, paper, binds=paper in papers, prints=prints)
            problems += bound.problems
            if bound.pdf:
                path = f"{paper.name}/{checked.edition.stem}_{text.name}_{paper.name}.pdf"
                files.append(
                    _file(path, text, paper, bound.pages, stage.write(path, bound.pdf), checked.edition)
                )
            step()
    return tuple(files), tuple(dict.fromkeys((*problems, *press.found)))


def lay_out_ahead(
    checked: Checked,
    samples: Sequence[Replayed],
    names: Sequence[str],
    papers: Sequence[Paper],
    workshop: Workshop,
    *,
    prints: bool = True,
    draft: bool = False,
) -> Iterator[Laid]:
    """What `make_booklets` is going to lay out, for a process to hand over to the one that binds it.

    If it `prints` the last one is bound as well: by then the other process has enough to do.
    """
    from generator.booklet.document import HandedBooklet

    press = BookletPress(checked, workshop, draft=draft)
    texts, _ = texts_of(checked, samples, names, press.maker, draft=draft)
    every = ((text, paper) for paper in papers for text in texts)
    jobs = [(text, paper) for text, paper in every if not press.knows(text, paper, prints=prints)]
    for text, paper in jobs:
        before = len(press.found)
        booklet, problems = press.laid_out(text, paper)
        pdf, drawn = None, None
        sound = draft or not has_errors((*problems, *press.found))
        if prints and sound and booklet.faces and (text, paper) == jobs[-1]:
            pdf, drawn = press.drawn(booklet, text, paper)
        ahead = HandedBooklet(booklet, tuple(problems), tuple(press.found[before:]), drawn)
        yield (text.name, paper.name), as_json(ahead), () if pdf is None else (pdf,)


def _file(
    path: str, text: BookletText, paper: Paper, pages: int, size_bytes: int, edition: Edition
) -> OutputFile:
    return OutputFile(
        path=path,
        component=text.title,
        paper=paper.name,
        kind="a booklet to read, on screen or printed on one side",
        pages=pages,
        sheets=pages,
        pieces=1,
        size="",
        designs=pages,
        size_bytes=size_bytes,
        flip="",
        partial=False,
        language=edition.language,
        booklet=True,
    )
