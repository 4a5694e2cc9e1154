"""Review of a game: what each choice gave away, what luck added, and where the game turned."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.decision import percents

# The number of turning points and costly choices that are listed.
LISTED = 5
# A choice that gives away less, in points or win probability, counts as best.
NOTHING = 1e-9
# Smaller losses of win probability are not mentioned beside points.
SMALL = 0.0005


@dataclass(frozen=True, slots=True)
class Swing:
    """How a move changed the value of the game for the player who made it, in points or win probability.

    `best` is the best action in words, and `before` its worth; `chosen` is that of the action taken, before its dice
    fell, and `after` that of what came of it.
    """

    best: str
    before: float
    chosen: float
    after: float

    @property
    def loss(self) -> float:
        """What the choice gave away; 0 for the best choice."""
        return self.before - self.chosen

    @property
    def luck(self) -> float:
        """The result of the dice above their average; 0 if no dice were thrown."""
        return self.after - self.chosen

    def to_json(self) -> dict[str, Any]:
        """Return all of it, as the command line prints it."""
        numbers = {"before": self.before, "chosen": self.chosen, "after": self.after}
        return {"best": self.best, **numbers, "loss": self.loss, "luck": self.luck}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One choice of a game and what came of it.

    `player` counts from 0, `turn` from 1 for each player. `place` is in words what lay on the table, `said` is what was
    done, and `action` the same as the command line prints it; `throw` are the dice that fell then. `points` are the
    final points of the player who chose, None in a game without; `wins` is that player's win probability, a draw being
    shared, None if nobody has weighed it.
    """

    player: int
    turn: int
    place: str
    said: str
    action: Any
    throw: tuple[int, ...]
    points: Swing | None
    wins: Swing | None

    @property
    def turning(self) -> float:
        """The largest change of win probability, by the choice or by the dice; 0 if nobody has weighed it."""
        return 0.0 if self.wins is None else max(abs(self.wins.loss), abs(self.wins.luck))

    def to_json(self) -> dict[str, Any]:
        """Return the play as the command line prints it."""
        return {
            "player": self.player,
            "turn": self.turn,
            "place": self.place,
            "action": self.action,
            "throw": list(self.throw),
            "points": self.points and self.points.to_json(),
            "wins": self.wins and self.wins.to_json(),
        }


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The result of one player, in points or win probability: `end` is start + luck - lost + others.

    `start` is what perfect play had to expect, `luck` what the player's own dice brought beyond that, `lost` what the
    own choices gave away, and `others` what the dice and choices of all others changed: nothing in points, but for
    rounding.
    """

    start: float
    luck: float
    lost: float
    others: float
    end: float

    def to_json(self) -> dict[str, float]:
        """Return all numbers, as the command line prints them."""
        return {
            "start": self.start,
            "luck": self.luck,
            "lost": self.lost,
            "others": self.others,
            "end": self.end,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: every choice in order, and luck and skill apart for each player.

    `points[player]` are in points, () for a game without; `wins[player]` in win probability, () if nobody has weighed
    it. `curve` is every player's win probability before each play, and once more at the end.
    """

    plays: tuple[ReviewedMove, ...]
    points: tuple[PlayerReview, ...] = ()
    wins: tuple[PlayerReview, ...] = ()
    curve: tuple[tuple[float, ...], ...] = ()

    @classmethod
    def of(
        cls, plays: Sequence[ReviewedMove], points: Sequence[tuple[float, float]], curve: Sequence[tuple[float, ...]]
    ) -> "Review":
        """Return the review of plays in order, with luck and skill summed up for each player.

        `points` are for each player those expected at the start and those at the end, none in a game without. `curve`
        is everybody's win probability before each play and after the last, () if nobody has weighed it.
        """
        by_points = tuple(
            _standing(begin, end, [play.points for play in plays if play.player == player])
            for player, (begin, end) in enumerate(points)
        )
        by_wins = tuple(
            _standing(begin, end, [play.wins for play in plays if play.player == player])
            for player, (begin, end) in enumerate(zip(curve[0], curve[-1], strict=True) if curve else ())
        )
        return cls(tuple(plays), by_points, by_wins, tuple(curve))

    def costliest(
        self, most: int | None = LISTED, player: int | None = None, to_win: bool = False
    ) -> tuple[ReviewedMove, ...]:
        """Return the choices of a player, or of all, that gave anything away, costliest first, at most so many.

        What they gave away is in points where the game has any, else, or with `to_win`, in win probability.
        """

        def lost(play: ReviewedMove) -> float:
            swing = play.wins if to_win or play.points is None else play.points
            return 0.0 if swing is None else swing.loss

        costly = [play for play in self.plays if lost(play) > NOTHING and player in (None, play.player)]
        return tuple(sorted(costly, key=lambda play: -lost(play))[:most])

    def turning_points(self, most: int | None = LISTED) -> tuple[ReviewedMove, ...]:
        """Return the plays that changed the win probability most, by choice or by dice, largest first."""
        turned = [play for play in self.plays if play.turning > NOTHING]
        return tuple(sorted(turned, key=lambda play: -play.turning)[:most])

    def to_json(self) -> dict[str, Any]:
        """Return the review as the command line prints it; costly choices and turning points by place in `plays`."""
        return {
            "points": [standing.to_json() for standing in self.points],
            "wins": [standing.to_json() for standing in self.wins],
            "costliest": [self.plays.index(play) for play in self.costliest()],
            "costliest_to_win": [self.plays.index(play) for play in self.costliest(to_win=True)],
            "turning_points": [self.plays.index(play) for play in self.turning_points()],
            "curve": [list(chances) for chances in self.curve],
            "plays": [play.to_json() for play in self.plays],
        }

    def sentences(self, names: Sequence[str]) -> list[str]:
        """Return the review line by line, with the players' names: luck and skill, costly choices, turning points."""
        lines = [_points_line(name, standing) for name, standing in zip(names, self.points, strict=False)]
        lines += [_wins_line(name, standing) for name, standing in zip(names, self.wins, strict=False)]
        if costly := self.costliest():
            lines += ["Costliest choices:", *(f"  {_cost_line(names[play.player], play)}" for play in costly)]
        elif self.plays:
            lines.append(f"Every choice was the best available{' for points' if self.points and self.wins else ''}.")
        if self.points and (costly := self.costliest(to_win=True)):
            lines += ["Costliest to win:", *(f"  {_cost_line(names[play.player], play)}" for play in costly)]
        if turned := self.turning_points():
            lines += ["Turning points:", *(f"  {_turn_line(names[play.player], play)}" for play in turned)]
        return lines


def _standing(start: float, end: float, swings: Sequence[Swing | None]) -> PlayerReview:
    luck = math.fsum(swing.luck for swing in swings if swing is not None)
    lost = math.fsum(swing.loss for swing in swings if swing is not None)
    return PlayerReview(start, luck, lost, end - start - luck + lost, end)


def _points_line(name: str, standing: PlayerReview) -> str:
    luck = f"{'good' if standing.luck >= 0 else 'bad'} luck {standing.luck:+.2f}"
    return (
        f"{name}: {standing.end:.10g} points, from {standing.start:.2f} that perfect play expects: {luck}, "
        f"choices {-standing.lost if standing.lost else 0:+.2f}."
    )


def _wins_line(name: str, standing: PlayerReview) -> str:
    others = f", the others' play {100 * standing.others:+.1f}" if standing.others else ""
    return (
        f"{name}: chance to win from {percents(standing.start)[0]} to {percents(standing.end)[0]}: own dice "
        f"{100 * standing.luck:+.1f}, own choices {-100 * standing.lost if standing.lost else 0:+.1f}{others}."
    )


def _cost_line(name: str, play: ReviewedMove) -> str:
    costs, bests = [], []
    if play.points is not None and play.points.loss > NOTHING:
        costs.append(f"{play.points.loss:.2f} points")
        bests.append(play.points.best)
    if play.wins is not None and (play.wins.loss > SMALL or not costs):
        costs.append(f"{percents(play.wins.loss)[0]} of games")
        bests.append(play.wins.best)
    best = bests[0] if len(set(bests)) == 1 else f"{bests[0]}, and to win {bests[1]}"
    return f"{name}, turn {play.turn}, {play.place}: {play.said} gave away {' and '.join(costs)}; best was {best}."


def _turn_line(name: str, play: ReviewedMove) -> str:
    swing = play.wins
    assert swing is not None
    if abs(swing.luck) >= abs(swing.loss):
        cause, begin, end = f"threw {' '.join(map(str, play.throw))}", swing.chosen, swing.after
    else:
        cause, begin, end = f"chose {play.said}", swing.before, swing.chosen
    from_, to = percents(begin, end)
    return f"{name}, turn {play.turn}, {play.place}: {cause}, and the chance to win went from {from_} to {to}."
