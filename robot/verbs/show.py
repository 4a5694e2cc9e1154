"""Draw pictures of a policy, or print where it changes."""

import argparse
from pathlib import Path

from robot.verbs.options import add_rules, make_folder, rules_of, scores
from solver.errors import OptionError
from solver.games import find_game
from solver.race.games import ForTwo
from solver.solo.games import Solitaire


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a race for two, or a game for one")
    add_rules(parser)
    parser.add_argument("--line", nargs=2, type=int, metavar=("I", "J"), help="print where it changes at I against J")
    parser.add_argument(
        "--kind", action="append", metavar="KIND", help="surface, sections, hold, win …; all if left out"
    )
    parser.add_argument("--opponents", type=scores, default=(), metavar="J,J,…", help="opponent's scores in sections")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="folder for them (default: here)")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="(default png)")


def run(args: argparse.Namespace) -> int:
    from solver.race.table import RaceTable

    game = find_game(args.game)
    if not isinstance(game, ForTwo | Solitaire):
        raise OptionError(f"{args.game} is drawn by nobody yet: races for two and games for one are")
    table = game.table(rules_of(args, game))
    if args.line:
        from solver.race.views import line

        if not isinstance(table, RaceTable):
            raise OptionError(f"{args.game} is no race of rolling and holding: leave out --line")
        print(line(table, *args.line))
        return 0
    from solver.plot import draw, kinds_of, save

    make_folder(args.out)
    for kind in args.kind or kinds_of(table):
        name = args.game if table.goal is None else f"{args.game}-{table.goal}"
        path = args.out / f"{name}-{kind}.{args.format}"
        save(draw(table, kind, args.opponents), path)
        print(path, flush=True)
    return 0
