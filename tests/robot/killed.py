"""A process for the tests to kill: plays games one after another and says what the journal has taken."""

import random
import sys
from pathlib import Path

from robot.events import Announced, Begun, Event, Read
from robot.games.registry import make_game
from robot.journal import Journal
from robot.language import english
from robot.match import Match
from robot.players import Player, make_player
from tests.robot.stubs import DrawnTable, drawing_robot

PLAYERS = ("robot:hold20", "robot:hold25")


def seated(game: str) -> list[Player]:
    """Return the players of a game: in Pig they hold at 20 and 25, on a sheet they do anything that is legal."""
    if game == "pig":
        return [make_player(name, make_game("pig", {}), None) for name in PLAYERS]
    return [drawing_robot(name, random.randrange(1 << 30)) for name in PLAYERS]


class Saying:
    """Tells each committed reading on stdout, as soon as screens would change."""

    def __init__(self, game: int) -> None:
        self.game = game

    def hear(self, event: Event) -> None:
        match event:
            case Begun():
                print("begin", self.game, event.throws, flush=True)
            case Read():
                print("read", self.game, event.throw, *event.values, flush=True)
            case Announced():
                print("void", self.game, flush=True)


def main(path: Path, name: str) -> None:
    rules = make_game(name, {})
    english()  # which every screen has read before the game begins
    with Journal(path) as journal:
        while True:
            game = journal.unfinished() or journal.begin(name, rules.rules, PLAYERS, None)
            Match(game, rules, seated(name), DrawnTable(random.Random()), journal, [Saying(game.id)]).play()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
