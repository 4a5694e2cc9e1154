"""Draw pictures of the best policy of a game, or print where it holds and changes."""

import argparse
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size

from robot.files import check_output
from robot.terminal.waiting import show_progress
from robot.verbs.options import add_help, add_rules, find_offered, load_game, make_folder, offer, rule_finder
from solver.errors import OptionError, look_up
from solver.game import Game
from solver.games import GAMES, find_game
from solver.layout import print_layout

ACT = "show"
NO_VIEWS = "{} has no pictures: 'pipsqueak advise' says what is best in a position"
RULES = ("goal", "turns", "rule", "last-round", "die")


def takes(name: str) -> dict[str, str]:
    """Return the options that a game takes, with its kinds of pictures. Raises OptionError for a game without any."""
    game = find_game(name)
    kinds = ", ".join(offer(game.views, NO_VIEWS.format(name))().kinds)
    printed = {"text": game.text, "line": game.lines}
    told = {option: "" for option, found in printed.items() if found is not None} | {"kind": f": {kinds}"}
    return told | rule_finder(ACT)(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = f"one of: {', '.join(find_offered(takes, GAMES))}; or the .toml file of your own"
    parser.add_argument("game", metavar="GAME", help=known)
    add_rules(parser, *RULES)
    add_help(parser, takes, ("text", "line", "kind"))
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help="print a table: where to hold, or how many dice to throw")
    at = "print where the policy changes at two scores, such as 30:45 (default: the beginning)"
    printed.add_argument("--line", nargs="*", metavar="SCORES", help=at)
    parser.add_argument("--kind", action="append", metavar="KIND", help="draw this kind of picture (default: all)")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="folder for pictures (default: here)")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="(default: png)")


def run(args: argparse.Namespace) -> int:
    game = load_game(args, args.game, ACT)
    find_views = offer(game.views, NO_VIEWS.format(game.name))
    if args.line is not None or args.text:
        with show_progress(f"solving {game.name}"):
            lines = [*_lines(args, game)]
        print(*lines, sep="\n")
        return 0
    import_module("solver.plot")  # it says what to install
    from solver.plot.pictures import draw, save

    views = find_views()
    wanted = {kind: look_up("picture", kind, views.kinds) for kind in args.kind or views.kinds}
    with show_progress(f"solving {game.name}"):
        drawn = {kind: view() for kind, view in wanted.items()}
    make_folder(args.out)
    name = game.name if views.goal is None else f"{game.name}-{views.goal}"
    paths = {kind: args.out / f"{name}-{kind}.{args.format}" for kind in drawn}
    for path in paths.values():
        check_output(path, "name another folder with --out")
    for kind, view in drawn.items():
        path = paths[kind]
        with show_progress(f"drawing {path}"):
            save(draw(view), path)
        print(path, flush=True)
    return 0


def _lines(args: argparse.Namespace, game: Game) -> Iterator[str]:
    none = f"{game.name} has no such lines to print: leave out --"
    if args.text:
        width = get_terminal_size().columns if sys.stdout.isatty() else None
        return print_layout(offer(game.text, f"{none}text")(), width, ": a pipe or a file gets all")
    lines, scores = offer(game.lines, f"{none}line"), ":".join(args.line) or "0:0"
    if not (found := re.fullmatch(r"(\d+):(\d+)", scores)):
        raise OptionError(f"{scores[:80]!r} is not two scores: write them as 30:45")
    return lines(int(found[1]), int(found[2]))
