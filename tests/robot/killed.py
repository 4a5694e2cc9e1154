"""A process for the tests to kill: plays games one after another and says what the journal has taken."""

import random
import sys
from pathlib import Path

from robot.events import Announced, Begun, Event, Read
from robot.games.pig import PigGame
from robot.journal import Journal
from robot.match import Match
from robot.players import make_player
from tests.robot.stubs import DrawnTable

PLAYERS = ("robot:hold20", "robot:hold25")


class Saying:
    """Tells each committed reading on stdout, as soon as screens would change."""

    def __init__(self, game: int) -> None:
        self.game = game

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                print("begin", self.game, event.throws, flush=True)
            case Read():
                print("read", self.game, event.throw, event.values[0], flush=True)
            case Announced():
                print("void", self.game, flush=True)


def main(path: Path) -> None:
    with Journal(path) as journal:
        while True:
            game = journal.unfinished() or journal.begin("pig", {"goal": 100}, PLAYERS, None)
            players = [make_player(name, PigGame(), None) for name in PLAYERS]
            Match(game, PigGame(), players, DrawnTable(random.Random()), journal, [Saying(game.id)]).play()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
