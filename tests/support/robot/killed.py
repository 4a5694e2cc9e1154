"""Processes for the tests to kill: they play games one after another and say what the journal has taken."""

import json
import os
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from robot.games.registry import make_game
from robot.match.events import Announced, Begun, Event, Read
from robot.match.journal import Journal
from tests.support.robot.journaled import match_of
from tests.support.robot.short_games import SHORT
from tests.support.robot.stubs import DrawnTable, drawing_robot

PLAYERS = {"pig-reach": 1, "pig-score": 1, "pig-turns": 1, "think": 1, "swine-herd": 3, "skunk": 3, "threes": 3}
PLAYERS |= {"ship-captain-crew": 1, "kniffel": 1}
"""How many play a game; two play the others."""
KINDS: tuple[tuple[str, dict[str, int], int], ...] = (
    ("pig", {"goal": 20}, 4),
    *((name, rules, PLAYERS.get(name, 2)) for name, rules in SHORT.items()),
)
"""Every game that dice play, short."""

LINES, MOMENT = 6, 0.02
"""A player is killed after at most so many lines and so many seconds more."""


def play(path: Path, tell: Callable[[str], None], chance: random.Random, games: float = float("inf")) -> None:
    """Play so many games one after another, an unfinished one first; `tell` takes what the journal holds."""
    with Journal(path) as journal:
        while games > 0:
            games -= 1
            name, rules, players = KINDS[len(journal.games()) % len(KINDS)]
            game = next(journal._list_waiting(), None)
            if game is None:
                names = tuple(f"robot {seat}" for seat in range(1, players + 1))
                first = None if players > 1 else 0
                game = journal.begin(name, make_game(name, rules).rules, names, None, first)
            seats = [drawing_robot(player, chance.randrange(1 << 30)) for player in game.players]
            match_of(game, seats, [Telling(game.id, tell)]).play(journal, DrawnTable(chance))
            tell(f"end {game.id}")


class Telling:
    """Tells each committed reading as soon as screens would change."""

    def __init__(self, game: int, tell: Callable[[str], None]) -> None:
        self.game, self.tell = game, tell

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                self.tell(f"begin {self.game} {event.throws}")
            case Read():
                self.tell(" ".join(map(str, ("read", self.game, event.throw, *event.values))))
            case Announced():
                self.tell(f"said {self.game}")


def kill(path: Path, kills: int, seed: int) -> dict[int, dict[int, list[int]]]:
    """Kill a playing process so often at random moments; return the readings that were told, by game and throw."""
    chance = random.Random(seed)
    found: dict[int, dict[int, list[int]]] = defaultdict(dict)
    for number in range(kills):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            play(path, partial(_write, writing), random.Random(f"{seed} {number}"))
        os.close(writing)
        with os.fdopen(reading) as pipe:
            first = [pipe.readline() for _ in range(chance.randint(1, LINES))]
            time.sleep(chance.uniform(0, MOMENT))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for line in (*first, *pipe):
                words = line.split()
                if words[0] == "read" and line.endswith("\n"):
                    game, throw, *values = map(int, words[1:])
                    assert throw not in found[game], "a reading was told twice"
                    found[game][throw] = values
    return found


def _write(handle: int, line: str) -> None:
    os.write(handle, f"{line}\n".encode())


def main(words: list[str]) -> Any:
    path = Path(words[1])
    if words[0] == "kill":
        return kill(path, int(words[2]), int(words[3]))
    handle = os.open(words[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    return play(path, partial(_write, handle), random.Random(int(words[3])), float(words[4]))


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
