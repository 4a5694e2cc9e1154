"""Rules of rounds in TOML, greedy choices, and what is refused in one line."""

from dataclasses import replace
from pathlib import Path

import pytest

from solver.errors import PositionError, SolverError
from solver.rounds.games import RoundGame
from solver.rounds.round_player import decide_turn
from solver.rounds.rules import find_round, read_round
from solver.rounds.state import TileState
from solver.rounds.turns import GREEDY, KeepingTurn

HEAD = 'engine = "round"\nname = "a"\n'
KEEP = f'{HEAD}turn = "keep"\naim = "most"\ndice = 2\nkeep = 1\npoints = [1, 2, 3, 4, 5, 6]\n'
TILES = f'{HEAD}turn = "tiles"\ndice = 2\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("engine = ", "not TOML"),
        (HEAD, "turn is missing: write one of keep, tiles, targets"),
        ('name = "a"\n', 'write engine = "round"'),
        (f'{HEAD}base = "self.toml"\n', "its own base"),
        (f"{HEAD}base = 3\n", "base is 3"),
        (f'{HEAD}base = "nothing"\n', "base is 'nothing': name one of"),
        ('engine = "round"\nbase = "threes"\n', "name is missing"),
        (f'{HEAD}base = "threes"\ntiles = [1]\n', "tiles is unknown"),
        (f'{HEAD}base = "threes"\nneeds = [1]\n', "needs go with most"),
        (f'{HEAD}base = "threes"\nkeep = 6\n', "keep is 6: write a whole number from 0 to 5"),
        (f"{KEEP}needs = [1, 2, 3]\n", "needs is [1, 2, 3]: write a list of 0 to 2"),
        (f"{KEEP}together = true\n", "write keep = 0"),
        (f"{KEEP}together = 1\n", "write true or false"),
        (KEEP.replace("keep = 1", "keep = 0"), "throws is missing"),
        (KEEP.replace("keep = 1", "keep = 0\nthrows = 2\nin_order = true"), "without needs"),
        (f"{TILES}tiles = [1, 1]\n", "each number once"),
        (f"{TILES}tiles = [1, 2]\none_die_shut = [3]\n", "each number of 1, 2 once"),
        (f'{HEAD}turn = "targets"\ndice = 2\ntargets = [1]\n', "targets is [1]: write a list of 1 to 20"),
    ],
)
def test_rules_with_holes_are_refused_in_one_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "self.toml"
    path.write_text(text)
    with pytest.raises(SolverError) as refused:
        read_round(path)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_rules_that_lead_back_to_themselves_are_refused(tmp_path: Path) -> None:
    for name, base in (("one", "two"), ("two", "one")):
        (tmp_path / f"{name}.toml").write_text(f'{HEAD}base = "{base}.toml"\n')
    with pytest.raises(SolverError, match="its own base"):
        read_round(tmp_path / "one.toml")


def test_options_that_cannot_be_met_are_refused() -> None:
    game = RoundGame("threes")
    for options in ({"players": 0}, {"players": 11}, {"die": (0.5, 0.5)}):
        with pytest.raises(SolverError):
            game.with_options(**options).solve()
    with pytest.raises(SolverError, match="for one player or for two"):
        game.with_options(players=3).compare()
    with pytest.raises(SolverError, match="give players 2"):
        game.compare(["win"])
    with pytest.raises(SolverError, match="unknown strategy"):
        game.compare(["greed"])


@pytest.mark.parametrize(
    ("name", "kept", "throw", "choice"),
    [
        ("threes", (), (1, 2, 3, 4, 6), (1, 2, 3)),
        ("threes", (3, 3, 3), (4, 5), (4,)),
        ("midnight", (), (1, 1, 2, 4, 5, 6), (1, 4, 5, 6)),
        ("midnight", (1, 4), (1, 2, 2, 3), (3,)),
        ("ship-captain-crew", (6, 5, 4), (3, 4), (3, 4)),
        ("ship-captain-crew", (6, 5, 4), (3, 3), ()),
        ("ship-captain-crew", (6,), (2, 3, 4, 6), ()),
        ("chicago-high", (), (1, 5, 6), (1, 6)),
    ],
)
def test_who_is_greedy_keeps_what_is_better_than_a_throw(
    name: str, kept: tuple[int, ...], throw: tuple[int, ...], choice: tuple[int, ...]
) -> None:
    turn = find_round(name).turn
    assert isinstance(turn, KeepingTurn)
    position = turn.position(kept, 2)
    options = turn.options(position, throw)
    assert options[turn.thumb(GREEDY, position, throw, options)].choice == choice


def test_dice_that_cannot_fall_are_refused() -> None:
    rules = find_round("shut-the-box")
    state, sixes = TileState(rules, (None,), rules.turn.start, (1, 2)), replace(rules, die=(0, 0, 0, 0, 0, 1))
    with pytest.raises(PositionError, match="cannot fall"):
        decide_turn(replace(state, rules=sixes))
    assert decide_turn(replace(state, results=(20, None, None))).value > 0.0
