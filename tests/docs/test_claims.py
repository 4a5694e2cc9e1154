"""What single pages say of the code: the default shake, what question follows which, how good winning can be."""

from fractions import Fraction
from pathlib import Path

import pytest

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from robot.match import questions
from robot.match.questions import KINDS, FixedTopic, Topic
from tests.support.repository import DOCS
from tests.support.robot.question_page import ARROW, ARROWS, GAME, STAGES, WITHIN, may_follow

CONFIRMED_GRAMS = 458
"""The rocker's mass in the confirmation that the page shows."""


def test_what_was_studied_is_the_default_shake() -> None:
    program = ShakeProgram()
    page = (DOCS / "twin.md").read_text(encoding="utf-8")
    assert f"**{program.frequency:g} Hz, {program.seconds:g} s with a soft start and stop of {program.ramp:g} s" in page
    assert f"one slow swing of {program.rock:g}°" in page


def test_the_confirmation_was_made_with_the_rocker_s_mass() -> None:
    assert dimensions()["masses"]["rocker"]["mass"] == pytest.approx(CONFIRMED_GRAMS, rel=0.02)


def test_every_kind_of_question_has_its_place() -> None:
    fixed = {one.kind for one in vars(questions).values() if isinstance(one, FixedTopic)}
    classes = [one for base in Topic.__subclasses__() for one in (base, *base.__subclasses__())]
    kinds = fixed | {kind for one in classes if isinstance(kind := vars(one).get("kind"), str)}
    assert set(KINDS) == kinds == set(STAGES)
    assert {stage for before, after, _ in ARROW.findall(WITHIN) for stage in (before, after)} == GAME
    assert {stage for arrow in ARROWS for stage in arrow} == {*STAGES.values(), "GAME"}


def test_what_cannot_follow_differs_from_what_can() -> None:
    assert may_follow("move", "leave")
    assert may_follow("confirm", "move")
    assert may_follow("try-again", "wake")
    assert not may_follow("confirm", "regret")
    assert not may_follow("alone", "preparing")


PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"
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
