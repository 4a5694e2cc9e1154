"""Games written straight into a journal, without a table."""

import random

from robot.games.named_moves import HOLD, ROLL
from robot.games.registry import make_game
from robot.match.journal import Journal, JournalGame


def play(journal: Journal, chance: random.Random, *, ends: bool = True, first: int = 0, goal: int = 20) -> JournalGame:
    """Enter a game of Pig in which everybody holds as soon as they can."""
    players = ("you:Anna", "robot")
    game = journal.begin("pig", {"goal": goal}, players, None, first)
    position, throw = make_game("pig", {"goal": goal}).begin(2), 0
    while not position.over:
        if "hold" in position.actions:
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
