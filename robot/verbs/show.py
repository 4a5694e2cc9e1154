"""Draw pictures of a policy, or print where it changes."""

import argparse
from pathlib import Path

from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import add_rules, make_folder, rules_of, scores
from solver.errors import OptionError
from solver.game import SupportsTable
from solver.games import find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="any game that can be solved")
    add_rules(parser)
    parser.add_argument("--line", nargs=2, type=int, metavar=("I", "J"), help="print where it changes at I against J")
    parser.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        help="surface, hold, win …; of sheets scores, boxes, first (default: all)",
    )
    parser.add_argument(
        "--opponents",
        type=scores,
        default=(),
        metavar="J,J,…",
        help="the opponent's scores, or the third's, in sections",
    )
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="folder for them (default: here)")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="(default png)")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    if not isinstance(game, SupportsTable):
        raise OptionError(f"{game.name} has no pictures yet: choose another game")
    if args.line:
        from solver.race.games import Race
        from solver.race.race_table import RaceTable
        from solver.race.views import line

        race = game.table(rules_of(args, game)) if isinstance(game, Race) else None
        if not isinstance(race, RaceTable):
            raise OptionError(f"{game.name} is not a race of rolling and holding: leave out --line")
        print(line(race, *args.line))
        return 0
    from solver.plot.pictures import draw, save

    with notice_if_slow(f"{game.name} is solved first, which may take minutes"):
        table = game.table(rules_of(args, game))
    pictures = game.pictures(table, args.opponents)
    kinds = args.kind or pictures
    make_folder(args.out)
    for kind in kinds:
        name = game.name if table.goal is None else f"{game.name}-{table.goal}"
        path = args.out / f"{name}-{kind}.{args.format}"
        with notice_if_slow(f"{path} is drawn, which may take a minute"):
            save(draw(pictures, kind), path)
        print(path, flush=True)
    return 0
