"""Checked files on disk: tables and what a solution has told, kept and read the same, and damage."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from robot.verbs import solve as verb
from robot.verbs.solve import solve_once
from solver.checked_file import load_or_solve, pack, read, solver_version, write
from solver.game import Game, Solution
from solver.games import find_game
from solver.race.games import Race


def test_what_a_stopped_process_left_is_removed_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    path = tmp_path / "pig-[1].table"
    with subprocess.Popen(["true"]) as ended:
        pass
    names = {
        kind: f"{path.name}.{who}.new" for kind, who in (("dead", ended.pid), ("live", os.getppid()), ("odd", "x"))
    }
    others = [tmp_path / f"other.table.{ended.pid}.new", tmp_path / "notes.new"]
    for left in [*(tmp_path / name for name in names.values()), *others]:
        left.write_bytes(b"half of it")
    write(pack({"game": "pig"}, b"values"), path)
    assert read(path)[0] == {"game": "pig"}
    there = {one.name for one in tmp_path.iterdir()}
    assert there == {path.name, names["live"], names["odd"], *(one.name for one in others)}


def test_a_table_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, fsync, replace = list[str](), os.fsync, Path.replace
    path, content = tmp_path / "pig.table", pack({"game": "pig"}, b"values")

    def synchronise(number: int) -> None:
        done.append("written" if os.fstat(number).st_size == len(content) else "early")
        fsync(number)

    def rename(self: Path, target: Path) -> Path:
        done.append("renamed")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synchronise)
    monkeypatch.setattr(Path, "replace", rename)
    write(content, path)
    assert done == ["written", "renamed"]


def test_a_table_is_solved_once_and_kept_and_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    solved, told = list[int](), list[str]()

    def ask(path: Path | None) -> int:
        def load(path: Path) -> int:
            return int(bytes(read(path)[1]))

        def solve() -> int:
            solved.append(7)
            return 7

        return load_or_solve(path, load, solve, lambda number, path: write(pack({}, b"%d" % number), path), told.append)

    path = tmp_path / "new" / "pig.table"
    assert ask(path) == ask(path) == 7
    assert (solved, told) == ([7], [])
    content = path.read_bytes()
    for damaged in (content[:-1] + bytes([content[-1] ^ 1]), content[:-10], content[:20], b"win: 0.37\n"):
        path.write_bytes(damaged)
        assert ask(path) == 7
        assert path.read_bytes() == content
        (line,) = told
        assert line.endswith("; it is computed now")
        assert str(path) in line
        told.clear()
    assert ask(None) == 7
    assert told == []
    (tmp_path / "file").write_text("in the way")
    assert ask(tmp_path / "file" / "pig.table") == 7
    assert "cannot be written" in told[-1]


def test_a_solution_is_solved_once_for_the_same_options_and_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[Game] = []

    def solve(game: Game) -> Solution:
        solved.append(game)
        return Solution(game.name, 0.53, "wins", 6, 0.125, "6d1a", {"distribution": {2: 0.5}})

    def ask(goal: int) -> str:
        return json.dumps(solve_once(find_game("pig", goal=goal), tmp_path).to_json())

    monkeypatch.setattr(Race, "solve", solve)
    assert ask(50) == ask(50)
    assert len(solved) == 1
    ask(60)
    assert len(solved) == 2, "another goal is another game"
    monkeypatch.setattr(verb, "solver_version", lambda: "older")
    ask(50)
    assert len(solved) == 3


def test_the_version_is_that_of_the_code() -> None:
    assert solver_version() == solver_version()
    assert solver_version.__wrapped__() == solver_version()
