"""THINK at the table: alone a game of most points, for several one in which each throw is for all who stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from robot.games.game import Card, TableGame
from robot.games.pig.rulebooks import think_rulebook
from robot.games.pig.simultaneous import MOST_PLAYERS, HerdGame, HerdPosition
from robot.games.pig.single_player import SoloGame, SoloPosition
from robot.games.pig.single_player import make as make_alone
from robot.games.reasons import Robot, Solved, worth_reason
from robot.games.rulebook import Rulebook
from solver.errors import OptionError
from solver.simultaneous.states import ThinkHerdState
from solver.single.evaluator import SinglePlayerEvaluator


@dataclass(frozen=True, slots=True)
class ThinkGame(TableGame[SoloPosition | HerdPosition]):
    """THINK by the same turns and dice for one, who plays `alone`, and for several `together`."""

    alone: SoloGame
    together: HerdGame
    seats: range = range(1, MOST_PLAYERS + 1)

    @property
    def name(self) -> str:
        return self.alone.name

    @property
    def rules(self) -> Mapping[str, Any]:
        return self.alone.rules

    @property
    def card(self) -> Card:
        return Card("together", (4, 4), 13, 18)

    @property
    def rulebook(self) -> Rulebook:
        return think_rulebook(self.title, self.alone.limits)

    @property
    def wells(self) -> tuple[int, ...]:
        return self.alone.wells

    def begin(self, players: int) -> SoloPosition | HerdPosition:
        return self.alone.begin(players) if players == 1 else self.together.begin(players)

    def position(self, standing: Mapping[str, Any], player: int) -> SoloPosition | HerdPosition:
        whose = self.together if "round" in standing else self.alone
        return whose.position(standing, player)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        alone, together = self.alone.robot(strategy, chance), self.together.robot(strategy, chance)

        def weigh(position: SoloPosition | HerdPosition) -> Solved:
            return (together if isinstance(position, HerdPosition) else alone).weigh(position)

        return Robot(weigh, worth_reason)

    def evaluators(self, players: int, /) -> tuple[SinglePlayerEvaluator]:
        """Return what weighs the moves of one player. Raises OptionError for several, for whom nobody has solved it."""
        if players > 1:
            raise OptionError(f"{self.name} is reviewed only for one player")
        return self.alone.evaluators(players)

    def chances(self, position: SoloPosition | HerdPosition) -> tuple[float, ...]:
        """Return what is sure, each player's share of the win at the end; () alone."""
        return self.together.chances(position) if isinstance(position, HerdPosition) else ()


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> ThinkGame:
    """Return THINK by its `turns`, and `die`, the law of the dice.

    Raises OptionError for other rules, and for turns that cannot be played, DistributionError for no die.
    """
    alone = make_alone(name, rules, folder)
    return ThinkGame(alone, HerdGame(ThinkHerdState, alone.limits["turns"], alone.die))
