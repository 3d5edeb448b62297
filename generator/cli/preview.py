"""The command that shows: `pnp preview`. It prints, and returns an exit code."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from generator.ground.problems import OK, Problem
from generator.ground.worker import own_command

if TYPE_CHECKING:
    from generator.cli.console import AddCommand


def add_commands(add: AddCommand) -> None:
    """Add the command to the parser of `pnp`."""
    shown = add(
        "preview",
        _preview,
        "Show the game in the browser, and anew whenever a file of it is saved.",
    )
    shown.add_argument(
        "--port",
        type=_port,
        default=0,
        metavar="N",
        help="where the page is; 4759 if none is named, or a free one if that is taken",
    )
    shown.add_argument("--no-open", dest="open", action="store_false", help="open no browser")
    text = "draw everything anew, and take and put nothing that was drawn before from your own pnp folder"
    shown.add_argument("--no-cache", dest="cache", action="store_false", help=text)
    shown.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    shown.set_defaults(unfenced=lambda args: not args.worker, last_words=_last_words)


def _port(text: str) -> int:
    """A port. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _preview(args: argparse.Namespace) -> int:
    return _work(args) if args.worker else _serve(args)


def _serve(args: argparse.Namespace) -> int:
    """The server, which looks into no file of the game."""
    from generator.ground.files import temporary_folder
    from generator.preview.entrance import write_redirect
    from generator.preview.serving import Preview, bound_socket, usual_socket

    worker = own_command("preview", "--worker", "--game", str(args.game.resolve()))
    worker += ["--limits", args.limits, *(["--no-cache"] if not args.cache else [])]
    preview = Preview(args.game, worker, bound_socket(args.port) if args.port else usual_socket())

    def show_next() -> None:
        print(f"To see it in another browser: {preview.link(show_next)}", flush=True)

    def begun() -> None:
        print(f"The game is shown at {preview.link(show_next)}")
        print("The link opens it once. Leave this window open; Ctrl-C ends it.", flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(write_redirect(folder, preview.link()).as_uri())

    with temporary_folder() as folder:
        preview.run(begun)
    return OK


def _work(args: argparse.Namespace) -> int:
    """The worker, which a server has started: it speaks through pipes."""
    from generator.ground.cache import NO_CACHE, open_cache
    from generator.ground.messages import own_pipes
    from generator.preview.desk import work
    from generator.preview.keeping import HeldCache

    requests, answers = own_pipes()
    cache = HeldCache(behind=open_cache(args.game) if args.cache else NO_CACHE)
    return work(args.game, cache, requests, answers)


def _last_words(args: argparse.Namespace, problem: Problem) -> bool:
    """What the fence caught, for the server of a worker; whether that was to be told so."""
    from generator.ground.cache import told_problems

    if not args.worker:
        return False
    print(f"\n{json.dumps({'last_words': told_problems([problem])})}", file=sys.stderr)
    return True
