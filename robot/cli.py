"""The command line. Each command is a module of robot.verbs, which is imported only when it runs."""

import difflib
import errno
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from robot.errors import ROOMS, RefusedError, UsageError
from robot.installation import VERSION, describe_error, describe_import
from robot.terminal.letters import print_lines, take_all_letters
from robot.verbs import GROUPS, PARTS, VERBS
from robot.verbs.gone import find_gone, update_names
from robot.verbs.parser import parser_of
from solver.errors import DistributionError, OptionError, PositionError, UnknownNameError

LOGGED = {"play", "serve", "exhibit"}
"""Verbs that play at a table and write a log."""
OPTION = re.compile("--?[a-z]")
"""The words of a position can begin with - too, such as -:7."""
INSTEAD = ("install", "report")
"""Options of these verbs that play nothing: no log. With sudo, root would own a log in the user's folder."""
STOPPED = {
    "play --resume": ["resume an unfinished game with 'pipsqueak play --resume'"],
    "play": ["nothing was thrown"],
    "coach": ["'pipsqueak coach' lists what is kept"],
    "record": ["what was recorded is kept"],
    "machine flash": ["run 'pipsqueak machine flash' again: the bootloader stays on the board"],
    "machine selftest": ["what was adjusted is kept; run 'pipsqueak machine selftest --from STEP' to go on"],
    "machine calibrate": ["nothing was changed; run 'pipsqueak machine calibrate' to begin again"],
    "data restore": ["nothing was changed"],
}
"""What remains after Ctrl-C stops a command, or how to continue it."""

QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
OUTPUT_FAILS = {errno.ENOSPC, errno.EIO, errno.EFBIG}
BAD_USAGE = (UsageError, DistributionError, OptionError, PositionError, RefusedError, UnknownNameError)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that the command line names.

    Returns 0 on success, 1 on a failure that one line on stderr explains, 2 on bad usage.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for library in ("OPENCV_LOG_LEVEL", "OPENCV_FFMPEG_LOGLEVEL"):
        os.environ.setdefault(library, QUIET[library])  # we report a broken picture in one line
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115, PTH123  closed by the caller
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
        named = {*words[:4], *("--resume" for word in words if word.partition("=")[0] == "--resume")}
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
        sys.stderr.write(f"pipsqueak: {told}\n")  # the module that breaks lines may be missing too
        return 1
    except OSError as error:
        if error.errno not in OUTPUT_FAILS:
            raise
        print_lines([f"pipsqueak: the output cannot be written ({error.strerror}): free some space"], sys.stderr)
        _give_up_output()
        return 1


def _give_up_output() -> None:
    """Discard the output that stdout still holds, so that a flush at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    size = 2 if words[:1] == ["--language"] else sum(word.startswith("--language=") for word in words[:1])
    spoken, words = words[:size], words[size:]
    if spoken and not words:
        from robot.config import Folders, check_language

        check_language(spoken[-1].removeprefix("--language="), Folders.of_user().languages)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if words and (new := update_names(words)) != words:
        old = "option" if new[0] == words[0] else "name"
        print_lines([f"pipsqueak: that is an old {old}: write '{shlex.join(['pipsqueak', *new])}'"], sys.stderr)
        words = new
    match words:
        case [] | ["-h" | "--help", *_]:
            _print_verbs()
            return 0
        case ["-V" | "--version" | "version", *_]:
            print(VERSION)
            return 0
        case ["--completion", *shells]:
            from robot.verbs.completion import complete

            print(complete(shells))
            return 0
    verb, *rest = words
    command = _look_up(verb, VERBS, "verb", "pipsqueak")
    if parts := PARTS.get(verb):
        if not rest or rest[0] in {"-h", "--help"}:
            print(f"Type 'pipsqueak {verb} PART', or 'pipsqueak help {verb} PART' to read about a part.\n")
            print("\n".join(f"  {part:10} {what}" for part, what in parts.items()))
            return 0
        command = f"{verb} {_look_up(rest.pop(0), parts, 'part', f'pipsqueak {verb}')}"
    if gone := find_gone(command, rest):
        raise UsageError(gone)
    return _run_command(command, [*spoken, *rest])


def _print_verbs() -> None:
    print("Type 'pipsqueak play' to play, 'pipsqueak help VERB' to read about a verb.")
    for title, verbs in GROUPS.items():
        print(title)
        told = [f"  {verb:10}{what}" for verb, what in verbs.items()]
        half = (len(told) + 1) // 2
        for left, right in zip_longest(told[:half], told[half:], fillvalue=""):
            print(f"{left:40}{right}".rstrip())
    print("With --language de, games, coach, drill, review, advise and rules speak German.")


def _look_up(word: str, names: Iterable[str], what: str, above: str) -> str:
    """Return a verb or part; raise UsageError for an unknown one."""
    if word in names:
        return word
    from robot.games.registry import PLAYED

    if what == "verb" and word in PLAYED:
        raise UsageError(f"{word} is a game: did you mean 'pipsqueak play {word}'?")
    near = difflib.get_close_matches(word, names, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"'{above} --help' lists them"
    raise UsageError(f"there is no {what} {word[:80]!r}: {hint}")


def _run_command(command: str, words: list[str]) -> int:
    parser, module = parser_of(command)
    args, others = parser.parse_known_args(words)
    if others:  # words of a position may follow options
        if not hasattr(args, "line") or any(OPTION.match(word) for word in others):
            parser.error(f"unrecognized arguments: {' '.join(others)}")
        args.line += others
    if outputs := getattr(args, "outputs", ()):
        from robot.files import check_output

        for output in outputs:
            check_output(getattr(args, output))
    if command not in LOGGED or any(getattr(args, option, None) is not None for option in INSTEAD):
        return int(module.run(args))
    from robot.config import Folders
    from robot.log import log_to

    with log_to(Folders.of_user().log):
        return _log_failure(command, lambda: int(module.run(args)))


def _log_failure(verb: str, run: Callable[[], int]) -> int:
    """Run a verb, and log how it fails. A mistyped command is not logged."""
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
