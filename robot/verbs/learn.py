"""Train a method of reinforcement learning on a game, and compare it with exact play as it learns."""

import argparse
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING

from robot.terminal.waiting import show_progress
from robot.verbs.options import add, add_help, add_rules, find_offered, load_game, print_json, rule_finder, seed
from solver.games import GAMES, find_game
from solver.learning.settings import METHODS, VALUE_ITERATION, LearningSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.learning.course import LearningCheck

ACT = "learn"
RULES = ("goal", "turns", "rule", "players", "last-round", "die")
NUMBERS = {
    "epsilon": "share of random actions (default 0.1); value-iteration ends after a sweep that changes no "
    "value by more (default 1e-14)",
    "gamma": "discount factor of each step (default 1)",
    "alpha": "learning rate (default: falls with the number of visits; monte-carlo takes means)",
    "lambda": "trace decay: how far back each step teaches, 0 to 1 (default 0.8)",
    "start-value": "first value of all states (default: an equal share of the win, or 0 in a game for one)",
}
HEADINGS = ("   trials", " values set", "   value", "largest error", "mean error", "    wins", "visited", "seconds")
"""The headings of a line of results, as wide as its numbers get: 80 columns with a space between two."""


def takes(name: str) -> dict[str, str]:
    """Return the rules that a game takes. Raises OptionError for a game that cannot be learned by any rules."""
    from solver.environments.registry import check_learned

    check_learned(find_game(name))
    return rule_finder(ACT)(name)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = f"one of: {', '.join(find_offered(takes, GAMES))}; or the .toml file of your own, if the game is small"
    parser.add_argument("game", metavar="GAME", help=known)
    which = parser.add_mutually_exclusive_group()
    one_of = f"one of: {', '.join(METHODS)} (default q-learning)"
    which.add_argument("--method", metavar="M", default="q-learning", help=one_of)
    which.add_argument("--compare", action="store_true", help="train all methods, each with the settings that it takes")
    add_rules(parser, *RULES)
    add_help(parser, takes)
    numbers = parser.add_argument_group("learning")
    numbers.add_argument("--episodes", type=int, metavar="N", help="number of games to play (default 100000)")
    for name, words in NUMBERS.items():
        dest = "trace" if name == "lambda" else None
        numbers.add_argument(f"--{name}", dest=dest, type=float, metavar="X", help=words)
    anywhere = "begin each game in a random state"
    numbers.add_argument("--exploring-starts", dest="exploring", action="store_true", default=None, help=anywhere)
    numbers.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of dice and exploration (default 0)")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    import numpy as np

    from solver.environments.learned import task_of
    from solver.learning.course import watch

    given = LearningSettings(**{field.name: getattr(args, field.name, None) for field in fields(LearningSettings)})
    if args.method == VALUE_ITERATION and not args.compare:
        given = replace(given, epsilon=None, tolerance=given.epsilon)
    chosen = {method: given.choose_for(method) for method in METHODS} if args.compare else {args.method: given}
    for method, settings in chosen.items():
        settings.check_for(method)
    game = load_game(args, args.game, ACT)
    with show_progress(f"listing the states of {game.name}"):
        task = task_of(game)
    learners = {
        method: task.learner(method, settings, np.random.default_rng(args.seed)) for method, settings in chosen.items()
    }
    if not args.json:
        print(" ".join(HEADINGS))
    for method, learner in learners.items():
        course = []
        steps = watch(learner, task.judge)
        while check := _take_next(steps, f"learning by {method}"):
            course.append(check)
            if not args.json and not args.compare:
                print(_line(check), flush=True)
        if args.json:
            line = {"game": game.name, "goal": task.goal, "method": method, "exact": task.exact_value}
            print_json(line | asdict(course[-1]) | {"course": [asdict(check) for check in course]})
        elif args.compare:
            print(f"{_line(course[-1])}  {method}", flush=True)
    if not args.json:
        print(f"exact: {task.truth}")
    return 0


def _take_next(steps: "Iterator[LearningCheck]", what: str) -> "LearningCheck | None":
    """Return the next check of a learner, None after the last, and show a progress bar meanwhile."""
    with show_progress(what):
        return next(steps, None)


def _line(check: "LearningCheck") -> str:
    """Return a check of a learner as a line for people."""
    cells = (
        f"{check.trials:,}",
        f"{check.updates:,}",
        f"{check.value:.4f}",
        f"{check.largest_error:.2g}",
        f"{check.mean_error:.2g}",
        f"{100 * check.win_rate:.2f} %",
        f"{100 * check.visited:.1f} %",
        f"{check.seconds:.2f}",
    )
    return " ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, HEADINGS, strict=True))
