"""The example of the page on how good winning can be."""

from fractions import Fraction
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "win-bound.md"
FACES = range(1, 7)


def best(ends: dict[int, Fraction]) -> Fraction:
    """Return what two throws of a die are worth, the second of which may be left out, by what each face is worth."""
    again = sum(ends.values(), Fraction()) / 6
    return sum((max(end, again) for end in ends.values()), Fraction()) / 6


def test_the_example_of_the_page_is_right() -> None:
    page = PAGE.read_text(encoding="utf-8")
    against = {coin: {die: Fraction(2 * (die > coin) + (die == coin), 2) for die in FACES} for coin in (1, 5)}
    mean = {die: (against[1][die] + against[5][die]) / 2 for die in FACES}
    told = (best(against[1]) + best(against[5])) / 2
    priced = [best({die: end[die] - (end[die] - mean[die]) for die in FACES}) for end in against.values()]
    assert sum(priced) / 2 == best(mean) < told
    assert f"**{best(mean)}**" in page
    assert f"**{told}**" in page
