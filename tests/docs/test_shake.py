"""The page of the shake shows what the study has found, and that is about the shake which is the default."""

from dataclasses import asdict
from typing import Any

import pytest

from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from tests.support.documents import check_drawn
from tools.draw import IMAGES
from tools.draw import shake as drawn
from tools.shaking.statistics import DEVIATIONS, LEAST_P, MOST_COCKED


@pytest.fixture(scope="module")
def figures() -> Any:
    return drawn.read_figures()


def test_the_committed_drawings_and_tables_are_the_script_s(figures: Any) -> None:
    page = drawn.PAGE.read_text(encoding="utf-8")
    assert page == drawn.with_tables(page, figures), "draw again: python -m tools.draw.shake"
    for name, drawing in drawn.drawings(figures).items():
        check_drawn(drawing, IMAGES / f"{name}.svg")
        assert f"(img/{name}.svg)" in page


def test_what_was_studied_is_the_default_shake(figures: Any) -> None:
    chosen = dict(figures["chosen"])
    assert 1 / chosen.pop("torque") >= 1.5
    program = ShakeProgram()
    assert chosen == asdict(program)
    page = drawn.PAGE.read_text(encoding="utf-8")
    assert f"**{program.frequency:g} Hz, {program.seconds:g} s with a soft start and stop of {program.ramp:g} s" in page


def test_the_confirmation_meets_the_demands(figures: Any) -> None:
    found = figures["confirm"]["all"]
    assert found["throws"] == sum(one["throws"] for one in figures["confirm"]["seeds"].values()) >= 6000
    assert min(*found["face_p"], *found["neighbour_p"]) > LEAST_P
    assert len(found["face_p"]) == 6
    assert len(found["neighbour_p"]) == 7
    for share in (found["repeated"], found["opposite"]):
        assert abs(share - 1 / 6) <= DEVIATIONS * found["error"]
    assert found["cocked"] <= MOST_COCKED
    assert found["longest"] < 3.0
    assert figures["grams"]["confirm"] == pytest.approx(dimensions()["masses"]["rocker"]["mass"], rel=0.02)
    kept, changed = figures["confirm"]["keeps"]
    assert kept >= 1000
    assert changed == 0
