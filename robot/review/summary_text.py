"""The words of a game summary: moves, luck and skill."""

from robot.language.names import called
from robot.saying import Saying, Value
from solver.review import PlayerReview as Account


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


def points(number: float) -> Saying:
    """Return points that are expected."""
    return Saying("points", {"points": number})
