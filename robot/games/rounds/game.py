"""Games of one round at the table, for one to ten players: Threes, Midnight, Ship, Captain and Crew, and Chicago."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from robot.games.game import Board, Unit, check_rules
from robot.games.keep_and_throw.dialog import AsideDialog
from robot.games.keep_and_throw.game import AsideRobot
from robot.games.rounds.position import RoundPosition
from robot.games.rounds.rulebook import round_rulebook
from robot.games.rulebook import Rulebook
from robot.saying import Saying
from solver.aside import read_keep_action
from solver.rounds.players import MOST_PLAYERS
from solver.rounds.round_player import round_chances, round_gambles, round_player
from solver.rounds.rules import RoundRules, find_round
from solver.rounds.state import RoundState

if TYPE_CHECKING:
    from solver.review import Review

FEW = 2
"""With more players it takes seconds until all situations of a round are solved."""


@dataclass(frozen=True, slots=True)
class RoundTableGame:
    """A game by the rules `played`, in which dice are kept."""

    played: RoundRules
    seats: range = range(1, MOST_PLAYERS + 1)

    @property
    def name(self) -> str:
        return self.played.name

    @property
    def title(self) -> Saying:
        return Saying(f"title-{self.name}")

    @property
    def rules(self) -> Mapping[str, Any]:
        return {}

    @property
    def rulebook(self) -> Rulebook:
        return round_rulebook(self.title, self.played)

    @property
    def wells(self) -> tuple[int, ...]:
        return self.begin(1).wells

    def begin(self, players: int) -> RoundPosition:
        return RoundPosition(RoundState.start(self.played, players))

    def position(self, standing: Mapping[str, Any], player: int) -> RoundPosition:  # noqa: ARG002  who has no score
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        begun = RoundState.start(self.played, len(standing["scores"]))
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        kept = tuple(face for well, face in enumerate(faces, 1) if well in aside)
        place = begun.keeping.position(kept, standing["throws_left"] + 1) if faces else begun.place
        return RoundPosition(RoundState(self.played, tuple(standing["scores"]), place, thrown), faces, aside)

    def robot(self, strategy: str, chance: Random | None) -> AsideRobot:
        return AsideRobot(round_player(strategy, chance), self._alone)

    @property
    def _alone(self) -> Unit:
        """What is counted where one player plays alone."""
        return Unit.POINTS if self.played.most else Unit.FEWEST

    def gambles(self, strategy: str) -> bool:
        return round_gambles(strategy)

    def takes_long(self, players: int, strategies: Collection[str]) -> bool:  # noqa: ARG002  people get hints
        return players > FEW

    def dialog(self) -> AsideDialog:
        return AsideDialog()

    def review(
        self,
        start: RoundPosition,
        moves: Sequence[tuple[Any, tuple[int, ...]]],
        *,
        wins: bool = True,  # noqa: ARG002  it takes no time
    ) -> "Review":
        """Return the review of moves: by chances to win, or in points for one player alone."""
        from solver.rounds.review_round import review_round

        position, made = start, []
        for written, values in moves:
            action = read_keep_action(written)
            aside = Counter(position.faces[well - 1] for well in position.aside) + Counter(action.keep)
            thrown = tuple((Counter(values) - aside).elements())
            made.append((action, thrown))
            move = position.move(action)
            position = position.after(move, values if move.keep is not None else ())
        return review_round(start.state, made)

    def board(self) -> Board:
        from robot.games.track_board import TrackBoard

        return TrackBoard(self.title, self.chances)

    def chances(self, position: RoundPosition) -> tuple[float, ...]:
        """Return everybody's chance to win, a win being shared; () for one player alone."""
        return round_chances(position.state) if len(position.scores) > 1 else ()


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> RoundTableGame:  # noqa: ARG001  solved in no time
    """Return a game; it has no rules to choose. Raises OptionError for any."""
    check_rules(name, rules, ())
    return RoundTableGame(find_round(name))
