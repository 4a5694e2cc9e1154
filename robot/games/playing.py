"""Games of robots without a table: the results of strategies, and the outcomes of a turn."""

import math
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from statistics import fmean, stdev
from typing import Any

from robot.games.game import Position, TableGame
from robot.games.reasons import Robot
from solver.action import Action
from solver.decision import ROUNDING, count_in_words, write_share
from solver.errors import OptionError
from solver.game import Comparison, TurnOutcomes
from solver.progress import track_steps
from solver.sheet.game.dice import lattice
from solver.throw_distribution import Chance

OPTIMAL = "optimal"


def play_out(game: TableGame[Any], robots: Sequence[Robot], dice: Random) -> Position:
    """Play a game of `robots`, in the order of seats, with throws drawn from `dice`; return its end."""
    position: Position = game.begin(len(robots))
    while not position.over:
        action = position.forced or robots[position.player].decide(position)[0]
        position = throw(game, position, action, dice)
    return position


def throw(game: TableGame[Any], position: Position, action: Action, dice: Random) -> Position:
    """Return the position after an action, with its throw drawn from `dice`."""
    thrown = [dice.choices(range(1, len(law) + 1), [*map(float, law)])[0] for law in laws_of(game, position, action)]
    return position.after(action, lay_out(position, action, thrown))


def laws_of(game: TableGame[Any], position: Position, action: Action) -> list[tuple[Chance, ...]]:
    """Return the chances of the faces of each die that an action throws, in the order of the wells."""
    if not action.throws:
        return []
    kept = position.find_kept(action)
    return [game.law_at(position.player, well) for well in position.wells_for(action) if well not in kept]


def lay_out(position: Position, action: Action, thrown: Sequence[int]) -> tuple[int, ...]:
    """Return the values of all wells of an action, after its dice have fallen as `thrown`."""
    kept, fallen = position.find_kept(action), iter(thrown)
    return tuple(kept.get(well) or next(fallen) for well in position.wells_for(action)) if action.throws else ()


def simulate(game: TableGame[Any], strategies: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """Play `games` by `strategies` in turn in all seats; return the points of one strategy, or the first one's share.

    A shared win is divided. For one player, the value of best play is added, or where that is only a bound, the most
    that the strategy loses. Raises OptionError for less than 2 games, SolverError.
    """
    if games < 2:
        raise OptionError("1 game has no standard error: play 2 or more")
    seats, dice = range(len(strategies)), Random(seed)
    robots = [game.robot(name, Random(f"{seed} {seat}")) for seat, name in enumerate(strategies)]
    found, by_seat = list[float](), defaultdict[int, list[float]](list)
    begun = time.perf_counter()
    for number in track_steps(range(games)):
        mine = number % len(robots)
        end = play_out(game, [robots[seat - mine] for seat in seats], dice)
        found.append(game.end_value(end) if len(robots) == 1 else (mine in end.winners) / len(end.winners))
        by_seat[mine].append(found[-1])
    spent = {
        "standard_error": stdev(found) / math.sqrt(games),
        "games_per_second": games / (time.perf_counter() - begun),
    }
    if len(robots) > 1:
        shares = [fmean(by_seat[seat]) if by_seat[seat] else None for seat in seats]
        return {"share_first": fmean(found), "share_first_by_seat": shares, **spent}
    told = {"mean": fmean(found), "sd": stdev(found), **spent}
    with suppress(OptionError):
        value = game.evaluators(1)[0].worth(game.begin(1).state)[0]
        told |= {"bound": value, "loss_at_most": value - fmean(found)} if game.approximates(1) else {"value": value}
    return told


def counts_wins(game: TableGame[Any], players: int) -> bool:
    """Return whether the results of a game are shares of wins. Raises SolverError."""
    return players > 1 or bool(game.chances(game.begin(1)))


def compare(game: TableGame[Any], players: int, names: Sequence[str] | None, games: int) -> Comparison:
    """Compare strategies by the games of each: alone, or in all seats against others that play best.

    All play with the same seed. The default `names` are those of the well-known strategies. Raises SolverError.
    """
    others = [OPTIMAL] * (players - 1)
    rated = tuple(
        {"strategy": name, "games": games, **simulate(game, [name, *others], games, 1)}
        for name in track_steps(names or game.well_known)
    )
    title, value, shown = f"Mean results of strategies in {game.name}", "mean", ["mean", "standard_error", "sd"]
    if wins := counts_wins(game, players):
        against = f" against {count_in_words(len(others), 'optimal player', 'optimal players')}" if others else ""
        title, value = f"How often strategies win {game.name}{against}", "wins"
        shown = ["share_first" if others else "mean", "standard_error"]
    write = write_share if wins else "{:.2f}".format
    rows = ((one["strategy"], *(write(one[key]) for key in shown)) for one in rated)
    headings = ("strategy", value, *(key.replace("_", " ") for key in shown[1:]))
    return Comparison(rated, f"{title}, from {games:,} games each", headings, tuple(rows))


def turn_outcomes(game: TableGame[Any], strategy: str) -> TurnOutcomes:
    """Return the exact chances of points in a strategy's first turn of a game, from all falls of its dice.

    Raises OptionError for a strategy that chooses at random and for dice that differ, and SolverError.
    """
    if game.gambles(strategy):
        raise OptionError(f"{strategy} chooses at random, so its turns differ: choose another strategy")
    robot, start = game.robot(strategy, None), game.begin(game.seats[0])
    scores, going = defaultdict[int, float](float), {start.state: (start, 1.0)}
    while going:
        after = dict[Any, tuple[Position, float]]()
        for position, chance in going.values():
            action = position.forced or robot.decide(position)[0]
            if len(set(laws := laws_of(game, position, action))) > 1:
                raise OptionError("a turn needs dice that are all alike: leave other dice out")
            dice = lattice(len(laws), laws[0]) if laws else None
            for thrown, share in zip(dice.rolls, dice.roll_chances.tolist(), strict=True) if dice else [((), 1.0)]:
                then = position.after(action, lay_out(position, action, thrown))
                if then.over or then.player != start.player or then.begins:
                    scores[then.scores[start.player] - start.scores[start.player]] += chance * share
                else:
                    after[then.state] = (then, after.get(then.state, (then, 0.0))[1] + chance * share)
        going = {state: one for state, one in after.items() if one[1] > ROUNDING}
    return TurnOutcomes({"strategy": strategy}, dict(sorted(scores.items())))
