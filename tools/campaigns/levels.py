"""How often a person beats a robot of each level: `python -m tools.campaigns levels [GAMES]`.

Of Pig it is exact. Of Kingdom Come whole games are played, in each seat half of them. Of Yahtzee the robot's points are
those of seeded games; since both play for points alone, whatever the other has, every total of the one is set beside
every total of the other.
"""

import math
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.keep_and_throw.games import KeepGame
from solver.keep_and_throw.player import keep_player, play_out
from solver.levels import LEVELS as RACE_LEVELS
from solver.options import GameOptions
from solver.race.evaluate import rate
from solver.sheet.coach.levels import LEVELS, Level, LevelPlayer
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.rules import Keep, SheetState
from solver.sheet.game.sheet import find_sheet
from solver.sheet.policy.strategies import sheet_strategy
from solver.sheet.simulation import follow

GAMES = 2_000
"""Of Yahtzee by each level."""
PERSONS_GAMES = 20_000
PIG_PERSONS = ("hold20", "hold10", "careless:0.25", "random")
ASIDE_PERSONS = ("greedy", "safe300")
PERSON = "greedy"
YAHTZEE = find_sheet("yahtzee")

Totals = NDArray[np.int64]


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("games", nargs="?", type=int, default=GAMES, metavar="GAMES", help=f"(default {GAMES})")


def run(options: Namespace) -> Iterator[str]:
    """Yield the shares of games that a person wins, draws counted as half a game, with their standard errors."""
    yield from pig()
    yield from kingdom_come(options.games // 4)
    yield from yahtzee(options.games)


def pig() -> Iterator[str]:
    """Yield the lines of Pig to 100, each seat half of the games."""
    rates = rate("pig", (*PIG_PERSONS, *RACE_LEVELS))
    for person in PIG_PERSONS:
        for level in RACE_LEVELS:
            share = (rates[person, level] + 1 - rates[level, person]) / 2
            yield f"pig      {person:14} beats {level:9} {share:6.1%}, exactly"


def kingdom_come(games: int) -> Iterator[str]:
    """Yield the lines of Kingdom Come to 2,000, where dice are set aside."""
    table = KeepGame("kingdom-come").table(GameOptions())
    for person in ASIDE_PERSONS:
        for level in RACE_LEVELS:
            chance = random.Random(f"{person} against {level}")
            mine, theirs = keep_player(person, table, chance), keep_player(level, table, chance)
            won = sum(play_out(table.rules, (mine, theirs), chance) == 0 for _ in range(games // 2))
            won += sum(play_out(table.rules, (theirs, mine), chance) == 1 for _ in range(games // 2))
            share = won / (2 * (games // 2))
            error = math.sqrt(share * (1 - share) / games)
            yield f"kingdom-come  {person:14} beats {level:9} {share:6.1%} ± {error:.1%}"


def yahtzee(games: int) -> Iterator[str]:
    """Yield the lines of Yahtzee: a person who takes the most points at once, and those who play like a level."""
    person = follow(sheet_strategy(PERSON, YAHTZEE), None, range(PERSONS_GAMES), 0, 0)[-1].points
    totals = {level.name: play_games(level, games) for level in LEVELS}
    for name, found in totals.items():
        yield f"yahtzee  {name:9} scores {found.mean():.1f} ± {found.std(ddof=1) / math.sqrt(games):.1f}"
    for who, theirs in {PERSON: person, **totals}.items():
        for name, found in totals.items():
            if who == name:
                continue
            share, error = beats(theirs, found)
            yield f"yahtzee  {who:14} beats {name:9} {share:6.1%} ± {error:.1%}"


def play_games(level: Level, games: int) -> Totals:
    """Return the totals of seeded games by a level."""
    values, totals = load_sheet(YAHTZEE), []
    for game in range(games):
        chance, dice = (random.Random(f"{whose} {level.name} {game}") for whose in ("choices of", "dice of"))
        totals.append(alone(LevelPlayer(level, values, chance), dice))
    return np.array(totals)


def alone(player: LevelPlayer, dice: random.Random) -> int:
    """Play one game, and return its total."""
    state = SheetState.start(YAHTZEE, 1)
    while not state.over:
        action = player.act(state)
        thrown = YAHTZEE.dice - len(action.dice) if isinstance(action, Keep) else 0
        state = state.apply(action, tuple(dice.randint(1, 6) for _ in range(thrown)))
    return state.cards[0].total


def beats(mine: Totals, theirs: Totals) -> tuple[float, float]:
    """Return in what share of all pairs mine is more, a draw counted as half, and the share's standard error."""
    won, given = above(mine, theirs), 1 - above(theirs, mine)
    error = math.sqrt(won.var(ddof=1) / len(won) + given.var(ddof=1) / len(given))
    return float(won.mean()), error


def above(mine: Totals, theirs: Totals) -> NDArray[np.float64]:
    """Return for each of mine the share of theirs that it beats, a draw counted as half."""
    ordered = np.sort(theirs)
    below = np.searchsorted(ordered, mine, "left") + np.searchsorted(ordered, mine, "right")
    return below / (2 * len(theirs))
