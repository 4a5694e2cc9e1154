"""Each form that an action has in a journal is read: the game that goes on stands where the entries have led."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.golden.surface import Command, at_home, run

Entries = Sequence[tuple[Mapping[str, Any], Sequence[int]]]
"""What intentions and bookings hold, each with the values that fell, none after a booking."""

ROLL: dict[str, Any] = {"wells": [2], "action": "roll", "keep": {}}
TWO: dict[str, Any] = {"wells": [1, 2], "action": "roll", "keep": {}}
HOLD: tuple[dict[str, Any], tuple[()]] = {"action": "hold"}, ()
FIVE = [1, 2, 3, 4, 5]
ALL = [*FIVE, 6]
BEGIN: dict[str, Any] = {"action": {"keep": [], "then": "throw"}, "keep": {}}
BLANK: dict[str, Any] = {"wells": FIVE, "action": {"keep": []}, "keep": {}}

GAMES: dict[str, tuple[str, Mapping[str, Any], Entries, Mapping[str, Any]]] = {
    "race": ("pig", {"goal": 40}, [(ROLL, [5]), HOLD, (ROLL, [6])], {"scores": [5, 0], "turn_total": 6}),
    "race with two dice": ("big-pig", {}, [(TWO, [1, 1]), HOLD], {"scores": [25, 0], "turn_total": 0}),
    "hog": (
        *("hog", {}),
        [
            ({"wells": [1, 2, 3], "action": "3", "keep": {}}, [4, 5, 6]),
            ({"wells": ALL, "action": "8", "keep": {}}, [2, 2, 3, 3, 4, 4]),
        ],
        {"scores": [15, 0]},
    ),
    "alone": ("think", {}, [(TWO, [5, 6]), HOLD, (TWO, [4, 3])], {"scores": [11], "turn_total": 7}),
    "simultaneous": (
        *("skunk", {}),
        [(TWO, [5, 6]), ({"action": "sit"}, ()), ({"action": "stand"}, ()), (TWO, [2, 3])],
        {"scores": [11, 0], "round_total": 16, "seated": [1]},
    ),
    "dice set aside": (
        *("farkle", {}),
        [
            ({"wells": ALL, **BEGIN}, [1, 5, 2, 3, 4, 6]),
            ({"wells": ALL, "action": {"keep": [1], "then": "throw"}, "keep": {"1": 1}}, [1, 5, 2, 3, 3, 6]),
            ({"action": {"keep": [5], "then": "hold"}}, ()),
        ],
        {"scores": [150, 0], "turn_total": 0},
    ),
    "a round": (
        *("threes", {}),
        [
            ({"wells": FIVE, **BEGIN}, [3, 5, 2, 3, 4]),
            ({"wells": FIVE, "action": {"keep": [3, 3], "then": "throw"}, "keep": {"1": 3, "4": 3}}, [3, 1, 1, 3, 4]),
            ({"action": {"keep": [1, 1, 4], "then": "hold"}}, ()),
        ],
        {"scores": [6, None]},
    ),
    "targets": ("chicago", {}, [(TWO, [1, 1]), (TWO, [5, 6])], {"scores": [2, 0]}),
    "tiles": (
        *("shut-the-box", {}),
        [
            ({"wells": [1, 2], "action": {"throw": 2}, "keep": {}}, [3, 4]),
            ({"action": {"shut": [7], "then": "throw"}}, ()),
        ],
        {"turn_total": 38, "tiles": [1, 2, 3, 4, 5, 6, 8, 9]},
    ),
    "sheet": (
        *("yahtzee", {}),
        [
            (BLANK, [3, 3, 4, 5, 6]),
            ({"wells": FIVE, "action": {"keep": [3, 3]}, "keep": {"1": 3, "2": 3}}, [3, 3, 3, 1, 2]),
            ({"action": {"score": "threes"}}, ()),
        ],
        {"cards": [{"threes": 9}, {}], "rolls_left": 3},
    ),
    "sheet whose box is chosen early": (
        *("hooligan", {"commit": True}),
        [(BLANK, [3, 3, 4, 5, 6]), ({"action": {"commit": "threes"}}, ())],
        {"committed": "threes", "dice": [3, 3, 4, 5, 6]},
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_is_read_with_the_actions_that_it_has(game: str, tmp_path: Path) -> None:
    name, rules, entries, standing = GAMES[game]
    players = ["you:Ann"] if game == "alone" else ["you:Ann", "you:Ben"]
    with at_home(tmp_path / "home", empty=True) as home:
        run(home, Command(("export",)))
        with closing(sqlite3.connect(home / "data" / "journal.sqlite")) as journal, journal:
            begun = name, json.dumps(rules), json.dumps(players), "2026-05-01T10:00:00.000+00:00", 0
            journal.execute("INSERT INTO games (game, rules, players, begun, first) VALUES (?, ?, ?, ?, ?)", begun)
            throw, rows = 0, []
            for data, values in entries:
                throw += bool(values)
                rows.append(("intention" if values else "booking", throw if values else None, data))
                if values:
                    rows.append(("reading", throw, {"values": values}))
            journal.executemany(
                "INSERT INTO log VALUES (1, ?, ?, ?, ?, '2026-05-01T10:00:00.000+00:00')",
                [(number, kind, of, json.dumps(data)) for number, (kind, of, data) in enumerate(rows, 1)],
            )
        begins = run(home, Command(("play", "--resume", "1", "--json"))).lines[0]
    assert begins["throws"] == throw
    assert {key: begins[key] for key in standing} == standing
