"""Tab completion in shells, made from the options that all commands declare."""

import argparse
from collections.abc import Sequence
from importlib import import_module

from robot.errors import UsageError
from robot.verbs import PARTS, VERBS, module_of
from robot.verbs.options import HelpOfGame, find_offered

SHELLS = ("bash", "zsh", "fish")
SOLVED = {"advise", "solve", "show", "rate", "learn"}
"""The verbs of solved games. The other verbs take games that are played at the table."""
FILES, FOLDERS = {"FILE", "PICTURE"}, {"DIR", "FOLDER"}
"""The names of values that are paths."""


def complete(shells: Sequence[str]) -> str:
    """Return the completion script for the shell that `shells` names. Raises UsageError unless it names one."""
    import shtab

    if len(shells) != 1 or shells[0] not in SHELLS:
        raise UsageError(f"name a shell behind --completion: {', '.join(SHELLS)}")
    whole = argparse.ArgumentParser("pipsqueak")
    verbs = whole.add_subparsers()
    for verb, what in VERBS.items():
        parser = verbs.add_parser(verb, help=what)
        if verb not in PARTS:
            _declare(verb, parser)
            continue
        parts = parser.add_subparsers()
        for part, told in PARTS[verb].items():
            _declare(f"{verb} {part}", parts.add_parser(part, help=told))
    script: str = shtab.complete(whole, shells[0])
    return script


def _declare(command: str, parser: argparse.ArgumentParser) -> None:
    module = import_module(module_of(command))
    parser.description = module.__doc__
    module.add_arguments(parser)
    _complete_values(command, parser)


def _complete_values(command: str, parser: argparse.ArgumentParser) -> None:
    """Let a shell complete paths and the names of games and tables."""
    from shtab import DIRECTORY, FILE

    from robot.config import HANDS, MADE_UP
    from robot.games.registry import PLAYED
    from solver.games import GAMES

    for action in parser._actions:
        if action.metavar == "GAME" and command != "review":  # review takes a past game
            names = GAMES if command in SOLVED else PLAYED
            shown = next((one for one in parser._actions if isinstance(one, HelpOfGame)), None)
            action.choices = find_offered(shown.takes, names) if shown else [*names]
        elif action.metavar == "TABLE":
            action.choices = (*MADE_UP, HANDS)
        elif action.metavar in FILES | FOLDERS:
            setattr(action, "complete", FILE if action.metavar in FILES else DIRECTORY)  # noqa: B010  argparse has none
