"""What all games of one round have in common at the table, for one to ten players."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from robot.games.game import Board
from robot.games.registry import OWN
from robot.games.rounds.rulebook import round_rulebook
from robot.games.rulebook import Rulebook
from robot.saying import Saying
from solver.evaluator import Evaluator
from solver.rounds.evaluator import RoundEvaluator
from solver.rounds.players import MOST_PLAYERS
from solver.rounds.round_player import round_gambles
from solver.rounds.rules import RoundRules

FEW = 2
"""With more players it takes seconds until all situations of a round are solved."""


@dataclass(frozen=True, slots=True)
class OneRound(ABC):
    """A game by the rules `played`; `text` are those of one's own as the text of a file, "" for rules that ship."""

    played: RoundRules
    text: str = ""
    seats: range = range(1, MOST_PLAYERS + 1)

    @property
    def name(self) -> str:
        return self.played.name

    @property
    def title(self) -> Saying:
        if self.text:
            return Saying("title-own", {"words": self.name.replace("-", " ").title()})
        return Saying(f"title-{self.name}")

    @property
    def rules(self) -> Mapping[str, Any]:
        return {OWN: self.text} if self.text else {}

    @property
    def rulebook(self) -> Rulebook:
        return round_rulebook(self.title, self.played)

    def gambles(self, strategy: str, /) -> bool:
        return round_gambles(strategy)

    def takes_long(self, players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return players > FEW

    def evaluators(self, players: int, /) -> tuple[Evaluator[Any, Any]]:
        """Return what weighs moves: by chances to win, or in points for one player alone."""
        return (RoundEvaluator(self.played, players),)

    def board(self) -> Board:
        from robot.games.track_board import TrackBoard

        return TrackBoard(self.title, self.chances)

    @abstractmethod
    def chances(self, position: Any) -> tuple[float, ...]:
        """Return everybody's chance to win, a win being shared; () for one player alone."""
