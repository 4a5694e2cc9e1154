"""What screens show of a position: one type for each kind of game."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from robot.saying import Saying
from solver.action import Action
from solver.sheet.game.card import Card, counted_on
from solver.sheet.game.sheet import Sheet


@dataclass(frozen=True, slots=True)
class RaceView:
    """A game of points.

    `pending` is what each player stands to lose. `goal` is None in a game without one. `remark` says which round this
    is, or what else people should know. `actions` are those that are legal now. `wins` says that
    holding ends the game, and that whose turn it is wins it. `risks` says that a throw can cost something.
    """

    scores: tuple[int, ...]
    pending: tuple[int, ...]
    goal: int | None
    remark: Saying | None = None
    actions: tuple[Action, ...] = ()
    wins: bool = False
    risks: bool = True


@dataclass(frozen=True, slots=True)
class HogView:
    """A game of points in which people choose how many dice they throw: up to `most`."""

    scores: tuple[int, ...]
    pending: tuple[int, ...]
    goal: int | None
    remark: Saying | None
    most: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """A game on score sheets, a card for each player.

    `faces` are what `wells` show, in their order, () before the first throw of a turn. `boxes` are those that may be
    chosen now, with what the dice would score there; `throws` is whether dice may be thrown, `rolls_left` how often.
    `committed` is the box that was chosen early, None if none was.
    """

    sheet: Sheet
    cards: tuple[Card, ...]
    wells: tuple[int, ...]
    faces: tuple[int, ...]
    boxes: Mapping[str, int]
    throws: bool
    rolls_left: int
    committed: str | None

    @property
    def counted(self) -> tuple[str, ...]:
        """What a card counts beside its boxes."""
        return counted_on(self.sheet)


@dataclass(frozen=True, slots=True)
class KeepView:
    """A game of points in which dice that score are set aside.

    `faces` are what `wells` show, in their order, () before the first throw of a turn; those in the wells `aside` were
    set aside earlier in this turn. `throws` is whether somebody chooses from dice that lie there. In a game of one
    round the seats `waiting` have no score yet, the fewest points win if `least`, and nobody can have more than `most`.
    """

    scores: tuple[int, ...]
    pending: tuple[int, ...]
    goal: int | None
    remark: Saying | None
    wells: tuple[int, ...]
    faces: tuple[int, ...]
    aside: tuple[int, ...]
    throws: bool
    waiting: tuple[int, ...] = ()
    least: bool = False
    most: int = 0


@dataclass(frozen=True, slots=True)
class BoxView(KeepView):
    """A game of one round in which `tiles` are shut; () are `open` when it is over.

    `shuts` is whether somebody chooses tiles for the dice that lie there; `numbers` are how many dice may be thrown
    now, the usual number first, () where none may.
    """

    tiles: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    shuts: bool = False
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedDice:
    """The values of `dice` that are marked to be set aside: with them the turn has `total` points, `left` are thrown.

    `no_throw` and `no_hold` say why they cannot be set aside to throw on, and to hold; None where they can.
    """

    dice: tuple[int, ...]
    total: int
    left: int
    no_throw: Saying | None
    no_hold: Saying | None


HUNDRED = 100


PointsView: TypeAlias = RaceView | HogView | KeepView
"""Games of points on a track."""


_LYING = ("right-side", "dot-side", "razorback", "trotter", "snouter", "leaning-jowler")
LIES = tuple(f"lie-{lie}" for lie in _LYING)
"""The messages of how a pig may lie, in the order of the values that stand for them."""
NO_SCORE = "–"
"""What stands in the place of points where somebody has none yet."""


def score_words(view: PointsView) -> tuple[str, ...]:
    """Return everybody's points as text, a dash for those who have none yet."""
    waiting = view.waiting if isinstance(view, KeepView) else ()
    return tuple(NO_SCORE if seat in waiting else str(score) for seat, score in enumerate(view.scores))


def track_points(view: PointsView) -> int:
    """Return how many points the whole track is: the goal, or else hundreds enough for all that anybody has."""
    if isinstance(view, KeepView) and view.most:
        return view.most
    most = max(score + more for score, more in zip(view.scores, view.pending, strict=True))
    return view.goal or max(1, -(-most // HUNDRED)) * HUNDRED


PositionView: TypeAlias = PointsView | SheetView


def rank_points(view: PositionView) -> Sequence[int]:
    """Return everybody's points that are safe, such that more are better: where the fewest win they are negative."""
    if isinstance(view, SheetView):
        return [card.total for card in view.cards]
    return [-score for score in view.scores] if isinstance(view, KeepView) and view.least else view.scores


class Ranked(NamedTuple):
    """A player's `place` from 1 at the end of a game, their `seat` from 0, and their points as text."""

    place: int
    seat: int
    points: str


def ranking(view: PositionView, winners: Collection[int]) -> tuple[Ranked, ...]:
    """Return all players of a game that is over, best first: winners, then by points; equal ones share a place."""
    order = [(seat in winners, points) for seat, points in enumerate(rank_points(view))]
    words = [str(card.total) for card in view.cards] if isinstance(view, SheetView) else score_words(view)
    rows = (Ranked(1 + sum(other > own for other in order), seat, words[seat]) for seat, own in enumerate(order))
    return tuple(sorted(rows))
