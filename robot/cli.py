"""The command line: one verb a module of robot.verbs, imported only when it is called."""

import argparse
import difflib
import errno
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from robot.errors import ROOMS, RefusedError, UsageError
from robot.installation import VERSION, describe_error, describe_import
from robot.terminal.letters import print_lines, take_all_letters
from robot.verbs import VERBS
from robot.verbs.gone import find_gone
from robot.verbs.options import whole
from solver.errors import DistributionError, OptionError, PositionError, UnknownNameError

LOGGED = {"play", "serve", "exhibit"}
"""Verbs that play at a table: what they do is logged."""
OPTION = re.compile("--?[a-z]")
"""Other words may begin with a score that nobody has yet, as -:7."""
INSTEAD = ("install", "report")
"""Their options that play nothing. With sudo, a log of theirs would be root's in the folder of the table's user."""
STOPPED = {
    "play --resume": ["resume an unfinished game with 'pipsqueak play --resume'"],
    "play": ["nothing was thrown"],
    "coach": ["'pipsqueak coach --sessions' lists what is kept"],
    "record": ["what was recorded is kept"],
    "flash": ["run 'pipsqueak flash' again: the bootloader stays on the board"],
    "selftest": ["what was adjusted is kept; run 'pipsqueak selftest --from STEP' to go on"],
    "restore": ["nothing was changed"],
    "calibrate": ["nothing was changed; run 'pipsqueak calibrate' to begin again"],
}
"""What becomes of that which Ctrl-C cut short."""

QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
OUTPUT_FAILS = {errno.ENOSPC, errno.EIO, errno.EFBIG}
BAD_USAGE = (
    UsageError,
    DistributionError,
    OptionError,
    PositionError,
    RefusedError,
    UnknownNameError,
)


class StoreOnce(argparse._StoreAction):
    """Store a value. An option that is given again is refused: which of its values is meant is not known."""

    given = False

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if self.given:
            raise argparse.ArgumentError(self, "it is given twice: give it once")
        self.given = option is not None
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """A parser of one command line, whose refusal is one line and exit status 2."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=description)
        self.register("type", int, whole)
        self.register("action", None, StoreOnce)  # that of options which name no action

    def error(self, message: str) -> NoReturn:
        print_lines([f"{self.prog}: {' '.join(message.split())}; see '{self.prog} --help'"], sys.stderr)
        self.exit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that the command line names.

    Returns 0 on success, 1 on a failure that one line on stderr explains, 2 on bad usage.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for library in ("OPENCV_LOG_LEVEL", "OPENCV_FFMPEG_LOGLEVEL"):
        os.environ.setdefault(library, QUIET[library])  # what they have to say of a broken picture, we say in one line
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115, PTH123  closed by whoever called us
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115, PTH123
    take_all_letters(sys.stdin, sys.stdout, sys.stderr)
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _give_up_output()
        return 1
    except KeyboardInterrupt as stopped:
        named = {*words[:1], *("--resume" for word in words if word.partition("=")[0] == "--resume")}
        usual: list[str] = next((told for known, told in STOPPED.items() if named.issuperset(known.split())), [])
        notes = getattr(stopped, "__notes__", usual)
        print_lines(["; ".join(["pipsqueak: stopped", *notes])], sys.stderr)
        return 1
    except ROOMS as error:
        # A path may hold a line break; an error is one line.
        print_lines([f"pipsqueak: {' '.join(describe_error(error).splitlines())}"], sys.stderr)
        return 2 if isinstance(error, BAD_USAGE) else 1
    except ImportError as error:
        if not (told := describe_import(error)):
            raise
        sys.stderr.write(f"pipsqueak: {told}\n")  # what breaks lines may be missing too
        return 1
    except OSError as error:
        if error.errno not in OUTPUT_FAILS:
            raise
        print_lines([f"pipsqueak: the output cannot be written ({error.strerror}): free some space"], sys.stderr)
        _give_up_output()
        return 1


def _give_up_output() -> None:
    """Discard what is still to be written to stdout, so that leaving does not fail on it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    if not words or words[0] in {"-h", "--help"}:
        print("usage: pipsqueak VERB …\n\nA robot that plays dice games at a table.\n")
        print("\n".join(f"  {verb:10} {what}" for verb, what in VERBS.items()))
        print("\nRun 'pipsqueak VERB --help' for the options of a verb.")
        return 0 if words else 2
    if words[0] in {"-V", "--version"}:
        print(VERSION)
        return 0
    verb = words[0]
    if gone := find_gone(verb, words[1:]):
        print_lines([f"pipsqueak: {gone}"], sys.stderr)
        return 2
    if verb not in VERBS:
        near = difflib.get_close_matches(verb, VERBS, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"the verbs are {', '.join(VERBS)}"
        print_lines([f"pipsqueak: there is no verb {verb[:80]!r}: {hint}"], sys.stderr)
        return 2
    module = importlib.import_module(f"robot.verbs.{verb}")
    parser = Parser(prog=f"pipsqueak {verb}", description=module.__doc__)
    module.add_arguments(parser)
    args, others = parser.parse_known_args(words[1:])
    if others:  # words of a position may stand behind options
        if not hasattr(args, "line") or any(OPTION.match(word) for word in others):
            parser.error(f"unrecognized arguments: {' '.join(others)}")
        args.line += others
    if outputs := getattr(args, "outputs", ()):
        from robot.files import check_output

        for output in outputs:
            check_output(getattr(args, output), force=args.force)
    if verb not in LOGGED or any(getattr(args, option, None) is not None for option in INSTEAD):
        return int(module.run(args))
    from robot.config import Folders
    from robot.log import logging_to

    with logging_to(Folders.of_user().log):
        return _logged(verb, lambda: int(module.run(args)))


def _logged(verb: str, run: Callable[[], int]) -> int:
    """Run a verb, and log how it failed; a mistyped command is not logged."""
    import logging

    log = logging.getLogger(__name__)
    try:
        return run()
    except BAD_USAGE:
        raise
    except ROOMS as error:
        log.error("%s has ended: %s", verb, error)
        raise
    except Exception:
        log.exception("%s has failed", verb)
        raise
