"""The summary of a game: winner, chances to win, turning points, costly choices, luck and skill."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.errors import JournalError
from robot.games.game import EstimatesChances, Position, TableGame
from robot.games.reasons import percent
from robot.games.sheet.position import in_row
from robot.language import Language, english
from robot.language.names import called, for_people
from robot.match.journal import Journal
from robot.match.standing import Standing
from robot.records.stats import points_of
from robot.review.past_games import PastGame, from_journal, reviewed
from robot.review.summary_text import account_saying, called_so, done, points
from robot.saying import Saying, Value
from solver.errors import SolverError
from solver.review import PlayerReview as Account
from solver.review import Review, ReviewedMove

TOLD = 4
"""The most turning points of a summary."""
LEAST_LEAP = 0.01
"""The smallest change of an estimated chance that makes a turning point."""
COSTLY = 2
"""The most costly choices of each player in a summary."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turning point: after how many moves of the game a player's chance had changed, and what was done."""

    place: int
    player: int
    saying: Saying


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of a game, its players in the order of their turns.

    `scores[move]` are everybody's points after so many moves, `curve[move]` everybody's chances to win then, () where
    nobody knows them. `accounts` are luck and skill of each player, in chances to win or, with `in_points`, in points;
    () if nobody has weighed them. `costly` are the costliest choices of each player, `chose` who had any choice.
    A curve may be `estimated`.
    """

    title: Saying
    names: tuple[str, ...]
    end: Saying | None
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    curve: tuple[tuple[float, ...], ...]
    turnings: tuple[TurningPoint, ...]
    costly: tuple[tuple[Saying, ...], ...]
    chose: tuple[bool, ...]
    accounts: tuple[Account, ...]
    in_points: bool
    estimated: bool = False

    def sayings(self) -> Iterator[Saying]:
        """Yield the summary line by line."""
        if self.end:
            yield self.end
        yield from (turning.saying for turning in self.turnings)
        if self.estimated:
            yield Saying("after-estimated")
        for name, account in zip(self.names, self.accounts, strict=False):
            alone, over = len(self.names) == 1, self.end is not None
            yield account_saying(name, account, in_points=self.in_points, alone=alone, over=over)
        for name, costly, chose in zip(self.names, self.costly, self.chose, strict=False):
            if chose:
                yield from costly or (Saying("after-all-best", {"name": called(name)}),)

    def to_json(self) -> dict[str, Any]:
        """Return all of it, with the sentences in English."""
        said = english().say
        return {
            "title": said(self.title),
            "players": list(self.names),
            "winners": [seat + 1 for seat in self.winners],
            "end": self.end and said(self.end),
            "scores": [list(scores) for scores in self.scores],
            "curve": [list(chances) for chances in self.curve],
            "estimated": self.estimated,
            "turning_points": [{"move": one.place, "told": said(one.saying)} for one in self.turnings],
            "costliest": [list(map(said, costly)) for costly in self.costly],
            "accounts": [account.to_json() for account in self.accounts],
            "unit": "points" if self.in_points else "wins",
        }


def summary_lines(after: GameSummary, language: Language) -> list[str]:
    """Return the summary in lines, each beginning with a capital."""
    lines = (" ".join(language.say(for_people(saying)).split()) for saying in after.sayings())
    return [line[:1].upper() + line[1:] for line in lines]


def after_game(journal: Journal, number: int | None, cache: Path, *, wins: bool = True) -> GameSummary:
    """Look back on game `number` of the journal, on the newest in which something was done if None.

    With `wins` the chances to win are weighed on a score sheet too, which takes minutes the first time, and numba;
    without, they are estimated where that was prepared. A game that is not over is summarised as far as it went.

    Raises:
        JournalError: the journal has no such game.
        SolverError: it cannot be made again.

    """
    number = newest(journal) if number is None else number
    past = from_journal(journal, number, cache)
    standing = Standing.of(past.start, journal.log(journal.game(number)))
    positions = (*(step.before for step in standing.steps), standing.position)
    return summarise(past, positions, standing.throws, reviewed(past, wins=wins))


def summarise(past: PastGame, positions: Sequence[Position], throws: int, found: Review | None) -> GameSummary:
    """Return the summary of a past game after so many throws.

    `positions` are those before each move and the last one, `found` is the review of the game, None if it has none.
    """
    position = positions[-1]
    weighed = found is not None and bool(found.curve)
    curve = found.curve if found and weighed else _curve(past.game, positions)
    in_points = found is not None and not found.wins
    return GameSummary(
        title=past.game.title,
        names=past.names,
        end=position.describe_end(past.names, throws) if position.over else None,
        winners=position.winners,
        scores=tuple(map(points_of, positions)),
        curve=curve,
        turnings=tuple(_turned(found, curve, past.names, positions)),
        costly=tuple(_costly(found, past.names, positions)) if found else (),
        chose=tuple(any(play.player == seat for play in found.plays) for seat in range(len(past.names)))
        if found
        else (),
        accounts=(found.points if in_points else found.wins) if found else (),
        in_points=in_points,
        estimated=bool(curve) and not weighed and isinstance(past.game, EstimatesChances),
    )


def newest(journal: Journal) -> int:
    """Return the newest game in which dice were thrown. Raises JournalError where there is none."""
    game = journal.newest_thrown()
    if game is None:
        raise JournalError("the journal holds no game with a throw yet: play one with 'pipsqueak play GAME'")
    return game.id


def _curve(game: TableGame[Any], positions: Sequence[Position]) -> tuple[tuple[float, ...], ...]:
    """Return the chances in all positions, () if any of them is unknown."""
    try:
        curve = tuple(tuple(game.chances(position)) for position in positions)
    except SolverError:
        return ()
    return curve if all(curve) else ()


def _turned(
    found: Review | None, curve: Sequence[Sequence[float]], names: Sequence[str], positions: Sequence[Position]
) -> Iterator[TurningPoint]:
    """Yield the turning points from exact chances, from estimates, or from neither."""
    if found is None:
        return _jumps(curve, names)
    if found.wins or not curve:
        return _turnings(found, names, positions)
    return _leaps(found, curve, names, positions)


def _leaps(
    found: Review, curve: Sequence[Sequence[float]], names: Sequence[str], positions: Sequence[Position]
) -> Iterator[TurningPoint]:
    """Yield the moves that changed an estimated chance of their player most, in the order of the game."""
    moved = [curve[place + 1][play.player] - curve[place][play.player] for place, play in enumerate(found.plays)]
    largest = sorted(range(len(moved)), key=lambda place: -abs(moved[place]))[:TOLD]
    for place in sorted(place for place in largest if abs(moved[place]) >= LEAST_LEAP):
        play = found.plays[place]
        first, last = percent(curve[place][play.player], curve[place + 1][play.player])
        part: dict[str, Value] = {"name": called(names[play.player]), "turn": play.turn, "start": first, "end": last}
        if play.throw and (play.points is None or abs(play.points.luck) >= abs(play.points.loss)):
            saying = Saying("after-threw", part | {"dice": in_row(play.throw)})
        else:
            saying = Saying("after-chose", part | {"move": done(positions[place], play.action)})
        yield TurningPoint(place + 1, play.player, saying)


def _turnings(found: Review, names: Sequence[str], positions: Sequence[Position]) -> Iterator[TurningPoint]:
    """Yield the turning points in the order of the game."""
    for play in sorted(found.turning_points(TOLD), key=found.plays.index):
        place, swing = found.plays.index(play), play.wins
        assert swing is not None
        part: dict[str, Value] = {"name": called(names[play.player]), "turn": play.turn}
        if abs(swing.luck) >= abs(swing.loss):
            first, last = percent(swing.chosen, swing.after)
            saying = Saying("after-threw", part | {"dice": in_row(play.throw), "start": first, "end": last})
        else:
            first, last = percent(swing.before, swing.chosen)
            part["move"] = done(positions[place], play.action)
            saying = Saying("after-chose", part | {"start": first, "end": last})
        yield TurningPoint(place + 1, play.player, saying)


def _jumps(curve: Sequence[Sequence[float]], names: Sequence[str]) -> Iterator[TurningPoint]:
    """Yield the largest changes of a curve without a review, in the order of the game."""
    moves = range(1, len(curve))
    largest = sorted(moves, key=lambda move: -_leap(curve[move - 1], curve[move])[0])[:TOLD]
    for move in sorted(largest):
        leap, seat = _leap(curve[move - 1], curve[move])
        if leap > 0:
            first, last = percent(curve[move - 1][seat], curve[move][seat])
            values: dict[str, Value] = {"move": move, "name": called(names[seat]), "start": first, "end": last}
            yield TurningPoint(move, seat, Saying("after-jump", values))


def _leap(before: Sequence[float], after: Sequence[float]) -> tuple[float, int]:
    """Return the largest change of a chance, and its seat."""
    leaps = [abs(new - old) for old, new in zip(before, after, strict=True)]
    return max(leaps), leaps.index(max(leaps))


def _costly(found: Review, names: Sequence[str], positions: Sequence[Position]) -> Iterator[tuple[Saying, ...]]:
    for seat in range(len(names)):
        plays = found.costliest(COSTLY, seat, to_win=bool(found.wins))
        yield tuple(_cost(play, found.plays.index(play), names, positions) for play in plays)


def _cost(play: ReviewedMove, place: int, names: Sequence[str], positions: Sequence[Position]) -> Saying:
    swing = play.wins or play.points
    assert swing is not None
    best = called_so(positions[place], swing.best)
    part: dict[str, Value] = {"name": called(names[play.player]), "turn": play.turn, "best": best}
    part["move"] = done(positions[place], play.action)
    if play.wins:
        return Saying("after-cost-wins", part | {"cost": percent(swing.loss)[0]})
    return Saying("after-cost-points", part | {"cost": points(swing.loss)})
