"""The page of the shake is about the shake which is the default, with the mass that the rocker has."""

import pytest

from hardware.crank import ShakeProgram
from hardware.dimensions import dimensions
from tests.support.repository import DOCS

CONFIRMED_GRAMS = 458
"""The rocker's mass in the confirmation that the page shows."""


def test_what_was_studied_is_the_default_shake() -> None:
    program = ShakeProgram()
    page = (DOCS / "shake.md").read_text(encoding="utf-8")
    assert f"**{program.frequency:g} Hz, {program.seconds:g} s with a soft start and stop of {program.ramp:g} s" in page
    assert f"one slow swing of {program.rock:g}°" in page


def test_the_confirmation_was_made_with_the_rocker_s_mass() -> None:
    assert dimensions()["masses"]["rocker"]["mass"] == pytest.approx(CONFIRMED_GRAMS, rel=0.02)
