"""The words of a game summary: moves, luck and skill."""

from typing import Any

from robot.games.game import Position
from robot.games.keep_and_throw.aside import AsidePosition
from robot.games.keep_and_throw.reasons import doing_aside
from robot.games.rounds.tiles_game import doing_tiles
from robot.games.rounds.tiles_position import TilesPosition
from robot.games.sheet.position import SheetPosition, read_action
from robot.games.sheet.reasons import doing
from robot.language import named
from robot.language.names import called
from robot.saying import Saying, Value
from solver.aside import read_keep_action
from solver.review import PlayerReview as Account
from solver.rounds.tile_state import read_tile_action


def account_saying(name: str, account: Account, *, in_points: bool, alone: bool, over: bool) -> Saying:
    """Return a player's luck and skill in one sentence; for a player `alone` without a comparison to others.

    The points of a game that is not `over` are those that perfect play would still expect.
    """
    part: dict[str, Value] = {"name": called(name)}
    if in_points:
        part |= {"start": points(account.start), "end": round(account.end)}
        return Saying(
            "after-points" if over else "after-points-open",
            part | {"luck": signed(account.luck), "lost": signed(-account.lost)},
        )
    part |= {"luck": signed(100 * account.luck), "lost": signed(-100 * account.lost)}
    return (
        Saying("after-luck-alone", part)
        if alone
        else Saying("after-luck", part | {"others": signed(100 * account.others)})
    )


def signed(number: float) -> Saying:
    """Return a number with one decimal and its sign, as a gain or a loss."""
    number = round(number, 1)
    return Saying("minus" if number < 0 else "plus", {"number": abs(number)})


def done(position: Position, action: Any) -> Saying:
    """Return a move as the subject of a sentence."""
    if isinstance(position, SheetPosition):
        return doing("doing", position.state, read_action(action))
    if isinstance(position, AsidePosition):
        return doing_aside("doing", position.state, read_keep_action(action))
    if isinstance(position, TilesPosition):
        return doing_tiles("doing", read_tile_action(action))
    return _doing(str(action))


def _doing(words: str) -> Saying:
    """Return a move of a game without a sheet: a word of its rules, or how many dice are thrown."""
    dice = words.partition(" ")[0]
    return Saying("doing-dice", {"dice": int(dice)}) if dice.isdecimal() else named("doing", words)


def points(number: float) -> Saying:
    """Return points that are expected."""
    return Saying("points", {"points": number})
