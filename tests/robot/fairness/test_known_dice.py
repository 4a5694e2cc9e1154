"""Dice are kept by their names with what their chances rest on, and none takes another one's place unseen."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from robot.errors import FileError
from robot.fairness.findings import findings_of
from robot.fairness.known_dice import KnownDie, keep_die, known_die, studied_dice
from robot.language import english
from solver.errors import UnknownNameError
from tests.support.robot.studies import fallen_record, small_plan

DIE = KnownDie("roter W\u00fcrfel", (0.2, 0.1, 0.2, 0.1, 0.2, 0.2), 90, 90, "5ea1", "2026-05-01", ("sim", "hands"))


def test_the_dice_of_a_study_are_known_by_their_likeliest_chances() -> None:
    plan = small_plan()
    sixes = np.append(np.full(6, 0.15), 0.1) + np.append(np.zeros(5), [0.1, -0.1])
    found = findings_of(plan, "5ea1", fallen_record(plan, 600, [sixes, sixes]))
    red, blue = studied_dice(found)
    assert (red.name, blue.name, red.throws, red.planned) == ("red", "blue", 600, plan.throws)
    assert (red.seal, red.day, red.tables) == ("5ea1", "2026-05-01", ("sim",))
    assert sum(blue.chances) == pytest.approx(1, abs=1e-12)
    assert blue.chances[5] > 0.2


def test_a_die_is_read_again_with_all_that_was_kept(tmp_path: Path) -> None:
    assert keep_die(tmp_path / "dice", DIE) is None
    assert known_die(tmp_path / "dice", DIE.name) == DIE
    with pytest.raises(UnknownNameError, match="did you mean roter"):
        known_die(tmp_path / "dice", "roter Wurfel")
    for name in ("", "../plan"):
        with pytest.raises(UnknownNameError):
            known_die(tmp_path / "dice", name)


def test_a_die_of_a_study_that_was_stopped_early_says_so() -> None:
    assert "stopped early" not in english().say(DIE.saying)
    said = english().say(replace(DIE, planned=500).saying)
    assert "stopped early, after throw 90 of 500" in said
    assert "sim and hands" in said


@pytest.mark.parametrize("other", [replace(DIE, seal="0dd"), replace(DIE, throws=89)])
def test_a_die_of_another_study_or_with_fewer_throws_needs_a_word(tmp_path: Path, other: KnownDie) -> None:
    keep_die(tmp_path, DIE)
    assert keep_die(tmp_path, other) == DIE
    assert known_die(tmp_path, DIE.name) == DIE
    assert keep_die(tmp_path, other, replace=True) is None
    assert known_die(tmp_path, DIE.name) == other


def test_the_same_study_later_on_takes_its_own_place(tmp_path: Path) -> None:
    keep_die(tmp_path, DIE)
    later = replace(DIE, throws=91, planned=200)
    assert keep_die(tmp_path, later) is None
    assert known_die(tmp_path, DIE.name) == later


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"chances": [1, 1]}'])
def test_a_damaged_file_is_no_die_and_is_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / f"{DIE.name}.json").write_text(text)
    with pytest.raises(FileError, match="makes it again"):
        known_die(tmp_path, DIE.name)
    assert keep_die(tmp_path, DIE) is None
    assert known_die(tmp_path, DIE.name) == DIE


def test_a_folder_that_cannot_be_written_is_said_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="free some space"):
        keep_die(tmp_path / "file", DIE)
