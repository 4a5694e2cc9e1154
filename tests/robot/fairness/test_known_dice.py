"""Dice are kept by their names with what their chances rest on, and none takes another one's place unseen."""

from dataclasses import replace
from pathlib import Path

import pytest

from robot.errors import FileError
from robot.fairness.known_dice import KnownDie, keep_die, known_die
from robot.language import english
from solver.errors import UnknownNameError

DIE = KnownDie("roter W\u00fcrfel", (0.2, 0.1, 0.2, 0.1, 0.2, 0.2), 90, 90, "5ea1", "2026-05-01", ("sim", "hands"))


def test_a_die_is_read_again_with_all_that_was_kept(tmp_path: Path) -> None:
    assert keep_die(tmp_path / "dice", DIE).key == "study-kept"
    assert known_die(tmp_path / "dice", DIE.die) == DIE
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
    assert keep_die(tmp_path, other).key == "study-known-other"
    assert known_die(tmp_path, DIE.die) == DIE
    assert keep_die(tmp_path, other, replace=True).key == "study-kept"
    assert known_die(tmp_path, DIE.die) == other


def test_the_same_study_later_on_takes_its_own_place(tmp_path: Path) -> None:
    keep_die(tmp_path, DIE)
    later = replace(DIE, throws=91, planned=200)
    assert keep_die(tmp_path, later).key == "study-kept"
    assert known_die(tmp_path, DIE.die) == later


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"chances": [1, 1]}'])
def test_a_damaged_file_is_no_die_and_is_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / f"{DIE.die}.json").write_text(text)
    with pytest.raises(FileError, match="makes it again"):
        known_die(tmp_path, DIE.die)
    assert keep_die(tmp_path, DIE).key == "study-kept"
    assert known_die(tmp_path, DIE.die) == DIE


def test_a_folder_that_cannot_be_written_is_said_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="space or correct"):
        keep_die(tmp_path / "file", DIE)
