"""Games for a journal: written straight into it without a table, and played at random at a drawn one."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from robot.games.game import TableGame
from robot.games.registry import make_game
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Listener
from robot.match.journal import Journal, JournalGame
from robot.match.match import Match, Warn
from robot.match.players import Player, make_player, names_of
from robot.match.seats import Seating
from robot.table.table import Table
from solver.action import HOLD, ROLL
from tests.support.robot.stubs import DrawnTable, drawing_robot


def play(journal: Journal, chance: random.Random, *, ends: bool = True, first: int = 0, goal: int = 20) -> JournalGame:
    """Enter a game of Pig in which everybody holds as soon as they can."""
    players = ("you:Anna", "robot")
    game = journal.begin("pig", {"goal": goal}, players, None, first)
    position, throw = make_game("pig", {"goal": goal}).begin(2), 0
    while not position.over:
        if HOLD in position.actions:
            journal.write(game, "booking", action="hold")
            position = position.after(HOLD)
            continue
        throw, value = throw + 1, chance.randint(1, 6)
        journal.write(game, "intention", throw, wells=[2], action="roll", keep={})
        journal.write(game, "reading", throw, values=[value])
        position = position.after(ROLL, (value,))
        if not ends:
            return game
    journal.end(game, [(seat + first) % 2 for seat in position.winners])
    return game


def play_drawn(
    journal: Journal,
    name: str,
    seats: Sequence[str],
    rules: Mapping[str, Any] | None = None,
    *,
    first: int | None = 0,
    seed: int = 3,
    table: Table | None = None,
    listeners: Sequence[Listener] = (),
) -> JournalGame:
    """Play a game in which everybody does at random what is legal; return it as the journal has it."""
    made = make_game(name, rules or {})
    players = [
        drawing_robot(called, seat)
        if hasattr(made.begin(len(seats)), "boxes")
        else replace(make_player("robot:random", made, None, random.Random(seat)), name=called)
        for seat, called in enumerate(names_of(seats))
    ]
    game = journal.begin(name, made.rules, tuple(seats), seed, first)
    match_of(game, players, listeners).play(journal, table or DrawnTable(random.Random(seed)))
    return journal.game(game.id)


def match_of(
    game: JournalGame,
    players: Sequence[Player] = (),
    listeners: Sequence[Listener] = (),
    desk: QuestionDesk | None = None,
    rules: TableGame[Any] | None = None,
    *,
    patience: float = 0.0,
    warn: Warn | None = None,
) -> Match:
    """Return the match of an entry of the journal, for the players that it names or others; people are at the desk."""
    seating = Seating(rules or make_game(game.game, game.rules), game.players, game.first)
    seated = players or seating.make_players(desk, "1")
    return Match(seating, seated, desk, listeners, game, patience=patience, warn=warn)
