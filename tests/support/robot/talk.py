"""Games of every kind, played for the sake of what is said in them."""

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import PanelLeftError
from robot.errors import UnsettledError, VoidThrowError
from robot.games.registry import make_game
from robot.match.events import Announced, Event, Listener
from robot.match.journal import Journal
from robot.match.players import make_player
from robot.table.table import Observer, Table
from tests.support.repository import DOCS
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Pressing, desk_of, drawing_robot, look

OWN = (DOCS / "own-game.toml").read_text(encoding="utf-8")


class Doubtful(DrawnTable):
    """A table that asks people what dice show, and to set them right, now and then."""

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        values = super().throw(wells, keep, observer)
        if self.random.random() < 0.3:
            unsure = look(*values[:-1], None)
            observer.see(unsure)
            said = observer.ask_value(len(values) - 1, unsure)
            if said is None:
                raise UnsettledError("nobody is here")
            values = (*values[:-1], keep.get(wells[-1]) or said)
        return values


@dataclass(frozen=True)
class Talk:
    """A game; seats that begin with "draw" do anything that is legal, `keys` are pressed by people.

    Listeners hear of questions if they are to be `asked`, and always of what is refused.
    """

    game: str
    rules: Mapping[str, Any]
    seats: tuple[str, ...]
    seed: int
    keys: str = ""
    doubtful: bool = False
    asked: bool = False

    def play(self, folder: Path, *listeners: Listener) -> None:
        """Play until it ends or all keys are pressed."""
        game = make_game(self.game, self.rules)
        desk, chance = desk_of(Pressing.of(self.keys)), random.Random(self.seed)

        def hear(event: Event) -> None:
            if self.asked or isinstance(event, Announced):
                for listener in listeners:
                    listener.hear(event)

        desk.notify = hear
        players = [
            drawing_robot(seat, number) if seat.startswith("draw") else make_player(seat, game, desk, chance)
            for number, seat in enumerate(self.seats)
        ]
        source = random.Random(self.seed)
        table: Table = Doubtful(source) if self.doubtful else DrawnTable(source)
        with Journal(folder / f"{self.game}-{self.seed}.sqlite") as journal:
            begun = journal.begin(game.name, game.rules, self.seats, self.seed)
            match = match_of(begun, players, listeners, desk if self.keys else None, patience=1.0)
            with suppress(PanelLeftError, UnsettledError, VoidThrowError):
                match.play(journal, table)


TALKS = (
    Talk("pig", {"goal": 40}, ("robot:optimal", "robot:hold20"), 1),
    Talk("pig", {"goal": 30}, ("you", "you"), 2, "rrhrrhrhrrhrnhrhrhrnrrrrhrnnrhhrhrhrhr" * 3),
    Talk("pig", {"goal": 30}, ("you:Anna", "robot"), 3, "rrhrr3hrnhr4nhrrrhrrrrrhrrnh" * 4, doubtful=True),
    Talk("yahtzee", {}, ("you", "draw robot"), 4, "r13r2r5hhnhrh r12hnnrhh" * 20, doubtful=True),
    Talk("yahtzee", {}, ("you", "you:Ines", "you:Ben"), 5, "r13r2rhhnhrh r12hnhrhh" * 4),
    Talk("kniffel", {}, ("draw a", "draw b"), 6),
    Talk("hooligan", {"commit": True}, ("draw a", "draw b"), 7),
    Talk("hooligan", {}, ("you",), 8, "rrrhrhh" * 30),
    Talk("own", {"toml": OWN}, ("draw a",), 9),
    Talk("yahtzee", {}, ("robot:greedy", "robot:child"), 10),
    Talk("pig", {"goal": 30}, ("you", "robot:child", "you:Anna"), 11, "rrh" * 40),
    Talk("piglet", {}, ("you", "robot"), 12, "rrh" * 40),
    Talk("progressive-pig", {}, ("robot", "you:Ada"), 13, "rrh" * 40),
    Talk("big-pig", {}, ("you", "robot"), 14, "rrh" * 40),
    Talk("two-dice-pig", {}, ("you", "robot"), 15, "rrh" * 40),
    Talk("hog", {}, ("you", "robot"), 16, "3rhr2rr" * 20),
    Talk("pig-reach", {}, ("you",), 17, "rrh" * 40),
    Talk("pig-turns", {}, ("robot",), 18),
    Talk("think", {}, ("robot",), 19),
    Talk("swine-herd", {}, ("you", "robot", "you:Anna"), 20, "rrhrrrh" * 20),
    Talk("skunk", {}, ("you:Ines", "robot"), 21, "rrhrrrh" * 20),
)
