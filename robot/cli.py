"""The command line: one verb a module of robot.verbs, imported only when it is called."""

import argparse
import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from hardware.errors import HardwareError
from robot.errors import ConfigError, PlayerError, RobotError, TableChoiceError
from solver.errors import GoalError, PositionError, SolverError, UnknownNameError
from vision.errors import VisionError

VERBS = {
    "play": "play a game at the table",
    "read": "read the dice in pictures",
    "evaluate": "compare the reader with labelled pictures",
    "advise": "tell the best action in a position, and why",
    "solve": "compute a game's exact values",
    "replay": "run today's reader and strategies over a recording",
    "doctor": "check every device and say in words what it finds",
}

ROOMS = (RobotError, HardwareError, SolverError, VisionError)
BAD_USAGE = (ConfigError, PlayerError, TableChoiceError, GoalError, PositionError, UnknownNameError)


class Parser(argparse.ArgumentParser):
    """A parser whose refusal is one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; '{self.prog} --help' tells what it takes\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the verb that the command line names.

    Returns 0 on success, 1 on a failure that one line on stderr explains, 2 on bad usage.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # what it has to say of a broken picture, we say in one line
    try:
        return _run(words)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("pipsqueak: stopped; an unfinished game goes on with 'pipsqueak play --resume'", file=sys.stderr)
        return 1
    except ROOMS as error:
        print(f"pipsqueak: {error}", file=sys.stderr)
        return 2 if isinstance(error, BAD_USAGE) else 1


def _run(words: list[str]) -> int:
    if not words or words[0] in {"-h", "--help"}:
        print("usage: pipsqueak VERB …\n\nA robot that plays dice games at a table.\n")
        print("\n".join(f"  {verb:10} {what}" for verb, what in VERBS.items()))
        print("\n'pipsqueak VERB --help' tells what a verb takes.")
        return 0 if words else 2
    if words[0] in {"-V", "--version"}:
        print(version("pipsqueak"))
        return 0
    verb = words[0]
    if verb not in VERBS:
        near = difflib.get_close_matches(verb, VERBS, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"the verbs are {', '.join(VERBS)}"
        print(f"pipsqueak: there is no verb '{verb}': {hint}", file=sys.stderr)
        return 2
    module = importlib.import_module(f"robot.verbs.{verb}")
    parser = Parser(prog=f"pipsqueak {verb}", description=module.__doc__)
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(words[1:]))
    return status
