"""`python -m benchmarks.mutations [--count N] [--seed N] [--seconds N]`: do the tests notice a fault?

A small fault is put into a copy of the package, one at a time and in each room in turn: a comparison turned
round, a number one more, an `and` for an `or`. The tests of that room are run against it, first those that
name its module, up to the first one that fails; that one has to pass without the fault. The seed decides
which faults, as long as the package stays as it is. What came of each is written into
`benchmarks/mutations.jsonl` at once, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measures import clean_environment

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "benchmarks" / "mutations.jsonl"
_NOT_COPIED = (".git", ".venv", ".*_cache", "__pycache__", "output")
_COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
_SUMS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*"}


class Mutation(NamedTuple):
    """A fault: in a module of a room, the text from one place to another becomes another one."""

    room: str
    module: str
    """Its path below the root."""
    line: int
    start: int
    end: int
    """Both in bytes of the module."""
    before: str
    after: str


def mutations_of(path: Path) -> Iterator[Mutation]:
    """All that can be done to a module, in the order of its text."""
    source = path.read_bytes()
    begins = [0, *(at + 1 for at, byte in enumerate(source) if byte == 10)]
    relative = path.relative_to(ROOT)
    for node in ast.walk(ast.parse(source)):
        for first, last, after in _changes(node):
            start = begins[first.end_lineno - 1] + first.end_col_offset if last is not first else None
            start = begins[first.lineno - 1] + first.col_offset if start is None else start
            end = begins[last.lineno - 1] + last.col_offset
            end = begins[last.end_lineno - 1] + last.end_col_offset if last is first else end
            before = source[start:end].decode()
            if before.strip() and "\n" not in before and "(" not in before and ")" not in before:
                yield Mutation(
                    relative.parts[1], relative.as_posix(), first.lineno, start, end, before, after
                )


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr, str]]:
    """What stands between two expressions, or one of them, and what comes in its place."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            yield left, right, f" {_COMPARISONS[type(operator)]} "
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _SUMS:
            yield left, right, f" {_SUMS[type(operator)]} "
        case ast.BoolOp(op=operator, values=[left, right, *_]):
            yield left, right, " and " if isinstance(operator, ast.Or) else " or "
        case ast.Constant(value=bool(value)):
            yield node, node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, node, str(value + 1)


def chosen(count: int, seed: int) -> list[Mutation]:
    """So many mutations, of each room in turn."""
    chance = random.Random(seed)
    by_room: dict[str, list[Mutation]] = {}
    for path in sorted((ROOT / "generator").rglob("*.py")):
        for mutation in mutations_of(path):
            if (ROOT / "tests" / mutation.room).is_dir():
                by_room.setdefault(mutation.room, []).append(mutation)
    for mutations in by_room.values():
        chance.shuffle(mutations)
    rounds = max(map(len, by_room.values()))
    in_turn = [mutations[at] for at in range(rounds) for mutations in by_room.values() if at < len(mutations)]
    return in_turn[:count]


def tests_for(mutation: Mutation) -> list[str]:
    """The test files of the room, those first that name the module."""
    name = mutation.module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    files = sorted((ROOT / "tests" / mutation.room).rglob("test_*.py"))
    files.sort(key=lambda path: name not in path.read_text(encoding="utf-8"))
    return [path.relative_to(ROOT).as_posix() for path in files]


def outcome(mutation: Mutation, tree: Path, seconds: float) -> str:
    """`noticed`, `not noticed`, `too long`, or `unsound` if a test fails all the same."""
    path = tree / mutation.module
    source, facts = path.read_bytes(), path.stat()
    path.write_bytes(source[: mutation.start] + mutation.after.encode() + source[mutation.end :])
    try:
        failed = first_failure(tree, tests_for(mutation), seconds)
    except subprocess.TimeoutExpired:
        return "too long"
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))  # so that no compiled fault stays valid
    if failed is None:
        return "not noticed"
    return "unsound" if first_failure(tree, [failed], seconds) is not None else "noticed"


def first_failure(tree: Path, tests: Sequence[str], seconds: float) -> str | None:
    """The first test that fails, or its file if that cannot be read; None if all pass."""
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-x", "-q"]
    run = subprocess.run(
        [*command, "-m", "not slow", *tests],
        cwd=tree,
        env={**clean_environment(), "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
        text=True,
    )
    named = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    if run.returncode == 0:
        return None
    return named[1] if named else tests[0]


def laid_out(folder: Path) -> None:
    """A copy of all that tests need."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*_NOT_COPIED), dirs_exist_ok=True)


def main(words: Sequence[str] | None = None) -> None:
    """Run what has not been run, and print what came of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--seconds", type=float, default=600, help="for the tests of one mutation")
    options = parser.parse_args(words)
    lines = RECORD.read_text(encoding="utf-8").splitlines() if RECORD.exists() else []
    results = {Mutation(*entry["mutation"]): entry["outcome"] for entry in map(json.loads, lines)}
    mutations = chosen(options.count, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        laid_out(Path(folder))
        for mutation in mutations:
            if mutation not in results:
                results[mutation] = outcome(mutation, Path(folder), options.seconds)
                entry = {"mutation": mutation, "outcome": results[mutation]}
                with RECORD.open("a", encoding="utf-8") as record:
                    record.write(json.dumps(entry, ensure_ascii=False) + "\n")
    for mutation in mutations:
        if results[mutation] != "noticed":
            change = f"{mutation.before.strip()} → {mutation.after.strip()}"
            print(f"{mutation.module}:{mutation.line}: {change} ({results[mutation]})")
    counts = Counter(results[mutation] for mutation in mutations)
    print(", ".join(f"{count} {name}" for name, count in counts.most_common()))


if __name__ == "__main__":
    main()
