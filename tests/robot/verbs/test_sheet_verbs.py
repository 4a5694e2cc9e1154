"""Score sheets on the command line, as scripts and people meet them."""

import json
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from solver.sheet.exact.sheet_files import load
from solver.sheet.game.card import read_card
from solver.sheet.game.rules import SheetState, action_json
from solver.sheet.game.sheet import find_sheet
from solver.throw_distribution import fair_die
from tests.support.repository import DOCS

OWN = DOCS / "own-game.toml"
CARD = "ones=3,sixes=18,yahtzee=50"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path_factory.getbasetemp() / "sheets"))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def data(capsys: pytest.CaptureFixture[str], words: str) -> Any:
    return json.loads(answer(capsys, *words.split(), "--json"))


@pytest.mark.check
def test_yahtzee_is_solved_with_the_keys_and_figures_that_are_published(capsys: pytest.CaptureFixture[str]) -> None:
    solution = data(capsys, "solve yahtzee --rule free")
    wanted = {"game", "rule", "value", "sd", "unit", "states", "seconds", "bonus_probability", "yahtzee_probability"}
    assert solution.keys() == wanted
    assert (solution["game"], solution["rule"], solution["unit"]) == ("yahtzee", "free", "points")
    assert solution["value"] == pytest.approx(254.5896, abs=5e-5)
    assert solution["sd"] == pytest.approx(59.61, abs=5e-3)
    assert solution["seconds"] > 0


def test_a_game_of_ones_own_is_named_by_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    solution = data(capsys, f"solve {OWN}")
    assert (solution["game"], solution["rule"]) == ("quick-four", "forced")
    start = data(capsys, f"advise {OWN}")
    assert start["action"] == {"keep": []}
    assert start["value"] == pytest.approx(solution["value"], abs=1e-9)


def test_the_table_of_a_sheet_is_kept_where_it_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "solve", "hooligan", "--write", str(tmp_path))
    assert "ships" not in printed
    (table,) = tmp_path.iterdir()
    sheet = find_sheet("hooligan")
    assert f"hooligan: {load(table, sheet, fair_die(6)).value:.15g}" in printed


def test_advice_has_every_action_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    decision = data(capsys, f"advise yahtzee --dice 6 5 3 4 3 --rolls-left 2 --sheet {CARD}")
    assert decision.keys() == {"action", "value", "options", "why"}
    card = read_card(find_sheet("yahtzee"), CARD)
    legal = SheetState((card,), 0, (3, 3, 4, 5, 6), 2).legal_actions()
    found = [option["action"] for option in decision["options"]]
    assert sorted(map(json.dumps, found)) == sorted(json.dumps(action_json(action)) for action in legal)
    values = [option["value"] for option in decision["options"]]
    assert values == sorted(values, reverse=True)
    assert (decision["action"], decision["value"]) == (found[0], values[0]) == ({"keep": [3, 3]}, max(values))


def test_people_read_what_each_alternative_costs(capsys: pytest.CaptureFixture[str]) -> None:
    why, explained, best, *others = answer(
        capsys, *f"advise yahtzee --dice 3 3 4 5 6 --rolls-left 0 --sheet {CARD} --all".split()
    ).splitlines()
    assert why.startswith("Score 30 in the small straight")
    assert "+ and - are points" in explained
    assert best.split() == ["Score", "30", "in", "the", "small", "straight", best.split()[-2], "points"]
    assert all(line.endswith(" points") for line in others)
    costs = [float(line.split(" costs ")[1].split()[0]) for line in others]
    assert costs == sorted(costs)
    assert len(others) == 13 - 3 - 1
    worth = [float(line.split(" points ")[0].split()[-1]) for line in others]
    for value, cost in zip(worth, costs, strict=True):
        assert value + cost == pytest.approx(float(best.split()[-2]), abs=0.101)


def test_people_read_what_was_assumed_and_the_best_alternatives(capsys: pytest.CaptureFixture[str]) -> None:
    whole = answer(capsys, "advise", "yahtzee", "--dice", "33456", "--all").splitlines()
    assumed, why, explained, *best, more = answer(capsys, "advise", "yahtzee", "--dice", "33456").splitlines()
    assert assumed == whole[0] == "Not given, so assumed: an empty sheet, 2 throws left"
    assert [why, explained] == whole[1:3]
    assert [line.split() for line in best] == [line.split() for line in whole[3:8]]
    assert more == f"  {len(whole) - 8} more: --all lists them"
    for given, said in (("--rolls-left 1", "an empty sheet"), (f"--sheet {CARD}", "2 throws left")):
        first, *_ = answer(capsys, *f"advise yahtzee --dice 33456 {given}".split()).splitlines()
        assert first == f"Not given, so assumed: {said}"


@pytest.mark.check
def test_rate_prints_what_was_published_and_how_ties_are_broken(capsys: pytest.CaptureFixture[str]) -> None:
    (rating,) = data(capsys, "rate yahtzee --strategies yahtzees-only")
    assert set(rating) == {
        *("strategy", "mean", "sd", "bonus_probability", "yahtzee_probability"),
        *("published_mean", "published_sd", "tie_rule"),
    }
    assert (rating["published_mean"], rating["published_sd"]) == (171.52, 68.17)
    assert abs(rating["mean"] - rating["published_mean"]) < 5
    table = answer(capsys, "rate", "hooligan")
    assert "optimal" in table
    assert "71.8725" in table
    ratings = data(capsys, "rate hooligan")
    assert max(ratings, key=lambda rating: rating["mean"])["strategy"] == "optimal"
    assert {rating["published_mean"] for rating in ratings} == {None}


@pytest.mark.usefixtures("undrawn")
def test_show_draws_a_game_of_ones_own_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "show", str(OWN), "--kind", "first", "--format", "svg", "--out", str(tmp_path))
    assert [Path(line).name for line in printed.splitlines()] == ["quick-four-first.svg"]


SHORT = """
name = "short"
throws = 2

[[box]]
name = "sixes"
kind = "number"
face = 6

[[box]]
name = "pair"
kind = "groups"
groups = [2]
pays = "own"

[[box]]
name = "chance"
kind = "chance"
"""


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Return the file of a game of three turns."""
    path = tmp_path / "short.toml"
    path.write_text(SHORT)
    return path


def test_simulation_agrees_with_the_exact_figures(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"simulate {short} --strategy greedy --games 20000 --seed 3"
    found, again = data(capsys, words), data(capsys, words)
    assert found.keys() == {"mean", "sd", "standard_error", "games_per_second"}
    (exact,) = data(capsys, f"rate {short} --strategies greedy")
    assert abs(found["mean"] - exact["mean"]) < 4 * found["standard_error"]
    assert found["standard_error"] == pytest.approx(exact["sd"] / 20_000**0.5, rel=0.05)
    assert found["sd"] == pytest.approx(exact["sd"], rel=0.05)
    assert (again["mean"], again["sd"]) == (found["mean"], found["sd"])
    assert data(capsys, words.replace("seed 3", "seed 4"))["mean"] != found["mean"]


def test_two_play_against_each_other(short: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"simulate {short} --games 1000 --strategy greedy --against"
    found = data(capsys, f"{words} optimal")
    assert {"win_first", "win_second", "draw"} <= found.keys()
    assert found["win_first"] + found["win_second"] + found["draw"] == pytest.approx(1)
    assert found["win_first"] < found["win_second"]
    same = data(capsys, f"{words} greedy")
    assert same["win_first"] == same["win_second"]
    assert "win second" in answer(capsys, *f"{words} win".split())


def test_a_sheet_with_a_box_that_never_scores_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "six.toml"
    game.write_text('name = "six"\n[[box]]\nname = "long"\nkind = "straight"\nlength = 6\npays = 50\n')
    assert main(["solve", str(game)]) == 2
    assert "box long never scores" in capsys.readouterr().err
