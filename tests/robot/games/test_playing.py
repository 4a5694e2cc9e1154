"""Games that robots play among themselves: beside exact values, and each turn beside what the solver knows of it."""

import pytest

from robot.games.playing import compare, simulate, turn_outcomes
from robot.games.registry import make_game
from robot.games.sheet.game import SheetTableGame
from solver.errors import OptionError
from solver.games import find_game
from solver.sheet.exact.card_values import CardValues
from solver.sheet.game.custom_sheet import parse_sheet
from solver.sheet.policy.prices import PricedValues
from tests.support.own_games import COLUMNS, CONVERTED, FIRST, JOKERS, SAVES


@pytest.mark.parametrize(
    ("name", "strategy"), [("pig", "hold20"), ("threes", "optimal"), ("shut-the-box", "highest-tiles")]
)
def test_one_turn_is_followed_to_the_same_scores_as_the_solver_knows(name: str, strategy: str) -> None:
    expected = find_game(name).outcomes
    assert expected
    exact = expected(strategy).chances
    found = turn_outcomes(make_game(name, {}), strategy).chances
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-9)
    for score in {*found, *exact}:
        assert found.get(score, 0.0) == pytest.approx(exact.get(score, 0.0), abs=1e-9)


def test_a_turn_of_a_sheet_of_one_box_is_worth_its_value_and_nobody_follows_what_is_drawn() -> None:
    sheet = 'name = "only"\nthrows = 2\nbox = [{ name = "sum", kind = "chance" }]\n'
    for dice, sides, kept in ((7, 2, 1.75), (2, 8, 5.5)):
        game = make_game("only", {"toml": f"{sheet}dice = {dice}\nsides = {sides}\n"}, at_table=False)
        assert turn_outcomes(game, "optimal").mean == pytest.approx(dice * kept, abs=1e-9)
        found = simulate(game, ["optimal"], 20, 1)
        assert found["mean"] == pytest.approx(dice * kept, abs=4 * found["standard_error"])
    with pytest.raises(OptionError, match="child chooses at random"):
        turn_outcomes(make_game("pig", {}), "child")


def test_games_of_a_race_come_to_what_is_known_of_it() -> None:
    exact = find_game("pig", goal=30).compare
    assert exact
    wins = {(row["first"], row["second"]): row["win_first"] for row in exact(["hold20", "optimal"]).lines}
    found = simulate(make_game("pig", {"goal": 30}), ["hold20", "optimal"], 400, 1)
    share = (wins["hold20", "optimal"] + 1 - wins["optimal", "hold20"]) / 2
    assert found["share_first"] == pytest.approx(share, abs=4 * found["standard_error"])
    with pytest.raises(OptionError, match="1 game has no standard error"):
        simulate(make_game("pig", {}), ["optimal"] * 2, 1, 1)


def test_strategies_of_a_game_for_one_are_compared_by_the_same_games() -> None:
    game = make_game("pig-score", {"turns": 2})
    found = compare(game, 1, None, 60)
    means = {row["strategy"]: row["mean"] for row in found.lines}
    assert [*means] == ["optimal", "strong", "casual", "beginner", "child"]
    best = found.lines[0]
    assert best["mean"] == pytest.approx(best["value"], abs=4 * best["standard_error"])
    assert means["optimal"] > means["child"]
    reached = compare(make_game("pig-reach", {}), 1, ["optimal"], 20)
    assert (reached.headings[1], reached.rows[0][1]) == ("wins", f"{100 * reached.lines[0]['mean']:.1f} %")


@pytest.mark.check
@pytest.mark.parametrize("text", [FIRST, SAVES, COLUMNS, CONVERTED, JOKERS], ids=range(5))
def test_sheets_played_by_prices_stay_below_the_bound_and_those_by_values_come_to_these(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = parse_sheet(text)
    game = SheetTableGame(sheet.name, {}, sheet=sheet)
    exact = CardValues(sheet)
    for values, games in ((exact, 400), (PricedValues(sheet), 150)):
        monkeypatch.setattr("robot.games.sheet.game.values_of", lambda *_, values=values: values)
        monkeypatch.setattr("robot.games.sheet.game.is_solvable", lambda _, values=values: values.exact)
        told = simulate(game, ["optimal"], games, 1)
        off = 4 * told["standard_error"]
        assert told["mean"] <= exact.value + off
        if values.exact:
            assert told["value"] == pytest.approx(exact.value, abs=1e-9)
            assert told["mean"] == pytest.approx(exact.value, abs=off)
        else:
            assert told["mean"] >= 0.75 * exact.value - off
            assert told["loss_at_most"] == pytest.approx(told["bound"] - told["mean"])
