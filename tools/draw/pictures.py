"""Draw the README's pictures into docs/img: python -m tools.draw.pictures."""

import os
import re
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from hardware.clock import VirtualClock
from hardware.dimensions import dimensions
from hardware.sim.camera import SimulatedCamera
from hardware.sim.table import SimulatedTable
from robot.app import make_table_reader, open_table
from robot.config import Config
from robot.files import write_picture, write_whole
from robot.games.board import board_of
from robot.games.game import EstimatesChances, TableGame
from robot.games.registry import make_game
from robot.language import english
from robot.match.events import Event, Read
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_player
from robot.review.summary import after_game
from robot.review.summary_image import draw as draw_card
from robot.table.choice import TableChoice
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.live_view import LiveView
from solver.games import find_game
from solver.options import GameOptions
from solver.plot.pictures import draw, save
from tools.draw import IMAGES
from vision.annotate import annotate

PLAYERS = ("robot:optimal", "robot:hold20")
WIDTH, HEIGHT = 100, 18
"""Columns and lines of the terminal in the README's pictures."""


def draw_reading(seed: int = 2026, shakes: int = 3, free: int = 5) -> None:
    """Throw a few times, put some dice into the tray, and draw the reading."""
    clock = VirtualClock()
    table = SimulatedTable(seed, clock, dimensions())
    table.light(True, True)
    table.put_in_tray(free, throw=4)
    with SimulatedCamera(table, clock) as camera:
        for _ in range(shakes):
            table.shake()
            clock.sleep(3.0)
        image = camera.frame(after=clock.now()).image
    write_picture(IMAGES / "reading.jpg", annotate(image, make_table_reader().read(image)))


class SceneReachedError(Exception):
    """The game has reached the moment to draw."""


@dataclass
class Following:
    """A listener that shows a game to a view and ends it after some throws."""

    view: LiveView
    throws: int

    def hear(self, event: Event) -> None:
        self.view.hear(event)
        if isinstance(event, Read) and event.throw == self.throws:
            raise SceneReachedError


def draw_game(seed: int = 11, throws: int = 16) -> None:
    """Play into the middle of a game and draw the live view as it stands there."""
    with ExitStack() as stack:
        nowhere = stack.enter_context(Path(os.devnull).open("w"))
        view = LiveView(AlternateScreen(Console(file=nowhere)), board_of(make_game("pig", {})))
        table = open_table(TableChoice(seed=seed, speed=None).resolve(Config()))
        stack.callback(table.close)
        journal = stack.enter_context(Journal(Path(stack.enter_context(TemporaryDirectory())) / "journal"))
        game = journal.begin("pig", {"goal": 100}, PLAYERS, seed)
        players = [make_player(name, make_game("pig", {}), None) for name in PLAYERS]
        with suppress(SceneReachedError):
            Match(game, make_game("pig", {}), players, table, journal, [Following(view, throws)]).play()
        paper = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        for line in view.draw(WIDTH, HEIGHT):
            paper.print(line, soft_wrap=True, highlight=False)
    svg = paper.export_svg(title="make demo")
    without_fonts_from_elsewhere = re.sub(r"@font-face \{[^}]*\}", "", svg)
    write_whole(IMAGES / "game.svg", without_fonts_from_elsewhere.encode())


def draw_policy() -> None:
    """Draw the states in which a perfect player of Pig rolls."""
    draw_kind("pig", "surface", "pig.png")


def draw_calls() -> None:
    """Draw how often plain recursion computes the beginnings of turns of Pig Reach."""
    draw_kind("pig-reach", "calls", "calls.png")


def draw_scores() -> None:
    """Draw what strategies of Yahtzee score, exactly."""
    draw_kind("yahtzee", "scores", "yahtzee.png")


def draw_kind(game: str, kind: str, name: str) -> None:
    """Draw what `pipsqueak show` draws of a game."""
    save(draw(find_game(game).views(GameOptions()).kinds[kind]()), IMAGES / name)


def draw_after_game(seed: int = 6) -> None:
    """Play a game of Pig to its end, and draw its summary image."""
    rules = make_game("pig", {})
    draw_kept("aftergame.svg", rules, ("robot:careless", "robot:hold25"), seed, IMAGES)


def draw_after_sheet(seed: int = 11) -> None:
    """Do the same with Yahtzee, with its estimated chances to win."""
    with TemporaryDirectory() as folder:
        rules = make_game("yahtzee", {}, cache := Path(folder))
        assert isinstance(rules, EstimatesChances)
        rules.prepare()
        draw_kept("aftergame-yahtzee.svg", rules, ("robot:casual", "robot:strong"), seed, cache)


def draw_kept(name: str, rules: TableGame[Any], strategies: tuple[str, str], seed: int, cache: Path) -> None:
    """Let strategies play at the simulated table, the first one as Anna, and draw the game to keep."""
    anna = "Anna"
    with TemporaryDirectory() as folder, Journal(Path(folder) / "journal") as journal, ExitStack() as stack:
        game = journal.begin(rules.name, rules.rules, (f"you:{anna}", strategies[1]), seed)
        people, robot = (make_player(strategy, rules, None, Random(seed)) for strategy in strategies)
        table = open_table(TableChoice(seed=seed, speed=None).resolve(Config()))
        stack.callback(table.close)
        Match(game, rules, [replace(people, name=anna), robot], table, journal, []).play()
        draw_card(after_game(journal, game.id, cache, wins=False), english(), IMAGES / name)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    draw_policy()
    draw_calls()
    draw_scores()
    draw_reading()
    draw_game()
    draw_after_game()
    draw_after_sheet()
