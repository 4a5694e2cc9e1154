"""Begins games in the terminal and on the page: `python -m tests.support.robot.begun FOLDER`.

It prints a line of JSON for each: its words, and what was said where it did not begin. It needs the base alone.
"""

import io
import itertools
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from robot.cli import main
from robot.games.registry import PLAYED, make_game
from robot.web.pages.game import Choose
from solver.levels import LEVELS
from tests.support.robot.pages import hosted, pages_of
from tests.support.robot.waiting import until


def begin_in_terminal(words: list[str]) -> str:
    """Begin a game at a table without a camera, where nobody is asked; return what it said, "" if it began."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        main(["play", *words, "--table", "hands"])
    return "" if " begins" in said.getvalue() else said.getvalue()


def begin_on_page(name: str, folder: Path) -> str:
    """Begin a game of a robot, and of Ann where two play, on the page; return "" when it has begun."""
    game = make_game(name, {})
    players = [{"kind": "you", "name": "Ann"}, {"kind": "robot", "level": ""}][-game.seats.start :]
    goal = {"goal": game.rules["goal"]} if "goal" in game.rules else {}
    with hosted(folder) as host, pages_of(host, folder) as pages, host:
        page = pages.table.open("/new")
        page.does(page.the(Choose), "begin", {"game": name, "first": "1", "players": players} | goal)
        until(lambda: host.status.game is not None)
        if len(players) > 1:
            pages.asked("move", "Ann")
    return ""


if __name__ == "__main__":
    folder, further = Path(sys.argv[1]), [words.split() for words in sys.argv[2:]]
    levels = itertools.cycle(f"robot:{level}" for level in LEVELS)
    for name in PLAYED:
        for _ in range(3):
            seats = itertools.islice(levels, make_game(name, {}).seats.start)
            further.append([name, "--players", ",".join(seats)])
    for words in further:
        print(json.dumps([" ".join(words), begin_in_terminal(words)]), flush=True)
    for name in PLAYED:
        (folder / name).mkdir(parents=True)
        print(json.dumps([name, begin_on_page(name, folder / name)]), flush=True)
