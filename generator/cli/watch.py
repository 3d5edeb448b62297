"""What `pnp build --watch` does: it builds, and builds again after each save, until Ctrl-C. It prints."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from generator.ground.problems import INTERRUPTED, OK, Failed

ENDED = frozenset({INTERRUPTED, *(128 + number for number in (signal.SIGTERM, getattr(signal, "SIGHUP", 1)))})
"""Exit codes of a build that somebody ended: then there is no next one."""


def watched(folder: Path, once: Callable[[Callable[[], object]], int]) -> int:
    """Build the game of a folder `once` now and after each save; the exit code when somebody ends it.

    `once` calls what it is given if the keyboard interrupts, however late.

    That is OK while nothing is built, else what the build ended with. The build behind `once` says for itself
    what it made and what is wrong; a failed one leaves the output as it was.
    """
    from generator.cli.console import few
    from generator.ground.files import is_folder_inside
    from generator.preview.watching import changes

    stop = threading.Event()
    try:
        with closing(changes(folder, stop=stop)) as saves:
            code = once(stop.set)
            if code in ENDED or not is_folder_inside(folder, folder):
                return code
            if not stop.is_set():
                print("Waiting for the next save. Ctrl-C ends it.", flush=True)
                _import_all()
            for changed in saves:
                names = sorted(path.relative_to(folder).as_posix() for path in changed)
                print(f"\n{time.strftime('%H:%M:%S')}  Saved: {few(names)}.", flush=True)
                code = once(stop.set)
                if code in ENDED:
                    return code
    except KeyboardInterrupt:
        pass
    print("\nNo longer waiting.", file=sys.stderr)
    return OK


def _import_all() -> None:
    """Let this process know the code that its builds will need; else each of them would import it anew.

    The package's own starter game is looked over for that, and nothing of the folder that is watched.
    """
    from generator.ground.project import SHELF, Project
    from generator.story import look_over

    with suppress(Failed):
        look_over(Project(SHELF.parent / "starter"))
