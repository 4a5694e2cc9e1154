"""Begins games in the terminal, with the coach and on the page: `python -m tests.support.robot.begun FOLDER`.

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
from tests.support.robot.pages import open_host, pages_of
from tests.support.robot.waiting import until


def begin_in_terminal(words: list[str]) -> str:
    """Play or coach where nobody types, at a table without a camera; return what it said, "" if the game began."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = main(words)
    return "" if " begins" in said.getvalue() or status == 0 else said.getvalue()


def begin_on_page(name: str, folder: Path) -> str:
    """Begin a game of a robot, and of Ann where two play, on the page; return "" when it has begun."""
    game = make_game(name, {})
    players = [{"kind": "you", "name": "Ann"}, {"kind": "robot", "level": ""}][-game.seats.start :]
    goal = {"goal": game.rules["goal"]} if "goal" in game.rules else {}
    with open_host(folder) as host, pages_of(host, folder) as pages, host:
        page = pages.table.open("/new")
        page.does(page.the(Choose), "begin", {"game": name, "first": "1", "players": players} | goal)
        until(lambda: host.status.game is not None)
        if len(players) > 1:
            pages.wait_for_question("move", "Ann")
    return ""


if __name__ == "__main__":
    folder, games = Path(sys.argv[1]), [["play", *words.split()] for words in sys.argv[2:]]
    levels = itertools.cycle(f"robot:{level}" for level in LEVELS)
    for name in PLAYED:
        seats = make_game(name, {}).seats.start
        games.append(["coach", name, "--players", ",".join(("Ann", "Ben")[:seats])])
        games += [["play", name, "--players", ",".join(itertools.islice(levels, seats))] for _ in range(3)]
    for game in games:
        words = [*game, "--table", "hands"] if game[0] == "play" else game
        print(json.dumps([" ".join(words), begin_in_terminal(words)]), flush=True)
    for name in PLAYED:
        (folder / name).mkdir(parents=True)
        print(json.dumps([name, begin_on_page(name, folder / name)]), flush=True)
