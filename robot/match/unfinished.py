"""The unfinished games of a journal, for people who choose the one to go on with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot.games.registry import make_game
from robot.language.names import called
from robot.match.journal import Journal, JournalGame
from robot.match.players import names_of
from robot.saying import Saying, chained
from solver.errors import SolverError


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that can go on, and how many of its throws count."""

    game: JournalGame
    throws: int

    @property
    def saying(self) -> Saying:
        """Its number, its title, its players, when it began, in local time, and how far it has come."""
        begun = datetime.fromisoformat(self.game.begun).astimezone()
        return Saying(
            "unfinished-game",
            {
                "number": self.game.id,
                "title": title_of(self.game),
                "players": chained("versus", [called(name) for name in names_of(self.game.players)]),
                "begun": f"{begun:%Y-%m-%d %H:%M}",
                "throws": self.throws,
            },
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.game.id,
            "game": self.game.game,
            "players": list(self.game.players),
            "begun": self.game.begun,
            "throws": self.throws,
        }


def resuming(number: int) -> str:
    """Return the command that goes on with a game."""
    return f"pipsqueak play --resume {number}"


def unfinished_games(journal: Journal) -> list[UnfinishedGame]:
    """Return the games that can go on, newest first. Raises JournalError."""
    return [UnfinishedGame(game, _throws(journal, game)) for game in journal.all_unfinished()]


def unfinished_lines(games: Sequence[UnfinishedGame]) -> list[Saying]:
    """Return what people read who are to choose one of these games."""
    return [
        Saying("unfinished-games", {"count": len(games)}),
        *(game.saying for game in games),
        Saying("unfinished-choose"),
    ]


def title_of(game: JournalGame) -> Saying | str:
    """Return what people call a game, its name where this program cannot play it."""
    try:
        return make_game(game.game, game.rules).title
    except SolverError:
        return game.game


def _throws(journal: Journal, game: JournalGame) -> int:
    return sum(entry.kind == "reading" for entry in journal.log(game))
