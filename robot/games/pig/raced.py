"""What the positions of all races take from the solver's state, and winners as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from robot.games.pig.throwing import format_scores
from robot.games.table_position import TablePosition
from robot.language.names import actor, called
from robot.saying import Saying, Value


class RaceLike(Protocol):
    """The solver's state of a race: one player has the turn, and who banks `goal` first wins."""

    @property
    def player(self) -> int: ...

    @property
    def winner(self) -> int | None: ...

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def goal(self) -> int | None: ...


S = TypeVar("S", bound=RaceLike)


@dataclass(frozen=True, slots=True)
class Raced(TablePosition, Generic[S]):
    """The solver's state, as the table sees it."""

    state: S

    @property
    def player(self) -> int:
        return self.state.player

    @property
    def over(self) -> bool:
        return self.state.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.state.winner is None else (self.state.winner,)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def goal(self) -> int | None:
        return self.state.goal

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        (seat,) = self.winners
        return {"winner": names[seat], "seat": seat + 1, "scores": list(self.scores)}

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        (seat,) = self.winners
        arguments = {"name": actor(names[seat]), "scores": format_scores(self.scores), "throws": throws}
        return Saying("pig-end", arguments)


def describe_points_end(names: Sequence[str], winners: Sequence[int], points: Sequence[int], throws: int) -> Saying:
    """Return one sentence for the end of a game in which the best points win, for one player alone too."""
    if len(names) == 1:
        return Saying("sheet-end-alone", {"name": actor(names[0]), "points": points[0], "throws": throws})
    arguments: dict[str, Value] = {"scores": format_scores(points), "throws": throws}
    if len(winners) == 1:
        return Saying("sheet-end", arguments | {"name": actor(names[winners[0]])})
    return Saying("sheet-end-shared", arguments | {"names": tuple(called(names[seat]) for seat in winners)})


def winners_json(winners: Sequence[int], names: Sequence[str]) -> dict[str, Any]:
    """Return the seats that won, as a result lists them: `winner` and `seat` are None if several share."""
    alone = len(winners) == 1
    return {
        "winner": names[winners[0]] if alone else None,
        "seat": winners[0] + 1 if alone else None,
        "winners": [names[seat] for seat in winners],
    }
