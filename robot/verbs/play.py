"""Play a game at the table."""

import argparse
import signal
from dataclasses import replace
from pathlib import Path

from robot.config import Folders
from robot.errors import PlayerError
from robot.games.registry import PLAYED
from robot.terminal.waiting import print_notice
from robot.verbs.options import (
    add_json,
    add_language,
    add_picture,
    add_simulated,
    add_table_rules,
    add_voice,
    configured,
    game_of,
    given_rules,
    table_choice,
)
from solver.race.strategies import FORMS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=f"{', '.join(PLAYED)}, or a sheet of your own in a .toml"
    )
    parser.add_argument(
        "--players",
        metavar="A,B",
        help="you, you:NAME, hand:NAME for a person with dice, robot, robot:STRATEGY (default you,robot); "
        f"strategies of Pig: {FORMS}; of score sheets: optimal, win, greedy, heuristic, … or a level, child to perfect",
    )
    parser.add_argument(
        "--first",
        metavar="WHO",
        help="who begins: thrown, or a place among the players from 1 (default: thrown where people play, else 1)",
    )
    add_table_rules(parser)
    add_simulated(parser, fast=True)
    film = "film the twin, best with --fast: an .mp4, or a lossless .mkv"
    parser.add_argument("--film", type=Path, metavar="FILE", help=film)
    parser.add_argument("--window", action="store_true", help="show the twin in a window, best with --fast")
    parser.add_argument("--record", type=Path, metavar="DIR", help="record pictures and decisions in a new folder")
    parser.add_argument("--resume", action="store_true", help="resume the newest unfinished game")
    add_language(parser)
    add_picture(parser)
    add_voice(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from robot.match.players import specs_of
    from robot.match.seats import GameSetting
    from robot.session import PlayPlan, sit_down

    if (args.game is None) != args.resume:
        raise PlayerError("name the game to play, or --resume without a game for the newest unfinished one")
    choice = replace(table_choice(args), film=args.film, window=args.window)
    name, rules = game_of(args) if args.game else ("", given_rules(args))
    if args.resume and (rules or (args.players, args.seed, args.first) != (None, None, None)):
        raise PlayerError("--resume takes players, rules and seed from the journal: leave them out")
    players = specs_of(args.players or "you,robot")
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if end != signal.SIGHUP or signal.getsignal(end) != signal.SIG_IGN:  # nohup asks to outlive the terminal
            signal.signal(end, signal.default_int_handler)
    first = "1" if args.json and args.first is None else args.first  # whoever reads JSON is asked for no throw
    game = None if args.resume else GameSetting(name, rules, players, first=first)
    folders = Folders.of_user()
    plan = PlayPlan(game, choice, args.record, args.json, args.picture)
    sit_down(plan, folders, configured(args, folders), print_notice)
    return 0
