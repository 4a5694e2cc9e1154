"""Let a method of reinforcement learning learn a game, and compare it with exact play as it learns."""

import argparse
import sys
from collections import deque
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from robot.config import Folders
from robot.terminal.letters import is_drawn_on
from robot.terminal.waiting import notice_if_slow
from robot.verbs.options import (
    WIDEST,
    add,
    add_rules,
    check_picture,
    drawing,
    print_json,
    print_sweep,
    rules_of,
    seed,
)
from solver.errors import OptionError
from solver.game import Game
from solver.games import GAMES, find_game
from solver.sweeping import read_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from solver.learning.course import AnyTask, LearningCheck
    from solver.learning.settings import LearningSettings

METHODS = "value-iteration, policy-iteration, monte-carlo, td, sarsa, q-learning, expected-sarsa"
NUMBERS = {
    "epsilon": "share of actions that are explored (default 0.1)",
    "gamma": "discount of each step (default 1)",
    "alpha": "size of a step (default: falls with the visits; monte-carlo: means)",
    "lambda": "how far back to learn (default 0.8)",
    "tolerance": "largest change after which value-iteration ends (default 1e-14)",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which_games = f"one of: {', '.join(GAMES)}; or your own in a .toml: any that is solved and has few enough states"
    parser.add_argument("game", metavar="GAME", help=which_games)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--method", metavar="M", help=f"one of: {METHODS} (default q-learning)")
    which.add_argument("--compare", action="store_true", help="all methods, each with the settings that it takes")
    add_rules(parser)
    numbers = parser.add_argument_group("learning")
    numbers.add_argument("--episodes", type=int, metavar="N", help="games that are played (default 100000)")
    for name, words in NUMBERS.items():
        dest = "trace" if name == "lambda" else name.replace("-", "_")
        numbers.add_argument(f"--{name}", dest=dest, type=float, metavar="X", help=words)
    begin = "value that states begin with, or a file (default an equal share of the win, 0 alone; value-iteration 0)"
    numbers.add_argument("--start-value", metavar="X", help=begin)
    told = "value-iteration: print the largest change of each sweep"
    parser.add_argument("--trace", dest="traced", action="store_true", help=told)
    anywhere = "games begin in any state"
    numbers.add_argument("--exploring-starts", dest="exploring", action="store_true", default=None, help=anywhere)
    numbers.add_argument("--seed", type=seed, default=0, metavar="N", help="seed of dice and exploration (default 0)")
    parser.add_argument(
        "--throws",
        type=Path,
        metavar="FILE",
        help="learn only from recorded throws: a line for each, such as '3 1' for two pigs, ? where in doubt; or the "
        "word journal for the games that were played here, a journal's file or export, or the folder of a recording",
    )
    parser.add_argument("--picture", type=drawing, metavar="FILE", help="draw the course into a .png or .svg")
    add(parser, "json")


def run(args: argparse.Namespace) -> int:
    from solver.learning.settings import METHODS as ALL
    from solver.learning.settings import Q_LEARNING, VALUE_ITERATION, LearningSettings

    check_picture(args.picture)
    task = _task(args, find_game(args.game))
    given = {field.name: getattr(args, field.name) for field in fields(LearningSettings)}
    given["start_value"] = None if args.start_value is None else read_start(args.start_value)
    settings = LearningSettings(**given)
    if args.traced and args.method != VALUE_ITERATION:
        raise OptionError("--trace prints the sweeps of --method value-iteration: give both or neither")
    methods = ALL if args.compare else (args.method or Q_LEARNING,)
    if args.compare:
        settings.check()
    else:
        settings.check_for(methods[0])
    courses: dict[str, list[LearningCheck]] = {method: [] for method in methods}
    steps = _learn(task, settings, courses, args)
    if args.json:
        deque(steps, maxlen=0)
        _print_results(task, courses)
    else:
        (_show_live if is_drawn_on(sys.stdout) else _print_lines)(steps, courses)
        _print_truth(task)
    if args.picture is not None:
        from solver.learning.pictures import draw_courses
        from solver.plot.pictures import save

        save(draw_courses(task.game, task.goal, courses), args.picture)
        if not args.json:
            print(args.picture)
    return 0


def _task(args: argparse.Namespace, game: Game) -> "AnyTask":
    """Return what is to be learned. Raises OptionError, DistributionError, JournalError or RecordingError."""
    from solver.environments.learned import task_of

    recorded = None
    if args.throws is not None:
        from robot.records.recorded_throws import recorded_text

        recorded = recorded_text(game.name, args.throws, Folders.of_user().journal)
    with notice_if_slow(f"the states of {game.name} are written down first"):
        return task_of(game, rules_of(args, game), recorded)


def _learn(
    task: "AnyTask", settings: "LearningSettings", courses: "dict[str, list[LearningCheck]]", args: argparse.Namespace
) -> "Iterator[str]":
    """Let each method of `courses` learn, and yield its name after each look at it."""
    import numpy as np

    from solver.learning.course import watch

    judge = task.judge()
    for method, course in courses.items():
        learner = task.learner(method, settings.taken_by(method), np.random.default_rng(args.seed))
        if args.traced:
            learner.trace = print_sweep
        for check in watch(learner, judge):
            course.append(check)
            yield method


def _show_live(steps: "Iterator[str]", courses: "Mapping[str, list[LearningCheck]]") -> None:
    """Draw the chart anew after each look."""
    from rich.live import Live

    from robot.terminal.learning_chart import learning_chart

    with Live(auto_refresh=False) as live:
        for _ in steps:
            live.update(learning_chart(courses), refresh=True)


def _print_lines(steps: "Iterator[str]", courses: "Mapping[str, list[LearningCheck]]") -> None:
    """Print a line after each look, then the chart."""
    from rich.console import Console

    from robot.terminal.learning_chart import HEADINGS, check_cells, learning_chart

    told = ""
    for method in steps:
        if method != told:
            print(method, "  ".join(HEADINGS), sep="\n", flush=True)
            told = method
        cells = check_cells(courses[method][-1])
        print("  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, HEADINGS, strict=True)), flush=True)
    Console(width=WIDEST).print(learning_chart(courses))


def _print_results(task: "AnyTask", courses: "Mapping[str, list[LearningCheck]]") -> None:
    exact = task.exact_value()
    for method, course in courses.items():
        line = {"game": task.game, "goal": task.goal, "method": method, "exact": exact, **course[-1].to_json()}
        if task.recorded is not None:
            line |= {"throws": len(task.recorded.throws), "in_doubt": task.recorded.doubts}
            line |= {"recorded_exact": task.recorded_value()}
        print_json(line | {"course": [check.to_json() for check in course]})


def _print_truth(task: "AnyTask") -> None:
    print(f"exact: {task.truth}")
    if (recorded := task.recorded) is not None:
        doubt = f", {recorded.doubts} in doubt left out" if recorded.doubts else ""
        print(
            f"with the {len(recorded.throws)} recorded throws themselves{doubt}: {task.recorded_value():.6f}; "
            "errors above are those against the game's own chances"
        )
