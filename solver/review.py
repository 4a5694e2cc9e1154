"""Reviews a game: what each choice gave away, what luck added, and where the game turned."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from solver.action import Action
from solver.decision import NOTHING, Unit, known_digits
from solver.errors import RuleError
from solver.evaluator import Evaluator, State

S = TypeVar("S", bound=State)

# The number of turning points and costly choices that are listed.
LISTED = 5
# Choices are compared to this many decimals, so that rounding errors, which differ between machines, do not order them.
DIGITS = 9
# Sums of values have smaller rounding errors.
ROUNDING = 1e-12


def settle(difference: float) -> float:
    """Return a difference of values, 0 where it is rounding."""
    return 0.0 if abs(difference) < ROUNDING else difference


@dataclass(frozen=True, slots=True)
class Swing:
    """How a move changed the game's value for the player who made it, in points or win probability.

    `best` is the best action, `said` the same in words, and `before` its worth. `chosen` is the worth of the action
    taken, before its dice fell, and `after` the worth of the result.
    """

    best: Action
    said: str
    before: float
    chosen: float
    after: float

    @property
    def loss(self) -> float:
        """What the choice lost; 0 for the best choice."""
        return settle(self.before - self.chosen)

    @property
    def luck(self) -> float:
        """The result of the dice above their average; 0 if no dice were thrown."""
        return settle(self.after - self.chosen)

    def to_json(self) -> dict[str, Any]:
        """Return all of it, as the command line prints it."""
        numbers = {"before": self.before, "chosen": self.chosen, "after": self.after}
        return {"best": self.said, **numbers, "loss": self.loss, "luck": self.luck}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One choice of a game and its result.

    `player` counts from 0, `turn` from 1 for each player. `place` says in words what was on the table, and `said` the
    `action`; `throw` are the dice that fell then. `points` is the change in final points of the player who chose, None
    in a game without points. `wins` is the change in that player's win probability, with draws shared, None if unknown.
    """

    player: int
    turn: int
    place: str
    said: str
    action: Action
    throw: tuple[int, ...]
    points: Swing | None
    wins: Swing | None

    @property
    def turning(self) -> float:
        """The largest change of win probability, by the choice or by the dice; 0 if unknown."""
        return 0.0 if self.wins is None else max(abs(self.wins.loss), abs(self.wins.luck))

    def to_json(self) -> dict[str, Any]:
        """Return the play as the command line prints it."""
        return {
            "player": self.player,
            "turn": self.turn,
            "place": self.place,
            "action": self.action.to_json(),
            "throw": list(self.throw),
            "points": self.points and self.points.to_json(),
            "wins": self.wins and self.wins.to_json(),
        }


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The result of one player, in points or win probability: `end` is start + luck - lost + others.

    If fewer points are better, luck is saved points, and `end` is start - luck + lost.

    `start` is the expectation of perfect play, `luck` what the player's dice added, `lost` what the player's choices
    lost, and `others` what the dice and choices of all others changed: nothing in points, except for rounding.
    """

    start: float
    luck: float
    lost: float
    others: float
    end: float

    def to_json(self) -> dict[str, float]:
        """Return all numbers, as the command line prints them."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: every choice in order, and luck and skill apart for each player.

    `points[player]` are in points, () for a game without points; `wins[player]` in win probability, () if unknown.
    `curve` is every player's win probability before each play, and once more at the end. If the values are approximate
    (`about`), `others` also holds differences between the values of successive turns. Win probabilities may be wrong by
    `off`; it is 0 where all digits are known.
    """

    plays: tuple[ReviewedMove, ...]
    points: tuple[PlayerReview, ...] = ()
    wins: tuple[PlayerReview, ...] = ()
    curve: tuple[tuple[float, ...], ...] = ()
    about: bool = False
    off: float = 0.0

    def costliest(
        self, most: int | None = LISTED, player: int | None = None, to_win: bool = False
    ) -> tuple[ReviewedMove, ...]:
        """Return the choices of a player, or of all, that lost anything, costliest first, at most `most`.

        The loss is in points if the game has any, else, or with `to_win`, in win probability.
        """

        def find_loss(play: ReviewedMove) -> float:
            swing = play.wins if to_win or play.points is None else play.points
            return 0.0 if swing is None else swing.loss

        costly = [play for play in self.plays if find_loss(play) > NOTHING and player in (None, play.player)]
        return tuple(sorted(costly, key=lambda play: -round(find_loss(play), DIGITS))[:most])

    def turning_points(self, most: int | None = LISTED) -> tuple[ReviewedMove, ...]:
        """Return the plays that changed the win probability most, by choice or by dice, largest first.

        Plays with equal changes come in the order of the game.
        """
        turned = [play for play in self.plays if play.turning > NOTHING]
        return tuple(sorted(turned, key=lambda play: -round(play.turning, DIGITS))[:most])

    def to_json(self) -> dict[str, Any]:
        """Return the review as the command line prints it; costly choices and turning points by place in `plays`."""
        places = {id(play): place for place, play in enumerate(self.plays)}
        plays = [play.to_json() for play in self.plays]
        return {
            "points": [standing.to_json() for standing in self.points],
            "wins": known_digits([standing.to_json() for standing in self.wins], self.off),
            "costliest": [places[id(play)] for play in self.costliest()],
            "costliest_to_win": [places[id(play)] for play in self.costliest(to_win=True)],
            "turning_points": [places[id(play)] for play in self.turning_points()],
            "curve": known_digits([list(chances) for chances in self.curve], self.off),
            "plays": [told | {"wins": known_digits(told["wins"], self.off)} for told in plays],
            **({"approximate": True} if self.about else {}),
        }


def review_game(start: S, moves: Iterable[tuple[Action, Sequence[int]]], *evaluators: Evaluator[S]) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    The throw of an action that throws nothing is empty. Each of the `evaluators` weighs the moves in its unit: one in
    chances to win, one in points, or both; the first one finds the words. A game may break off; its end is then the
    expectation of perfect play from there. If fewer points are better, all numbers of a swing are negative, and luck
    and losses count saved points.

    Raises RuleError for moves that the rules do not allow, and what the evaluators raise.
    """
    state, plays, tells = start, list[ReviewedMove](), evaluators[0]
    turns: Counter[int] = Counter()
    curves = [[_sign(one, start)] for one in evaluators]
    for action, throw in moves:
        after = state.apply(action, tuple(throw))
        swings: dict[bool, Swing] = {}
        for one, curve in zip(evaluators, curves, strict=True):
            curve.append(_sign(one, after))
            worth = curve[-1][state.player]
            if after.player != state.player and not after.over:
                worth = one.after_turn(state, after, worth)
            swings[one.unit is Unit.WINS] = _swing(one, state, action, throw, worth)
        plays.append(
            ReviewedMove(
                player=state.player,
                turn=tells.turn(state) or 1 + turns[state.player],
                place=tells.place(state),
                said=tells.words(state, action),
                action=action,
                throw=tuple(throw),
                points=swings.get(False),
                wins=swings.get(True),
            )
        )
        turns[state.player] += after.player != state.player
        state = after
    points: tuple[PlayerReview, ...] = ()
    wins: tuple[PlayerReview, ...] = ()
    chances: tuple[tuple[float, ...], ...] = ()
    for one, curve in zip(evaluators, curves, strict=True):
        if one.unit is Unit.WINS:
            wins = _standings(curve, [(play.player, play.wins) for play in plays])
            chances = tuple(curve)
        else:
            points = _standings(curve, [(play.player, play.points) for play in plays])
        if one.unit.fewer:
            points = tuple(replace(player, start=-player.start, end=-player.end) for player in points)
    off = max((one.off for one in evaluators if one.unit is Unit.WINS), default=0.0)
    return Review(tuple(plays), points, wins, chances, any(one.about for one in evaluators), off)


def _sign(evaluator: Evaluator[S], state: S) -> tuple[float, ...]:
    """Return what a state is worth to each player, with changed sign if less is better."""
    worth = evaluator.worth(state)
    return tuple(-value for value in worth) if evaluator.unit.fewer else worth


def _swing(evaluator: Evaluator[S], state: S, action: Action, throw: Sequence[int], after: float) -> Swing:
    options = evaluator.options(state)
    meant = evaluator.option(state, action)
    chosen = next((value for option, value in options if option == meant), None)
    if chosen is None:
        raise RuleError(f"{evaluator.words(state, action)} is not a choice here: the moves are of another game")
    best, before = options[0]
    sign = -1.0 if evaluator.unit.fewer else 1.0
    return Swing(best, evaluator.words(state, best), sign * before, sign * chosen, after if throw else sign * chosen)


def _standings(
    curve: Sequence[tuple[float, ...]], swings: Sequence[tuple[int, Swing | None]]
) -> tuple[PlayerReview, ...]:
    found = []
    for player, (start, end) in enumerate(zip(curve[0], curve[-1], strict=True)):
        luck = math.fsum(swing.luck for seat, swing in swings if seat == player and swing)
        lost = math.fsum(swing.loss for seat, swing in swings if seat == player and swing)
        found.append(PlayerReview(start, luck, lost, settle(end - start - luck + lost), end))
    return tuple(found)
