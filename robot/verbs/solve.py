"""Compute games' exact values, and time the solution."""

import argparse
import json
from collections.abc import Mapping
from typing import Any

from robot.config import Folders
from robot.files import ELSEWHERE, keep_file
from robot.terminal.progress import working
from robot.terminal.waiting import announce
from robot.verbs.options import add, add_output, add_rules, print_sweep, rules_of, scores
from solver.decision import known_digits
from solver.errors import OptionError
from solver.game import CAPPED, Game, Solution, raise_cap
from solver.games import GAMES, OWN, find_game
from solver.kept_solution import solve_once
from solver.options import GameOptions
from solver.sweeping import SweepSettings, read_start
from solver.value_iteration import METHOD, iterate

RISK = ("attackers", "defenders", "chain", "best_split", "territories")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="+", help=f"one or more of: {', '.join(GAMES)}; or score sheets in TOML files"
    )
    add_rules(parser)
    parser.add_argument(
        "--solo", action="store_true", default=None, help="for one player: most points of a turn, fewest turns"
    )
    cap = f"solve as if nobody went beyond a cap, and print what higher caps add; of {CAPPED}"
    parser.add_argument("--cap", type=int, metavar="N", help=cap)
    risk = parser.add_argument_group("risk")
    risk.add_argument("--attackers", type=int, metavar="N", help="armies that attack; before a chain, all there are")
    risk.add_argument("--defenders", type=int, metavar="N", help="armies of one battle")
    risk.add_argument("--chain", type=scores, metavar="N,N,…", help="armies of territories one after another")
    risk.add_argument("--best-split", type=int, metavar="N", help="how many armies the defender spreads best …")
    risk.add_argument("--territories", type=int, metavar="N", help="… over this many territories")
    parser.add_argument(
        "--method", choices=("exact", "value-iteration"), default="exact", help="plain value iteration is for learning"
    )
    sweeps = parser.add_argument_group("value iteration")
    sweeps.add_argument("--trace", action="store_true", help="print the largest change of each sweep")
    sweeps.add_argument("--tolerance", type=float, metavar="X", help="end at this largest change (default 1e-14)")
    sweeps.add_argument("--gamma", type=float, metavar="X", help="discount of each action (default 1)")
    begin = "value that states begin with, or a file that --values wrote, with a state, a tab and its value a line"
    sweeps.add_argument("--start-value", metavar="X", help=f"{begin} (default 0)")
    add_output(sweeps, "--values", help="write the value of each state into a file")
    anew = "solve and time again what is known from an earlier time"
    parser.add_argument("--anew", action="store_true", help=anew)
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    settings = _sweep_settings(args)
    if args.cap is not None and settings is not None:
        raise OptionError("--cap is for the exact method: leave out --method")
    more = {option: getattr(args, option) for option in (*RISK, "solo")}
    games = [(name, game, rules_of(args, game, **more)) for name in args.games for game in [find_game(name)]]
    for name, game, rules in games:
        if settings is None:
            announce(game, rules, anew=args.anew)
        with working(f"solving {name}"):
            agrees = False
            if args.cap is not None:
                solution = raise_cap(game, rules, args.cap)
            elif settings is not None:
                solution = _iterated(game, rules, settings, args)
            else:
                solution, agrees = _solved(game, rules, args, own=name.endswith(OWN))
        _print(solution, args)
        if agrees and not args.json:
            print("  the shipped table agrees with a fresh solution")
    return 0


def _solved(game: Game, rules: GameOptions, args: argparse.Namespace, *, own: bool) -> tuple[Solution, bool]:
    """Return the exact solution, and whether a table that ships agrees with it; kept but of one's `own` games."""

    def solve() -> tuple[Solution, bool]:
        return game.solve(rules), game.verify(rules)

    return solve() if own or args.anew else solve_once(game, rules, Folders.of_user().cache, solve)


def _sweep_settings(args: argparse.Namespace) -> SweepSettings | None:
    """Return what value iteration is told, None for another method. Raises OptionError."""
    if args.method != METHOD:
        for option in ("trace", "tolerance", "gamma", "start_value", "values"):
            if getattr(args, option) not in (None, False):
                raise OptionError(f"--{option.replace('_', '-')} is for --method {METHOD}: give both or neither")
        return None
    if args.values is not None and len(args.games) > 1:
        raise OptionError("--values is written for one game: name one")
    start = None if args.start_value is None else read_start(args.start_value)
    given = {"tolerance": args.tolerance, "gamma": args.gamma, "start": start}
    return SweepSettings(**{name: value for name, value in given.items() if value is not None})


def _iterated(game: Game, rules: GameOptions, settings: SweepSettings, args: argparse.Namespace) -> Solution:
    """Return what value iteration finds, and write the values where they are wanted."""
    iteration = game.iteration(rules, settings)
    solution = iterate(iteration, print_sweep) if args.trace else iterate(iteration)
    if args.values is not None:
        keep_file(args.values, "".join(f"{line}\n" for line in iteration.lines()).encode(), ELSEWHERE)
    return solution


def _print(solution: Solution, args: argparse.Namespace) -> None:
    line = solution.to_json()
    line["value"] = known_digits(solution.value, line.get("largest_change", 0.0))
    if args.json:
        print(json.dumps(line), flush=True)
        return
    print(f"{solution.game}: {line['value']:.15g} ({solution.unit})", flush=True)
    print(f"  {solution.states:,} states in {1000 * solution.seconds:.1f} ms")
    for cap, more in line.pop("raised", {}).items():
        print(f"  a cap of {cap} adds {more:.3g}")
    for key, value in line.items():
        if key not in {"game", "value", "unit", "states", "seconds"}:
            print(f"  {key.replace('_', ' ')} {_written(value)}")


def _written(value: Any) -> str:
    """Return a number as it is, and chances by what they belong to in percent."""
    if isinstance(value, Mapping):
        return ", ".join(f"{of}: {100 * chance:.4g} %" for of, chance in value.items())
    return str(value)
