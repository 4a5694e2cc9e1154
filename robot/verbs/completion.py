"""Print what completes this program's words in a shell, from the options that all verbs declare."""

import argparse
from importlib import import_module

from robot.verbs import VERBS

OFFERED = {
    "advise": "decide",
    "solve": "solve",
    "show": "views",
    "rate": "start",
    "learn": "values",
    "simulate": "start",
    "outcomes": "start",
}
"""What a solved game offers to a verb; other verbs know the games that are played at the table."""
FILES, FOLDERS = {"FILE", "PICTURE"}, {"DIR", "FOLDER"}
"""What options and arguments are called whose values are paths."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=("bash", "zsh", "fish"), help="a shell")


def run(args: argparse.Namespace) -> int:
    whole = argparse.ArgumentParser("pipsqueak")
    verbs = whole.add_subparsers()
    parsers = {verb: verbs.add_parser(verb, help=what) for verb, what in VERBS.items()}
    for verb, parser in parsers.items():
        module = import_module(f"robot.verbs.{verb}")
        parser.description = module.__doc__
        module.add_arguments(parser)
    import shtab

    for verb, parser in parsers.items():
        _complete_values(verb, parser)
    print(shtab.complete(whole, args.kind))
    return 0


def _complete_values(verb: str, parser: argparse.ArgumentParser) -> None:
    """Let a shell complete the names of games and of tables, and paths."""
    from shtab import DIRECTORY, FILE

    from robot.config import HANDS, MADE_UP
    from robot.games.registry import PLAYED
    from solver.games import GAMES, find_game

    for action in parser._actions:
        if action.metavar == "GAME" and verb != "review":  # which takes the number of a game
            games = map(find_game, GAMES) if verb in OFFERED else ()
            some = [game.name for game in games if getattr(game, OFFERED[verb]) is not None]
            action.choices = some or [*PLAYED]
        elif action.metavar == "TABLE":
            action.choices = (*MADE_UP, HANDS)
        elif action.metavar in FILES | FOLDERS:
            setattr(action, "complete", FILE if action.metavar in FILES else DIRECTORY)  # noqa: B010  argparse has none
