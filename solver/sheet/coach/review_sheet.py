"""Review of a score-sheet game: points and win probability that each choice gave away, luck and skill separated."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from solver.review import Review, ReviewedMove, Swing
from solver.sheet.coach.decide import Values, weigh, worth_of
from solver.sheet.coach.explain import action_words
from solver.sheet.game.card import Card
from solver.sheet.game.rules import Score, SheetAction, SheetState, action_json

Moves: TypeAlias = Iterable[tuple[SheetAction, Sequence[int]]]


class WinChances(Protocol):
    """The win probabilities when everybody plays to win; draws are shared."""

    def win(self, state: SheetState) -> tuple[float, ...]:
        """Return every player's chance to win, 0 to 1, in sum 1."""
        ...

    def options(self, state: SheetState) -> tuple[tuple[SheetAction, float], ...]:
        """Return all legal actions with the chance to win of the player whose turn it is, best first."""
        ...


def review_sheet(start: SheetState, moves: Moves, values: Values, judge: WinChances | None = None) -> Review:
    """Return the review of a game that began in `start`, from its moves in order: actions and the dice then thrown.

    The throw of an action that throws nothing is empty. `values` are those of the sheet and the dice, `judge` weighs
    the chances to win. A game may break off; its end is then what perfect play had still to expect.

    Raises PositionError where the values are those of another sheet, UnknownNameError and RuleError for moves that the
    rules do not allow.
    """
    state, plays, curve = start, [], [] if judge is None else [judge.win(start)]
    for action, throw in moves:
        after = state.apply(action, throw)
        wins = None
        if judge is not None:
            curve.append(judge.win(after))
            wins = _wins(state, action, judge, curve[-2], curve[-1])
        plays.append(
            ReviewedMove(
                player=state.player,
                turn=1 + state.card.filled.bit_count(),
                place=_place(state),
                said=_say(state, action),
                action=action_json(action),
                throw=tuple(throw),
                points=_points(state, action, after, values),
                wins=wins,
            )
        )
        state = after
    players = range(len(start.cards))
    ends = [(_standing(values, start, player), _standing(values, state, player)) for player in players]
    return Review.of(plays, ends, curve)


def _points(state: SheetState, action: SheetAction, after: SheetState, values: Values) -> Swing:
    weighed = weigh(values, state)
    written = state.card.total
    best, value = weighed.options[0]
    if isinstance(action, Score):
        came = _worth(values, after.cards[state.player])
    else:
        came = _standing(values, after, state.player)
    return Swing(_say(state, best), written + value, written + weighed.worth(action), came)


def _wins(
    state: SheetState, action: SheetAction, judge: WinChances, before: tuple[float, ...], after: tuple[float, ...]
) -> Swing:
    options = judge.options(state)
    chosen = after[state.player] if isinstance(action, Score) else worth_of(action, options)
    return Swing(_say(state, options[0][0]), before[state.player], chosen, after[state.player])


def _standing(values: Values, state: SheetState, player: int) -> float:
    """Return the final points that perfect play expects of a player in any moment."""
    if state.dice and player == state.player:
        return state.card.total + weigh(values, state).options[0][1]
    return _worth(values, state.cards[player])


def _worth(values: Values, card: Card) -> float:
    return card.total + values.at(card)


def _say(state: SheetState, action: SheetAction) -> str:
    words = action_words(state.card, state.dice, action)
    return words[0].lower() + words[1:]


def _place(state: SheetState) -> str:
    if not state.dice:
        return "before the first throw"
    left = {0: "no throw left", 1: "1 throw left"}.get(state.rolls_left, f"{state.rolls_left} throws left")
    return f"{' '.join(map(str, state.dice))} with {left}"
