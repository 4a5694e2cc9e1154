"""Games of one round at the table in which dice are kept: Threes, Midnight, Ship, Captain and Crew, and others."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from robot.games.game import check_rules
from robot.games.keep_and_throw.dialog import AsideDialog
from robot.games.keep_and_throw.game import AsideRobot
from robot.games.registry import OWN
from robot.games.rounds.one_round import OneRound
from robot.games.rounds.position import RoundPosition
from solver.rounds.round_player import round_chances, round_player
from solver.rounds.rules import find_round, parse_round
from solver.rounds.state import RoundState
from solver.rounds.turns import TargetsTurn, TilesTurn


@dataclass(frozen=True, slots=True)
class RoundTableGame(OneRound):
    """A game by the rules `played`, in which dice are kept."""

    @property
    def wells(self) -> tuple[int, ...]:
        return self.begin(1).wells

    def begin(self, players: int) -> RoundPosition:
        return RoundPosition(RoundState.start(self.played, players))

    def position(self, standing: Mapping[str, Any], _player: int, /) -> RoundPosition:  # who has no score
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        begun = RoundState.start(self.played, len(standing["scores"]))
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        kept = tuple(face for well, face in enumerate(faces, 1) if well in aside)
        place = begun.keeping.position(kept, standing["throws_left"] + 1) if faces else begun.place
        return RoundPosition(RoundState(self.played, tuple(standing["scores"]), place, thrown), faces, aside)

    def robot(self, strategy: str, chance: Random | None) -> AsideRobot:
        return AsideRobot(round_player(self.played, strategy, chance))

    def dialog(self) -> AsideDialog:
        return AsideDialog()

    def chances(self, position: RoundPosition) -> tuple[float, ...]:
        return round_chances(position.state) if len(position.scores) > 1 else ()


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> OneRound:  # solved in no time
    """Return a game that ships, which has no rules to choose, or of one's own by `toml`, the text of its file.

    Raises OptionError.
    """
    check_rules(name, rules, {OWN})
    text = rules.get(OWN, "")
    played = parse_round(text) if text else find_round(name)
    match played.turn:
        case TilesTurn():
            from robot.games.rounds.tiles_game import TilesGame

            return TilesGame(played, text)
        case TargetsTurn():
            from robot.games.rounds.targets_game import TargetsGame

            return TargetsGame(played, text)
    return RoundTableGame(played, text)
