"""The worker of a table: it reads the game of a folder, plays it and writes it down, behind the fence."""

from __future__ import annotations

import queue
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from generator.checks.checked import Checked
from generator.ground.fence import unit
from generator.ground.messages import attend, send
from generator.ground.problems import OK, Failed, Problem, error
from generator.ground.project import Project, open_project
from generator.preview.blank import problem_told
from generator.preview.table_hub import HOST_SEAT
from generator.records.tables import slug
from generator.records.worksheets import rules_named, sample_sheets
from generator.replay.engine import NAMES
from generator.replay.play import Play
from generator.story.drawn import checked_game
from generator.table.free import FreeMove, FreePlay
from generator.table.game_log import ENDING, FOLDER, LONGEST_NOTE, logs_in, now, read_log
from generator.table.options import AnyEngine
from generator.table.refusals import Refusal
from generator.table.rows import script_cells, script_text
from generator.table.session import BOT, ME, Refused, Session, is_kind, new_session, resumed_session
from generator.table.sight import SeatSight

Wish = Mapping[str, Any]
"""What somebody at the table wants, in JSON."""
USUAL_SEATS = (ME, "bot:greedy", "bot:greedy")
SAVED = "the program, after a save"
"""Who has loaded a log because a file of the game was saved."""
FREE = "no rules"
"""What the table is called at which everything may be done."""
MOST_FORCED = 2_000
"""Moves in a row that nobody decides; a rule that goes round in a circle stops here."""
_PAUSE_S = 0.35
"""Between two moves that nobody at the table makes, so that they can be followed."""
_MOST_LOGS = 50
_MOST_LOADS = 10


@dataclass(slots=True)
class TableDesk:
    """The game of a folder, the session that is played, and who is told of it."""

    folder: Path
    answers: BinaryIO
    pause_s: float = _PAUSE_S
    most_forced: int = MOST_FORCED
    inbox: queue.SimpleQueue[Wish | None] = field(default_factory=queue.SimpleQueue)
    session: Session | None = None
    held: bool = False
    """Whether nothing goes on by itself: a bot failed, or the worker ended while it was at work for one."""
    fault: Problem | None = None
    _checked: Checked | None = None
    _sights: dict[int, SeatSight] = field(default_factory=dict)
    _sent: dict[int, bytes] = field(default_factory=dict)

    def run(self) -> None:
        """Work until the server is gone."""
        while True:
            with unit("command", "pnp"):
                asking = self._next()
            if asking is None:
                return
            if asking.get("do"):
                self._do(asking)

    def _next(self) -> Wish | None:
        """What is asked for next; an empty wish if what happens by itself goes on."""
        try:
            return self.inbox.get(timeout=self.pause_s) if self._goes_on() else self.inbox.get()
        except queue.Empty:
            self._go_on()
            return {}

    def _goes_on(self) -> bool:
        session = self.session
        return session is not None and not self.held and session.waiting_bot() is not None

    def _go_on(self) -> None:
        """The next move of a bot, and all that follows from it by itself."""
        session = self.session
        if session is None or (bot := session.waiting_bot()) is None:
            return
        with unit("thought", FOLDER, session.names[bot]):
            self._guarded(lambda: session.think(bot))
        self._settle()

    def _settle(self) -> None:
        """What nobody decides happens; then everybody is told."""
        forced = 0
        while self.session is not None and not self.held:
            with unit("move", FOLDER):
                if not self._guarded(self.session.step):
                    break
            forced += 1
            if forced == self.most_forced:
                flaw = f"{self.most_forced} moves in a row were forced, and no end is in sight."
                self.fault, self.held = error(FOLDER, flaw, "Look at the rules, or take back freely."), True
        self._tell_all()

    def _guarded(self, work: Any) -> Any:
        """What some work of the game's own gives; it is not tried again by itself if it fails."""
        try:
            return work()
        except Failed as failed:
            self.fault, self.held = failed.problems[0], True
            return None

    # ------------------------------------------------------------ what is asked for

    def _do(self, asking: Wish) -> None:
        answer: dict[str, Any] = {"tell": "answer", "ask": asking.get("ask"), "ok": True, "said": ""}
        self.fault = None
        try:
            match asking["do"]:
                case "begin":
                    self._begin(asking.get("wish", {}))
                case "update":
                    self._update()
                case "wish":
                    with unit("move", FOLDER):
                        answer |= self._wish(int(asking["visitor"]), asking["wish"]) or {}
        except Refused as refused:
            refusal = refused.refusal
            answer |= {"ok": False, "said": refusal.sentence, "rule": refusal.rule_sentence}
            if asking["do"] == "begin":  # nobody waits for the answer
                self.fault = error(
                    "--seats", refusal.sentence, "Begin another game here, or on the command line."
                )
        except Failed as failed:
            self.fault = failed.problems[0]
            answer |= {"ok": False, "said": f"{self.fault.what} {self.fault.mend}"}
        except (KeyError, TypeError, ValueError, IndexError):
            answer |= {"ok": False, "said": "This is not understood."}
        self._settle()
        if asking.get("ask") is not None:
            self._tell(answer)  # who asked finds all of it told

    def _begin(self, wish: Wish) -> None:
        """What the command line asks for: a new game, or one of the logs."""
        if wish.get("resume"):
            held = bool(wish.get("held"))
            self._load(str(wish["resume"]), by="the program, after an accident" if held else "this machine")
            self.held = held
        elif wish.get("seats"):
            self._new(wish)

    def _update(self) -> None:
        """Something was saved: the game goes on by the rules as they are now."""
        log = self.session.record.path if self.session is not None else None
        self._checked = None
        if log is not None:
            self._load(log.name, by=SAVED)

    def _wish(self, visitor: int, wish: Wish) -> Mapping[str, Any] | None:
        """Do it, and what is answered beside that it was done. Raises Refused and Failed."""
        match wish["op"]:
            case "new":
                self._new(wish)
            case "load":
                self._load(str(wish["log"]), by="this machine")
            case "end":
                self.session = None
            case "seat":
                self._session.seat(int(wish["seat"]), str(wish["kind"]))
                self.held = False
            case "free":
                self._session.take_back_freely()
                self.held = False
            case "replay":
                return {"text": self._as_it_was(int(wish.get("seat", HOST_SEAT)), int(wish["at"]))}
            case "export":
                return {"text": script_text(self._session)}
            case "write":
                return self._written(over=bool(wish.get("replace")))
            case _:
                return self._of_seat(visitor if visitor != HOST_SEAT else int(wish["seat"]), wish)
        return None

    def _as_it_was(self, seat: int, at: int) -> str:
        """What a seat was sent after so many turns."""
        session = self._session
        then = replace(session, turns=session.turns[: max(0, at)], _options={})
        return SeatSight(then, seat).body().decode("utf-8")

    def _of_seat(self, seat: int, wish: Wish) -> Mapping[str, Any] | None:
        session = self._session
        if not 0 <= seat < len(session.names) or not session.is_person(seat):
            raise Refused(Refusal("Nobody of you sits there."))
        match wish["op"]:
            case "act":
                session.act(seat, int(wish["at"]), moves=int(wish["moves"]))
                self.held = False
            case "put":
                x, y = wish["to"]
                to = FreeMove(str(wish["word"]), int(wish["at"]), 0, (int(x), int(y)))
                session.put(seat, to, moves=int(wish["moves"]))
            case "why":
                part = {str(key): str(text)[:400] for key, text in dict(wish["part"]).items()}
                raise Refused(session.why_not(seat, part))
            case "undo":
                session.take_back(seat)
            case "note":
                text, card = str(wish["text"]).strip()[:LONGEST_NOTE], str(wish.get("card", ""))[:200]
                if not text:
                    raise Refused(Refusal("The note is empty."))
                at, by = len(session.record.moves), session.names[seat]
                session.record.write(note=text, card=card, at=at, by=by, when=now())
        return None

    @property
    def _session(self) -> Session:
        if self.session is None:
            raise Refused(Refusal("No game is played. Begin one."))
        return self.session

    # ------------------------------------------------------------ games

    @property
    def _project(self) -> Project:
        return open_project(self.folder)

    @property
    def checked(self) -> Checked:
        """The game as it is now. Raises Failed."""
        if self._checked is None:
            self._checked = checked_game(self._project)
        return self._checked

    def _play(self, sheet: str) -> Play[Any, Any, Any]:
        """The rules at work. Raises Failed."""
        loaded = self.checked.loaded
        if loaded is None or sheet not in sample_sheets(self.checked.book):
            what = "No rules that pnp knows can be read from this workbook."
            raise Failed(error(self._project.workbook.name, what, "See what pnp check says of it."))
        play = loaded.play(sheet)
        assert isinstance(play, Play)
        return play

    def _engine(self, sheet: str) -> AnyEngine:
        """The rules of a sample game's sheet; without a name hands may do anything. Raises Failed."""
        return self._play(sheet).engine if sheet else FreePlay(self.checked.book)

    def _sheets(self) -> dict[str, str]:
        """The rules that may be played, by name: the sheet of the sample game of each; FREE has none."""
        book = self.checked.book
        if self.checked.loaded is None:
            return {FREE: ""}
        return dict(zip(rules_named(book), sample_sheets(book), strict=False)) | {FREE: ""}

    def _new(self, wish: Wish) -> None:
        kinds = [str(kind) for kind in wish.get("seats") or USUAL_SEATS]
        sheets = self._sheets()
        if len(kinds) > len(NAMES) or not all(map(is_kind, kinds)):
            raise Refused(Refusal("Seats are held by me, open, or bot: with its strength."))
        wanted = slug(str(wish.get("rules") or "") or next(iter(sheets), ""))
        by_slug = {slug(name): sheet for name, sheet in sheets.items()}
        if wanted not in by_slug:
            raise Failed(
                error("--rules", f"This game has {', '.join(sheets) or 'no rules'}.", "Name one of them.")
            )
        sheet = by_slug[wanted]
        if not sheet:  # there are no bots that could play without rules
            kinds = [kind for kind in kinds if not kind.startswith(BOT)] or [ME]
        variants = [str(wish["variant"])] if wish.get("variant") else []
        self._sit_down(
            new_session(
                self._engine(sheet),
                NAMES[: len(kinds)],
                kinds,
                seed=int(wish.get("seed") or 1) % 2**31,
                sheet=sheet,
                root=self._project.root,
                variants=variants,
            )
        )

    def _load(self, name: str, *, by: str) -> None:
        root = self._project.root
        path = next((log for log in logs_in(root) if name in (log.name, log.stem)), None)
        if path is None:
            flaw = f"There is no log of this name in the folder {FOLDER}."
            raise Failed(
                error("--resume", flaw, f"Name one of its files, such as 2026-01-31T20-15-00{ENDING}.")
            )
        record = read_log(path, inside=root)
        session = resumed_session(self._engine(record.opening.sheet), record)
        if by != SAVED or session.broken:
            session.record.write(loaded=now(), by=by, broken=session.broken)
        self._sit_down(session)

    def _sit_down(self, session: Session) -> None:
        self.session, self.held = session, False
        seats = (HOST_SEAT, *range(len(session.names)))
        self._sights = {seat: SeatSight(session, seat) for seat in seats}

    def _written(self, *, over: bool) -> Mapping[str, Any]:
        """Write the game into its sheet; what is to be said, and the rows where somebody has to paste them.

        Raises Refused and Failed.
        """
        from generator.workbook.guard import is_ods
        from generator.workbook.save import versions
        from generator.workbook.set_rows import replace_rows

        session, project = self._session, self._project
        sheet = session.record.opening.sheet
        if not sheet:
            raise Refused(Refusal("A game without rules is no sample game: nothing could check it."))
        play = self._play(sheet)
        if not over and play.replay_book(self.checked.book) is not None:
            raise Refused(Refusal(f"The sheet {sheet} holds a game. Say that it may be replaced."))
        problems = play.replay_text(script_text(session), sheet).problems
        if problems and session.over:
            raise Failed(*problems)
        if is_ods(project.workbook):
            rows = script_cells(session)
            lines = [list(rows[0]), *([cell.replace("\t", " ") for cell in row.values()] for row in rows)]
            said = f"pnp does not write {project.workbook.name}. Paste these rows into its sheet {sheet}."
            return {"said": said, "text": "\n".join("\t".join(line) for line in lines)}
        replace_rows(project.workbook, sheet, script_cells(session), inside=project.root, command="play")
        kept = versions(project.workbook, "play")[0].name
        self._checked = None
        return {"said": f"It is in the sheet {sheet} of {project.workbook.name}; {kept} is as it was."}

    # ------------------------------------------------------------ telling

    def _tell_all(self) -> None:
        facts = self._facts()
        self._tell({"tell": "facts", "facts": facts})
        for seat, sight in self._sights.items() if self.session is not None else ():
            with unit("move", FOLDER):
                body = sight.body()
            if self._sent.get(seat) != body:
                self._sent[seat] = body
                self._tell({"tell": "seat", "seat": seat}, body)

    def _facts(self) -> dict[str, Any]:
        session = self.session
        try:
            rules: Sequence[str] = tuple(self._sheets())
            least, most = self._players()
        except Failed as failed:
            self.fault, rules, least, most = self.fault or failed.problems[0], (), 0, 0
        return {
            "rules": rules,
            "least": least,
            "most": most,
            "playing": session is not None,
            "names": session.names if session is not None else (),
            "kinds": session.record.kinds if session is not None else (),
            "log": session.record.path.name if session is not None and session.record.path else "",
            "loads": session.record.loads[-_MOST_LOADS:] if session is not None else (),
            "logs": [path.name for path in logs_in(self._project.root)[-_MOST_LOGS:]],
            "held": self.held,
            "fault": problem_told(self.fault) if self.fault is not None else None,
            "letters": {symbol.code or symbol.key: symbol.key for symbol in self.checked.book.symbols},
        }

    def _players(self) -> tuple[int, int]:
        sheets, module = [sheet for sheet in self._sheets().values() if sheet], self.checked.module
        if module is None or not sheets:
            return 1, len(NAMES)
        ranges = [module.players(self.checked.book, sheet) for sheet in sheets]
        return min(range_[0] for range_ in ranges), max(range_[-1] for range_ in ranges)

    def _tell(self, message: Mapping[str, Any], part: bytes = b"") -> None:
        send(self.answers, message, part)


def work_at_table(folder: Path, requests: BinaryIO, answers: BinaryIO) -> int:
    """A worker's whole life; the exit code when the server has gone."""
    desk = TableDesk(folder, answers)
    attend(requests, desk.inbox, desk.run)
    return OK
