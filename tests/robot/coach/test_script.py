"""The script of the coach: one answer a line, costs that are differences of values, and whole games from seeds."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from robot.coach.answers import ScriptedCoach
from robot.coach.manners import Manner
from robot.coach.session import CoachSession, CoachSetting
from solver.errors import OptionError
from solver.race.games import RACE_GAMES
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card
from solver.sheet.game.sheet import find_sheet
from tests.support.robot.command import call
from tests.support.solver.reference_rulebook import choices
from vision.errors import MissingPictureError
from vision.pictures import Image
from vision.reading import Die, Reading, SceneNote

KEYS = {"player", "seat", "dice", "doubts", "action", "value", "options", "why", "over"}


def die_seen(value: int | None) -> Die:
    return Die(value, 0.9, (0.0, 0.0, 9.0, 9.0), 0.0, doubt=None if value else "cocked")


def reader(**photos: Reading) -> Callable[[str], Reading]:
    """Return what reads pictures by their names; all others are missing."""

    def read(file: str) -> Reading:
        if file not in photos:
            raise MissingPictureError(f"{file} does not exist: check the name")
        return photos[file]

    return read


def coach(
    game: str,
    *names: str,
    manner: Manner = Manner.OPEN,
    rules: dict[str, Any] | None = None,
    read: Callable[[str], Reading] | None = None,
) -> ScriptedCoach:
    return ScriptedCoach(CoachSession(CoachSetting(game, rules or {}, names, manner)), read or reader())


def costs(answer: dict[str, Any]) -> dict[str, float]:
    return {json.dumps(option["action"]): option["cost"] for option in answer["options"]}


def test_each_line_has_its_answer_and_each_option_its_cost(home: Path) -> None:
    script = home.parent / "script.jsonl"
    script.write_text(
        '{"dice": [3,3,4,5,6]}\n\n{"keep": [3,3]}\n{"dice": [3,1,2]}\nno JSON\n{"box": "threes"}\n', encoding="utf-8"
    )
    done = call(home, "coach", "yahtzee", "--players", "Ann,Ben", "--script", str(script), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    thrown, kept, again, wrong, written = done.lines
    assert thrown.keys() >= KEYS
    assert (thrown["player"], thrown["dice"], thrown["doubts"], thrown["sheet"]) == ("Ann", [3, 3, 4, 5, 6], [], {})
    advised = call(home, "advise", "yahtzee", "--dice", "3", "3", "4", "5", "6", "--rolls-left", "2", "--json")
    (advice,) = advised.lines
    assert {key: thrown[key] for key in ("action", "value", "why")} == {
        key: advice[key] for key in ("action", "value", "why")
    }
    assert [{"action": one["action"], "value": one["value"]} for one in thrown["options"]] == advice["options"]
    for option in thrown["options"]:
        assert option["cost"] == pytest.approx(advice["value"] - option["value"], abs=1e-12)
    assert kept["chosen"] == {"player": "Ann", "action": {"keep": [3, 3]}, "value": thrown["value"], "cost": 0.0}
    assert again["dice"] == [3, 3, 3, 1, 2]
    assert wrong.keys() == {"error"}
    assert (written["player"], written["seat"], written["dice"]) == ("Ben", 2, [])
    assert (written["cards"], written["totals"]) == ([{"threes": 9}, {}], [9, 0])
    assert written["chosen"]["cost"] == pytest.approx(costs(again)['{"score": "threes"}'])


def test_the_cost_of_a_keep_is_the_mean_over_the_dice_that_fall() -> None:
    game = coach("yahtzee", "Ann")
    for line in ({"dice": [6, 6, 6, 2, 1]}, {"keep": [6, 6, 6]}, {"dice": [6, 2]}):
        game.answer(line)
    answer = game.answer({"undo": True}) and game.answer({"dice": [6, 2]})
    table, card = load_sheet(find_sheet("yahtzee")), Card.blank(find_sheet("yahtzee"))

    def worth(box: str, dice: tuple[int, ...]) -> float:
        after = card.with_score(box, dice)
        return after.total - card.total + table.at(after)

    best = {face: max(worth(box, (6, 6, 6, 6, face)) for box in card.open) for face in range(1, 7)}
    expected = sum(best.values()) / 6
    values = {json.dumps(option["action"]): option["value"] for option in answer["options"]}
    assert values['{"keep": [6, 6, 6, 6]}'] == pytest.approx(expected, abs=1e-9)
    chance = '{"score": "chance"}'
    assert values[chance] == pytest.approx(worth("chance", (6, 6, 6, 6, 2)), abs=1e-9)
    assert costs(answer)[chance] == pytest.approx(expected - worth("chance", (6, 6, 6, 6, 2)), abs=1e-9)


def test_the_costs_of_a_race_stand_beside_what_its_options_are_worth() -> None:
    game = coach("pig", "Ann", "Ben")
    answer = game.answer({"dice": [6]})
    pig = next(one for one in RACE_GAMES if one.name == "pig")
    advice = pig.advise(pig.options_type(), me=0, opponent=0, turn=6).to_json()
    assert {key: answer[key] for key in ("action", "value", "options", "why")} == {
        key: advice[key] for key in ("action", "value", "options", "why")
    }
    assert answer["cost"] == {"roll": 0.0, "hold": advice["options"]["roll"] - advice["options"]["hold"]}
    assert (answer["scores"], answer["turn_total"], answer["player"]) == ([0, 0], 6, "Ann")
    held = game.answer({"hold": True})
    assert (held["scores"], held["player"], held["chosen"]["cost"]) == ([6, 0], "Ben", answer["cost"]["hold"])


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.check) for seed in (1, 2, 3))])
def test_a_whole_game_of_yahtzee_for_three_ends_with_the_totals_of_the_rulebook(seed: int) -> None:
    chance = random.Random(seed)
    names = ("Ann", "Ben", "Cleo")
    game = coach("yahtzee", *names, manner=Manner.AFTER)
    cost = [0.0] * 3
    scores: list[dict[str, int | None]] = [dict.fromkeys(find_sheet("yahtzee").names) for _ in names]
    paid = [0] * 3
    for turn in range(39):
        seat = turn % 3
        dice = [chance.randint(1, 6) for _ in range(5)]
        answer = game.answer({"dice": dice})
        assert (answer["player"], answer["action"], answer["options"]) == (names[seat], None, [])
        for _ in range(chance.randint(0, 2)):
            keep = [face for face in dice if chance.random() < 0.6][:4]
            thrown = [chance.randint(1, 6) for _ in range(5 - len(keep))]
            dice = [*keep, *thrown]
            cost[seat] += game.answer({"keep": keep})["chosen"]["cost"]
            answer = game.answer({"dice": thrown if chance.random() < 0.5 else chance.sample(dice, 5)})
            assert sorted(answer["dice"]) == sorted(dice)
        legal = choices("forced", scores[seat], tuple(sorted(dice)))
        for box in scores[seat].keys() - legal.keys():
            assert "error" in game.answer({"box": box})
        box = chance.choice(sorted(legal))
        written, extra = legal[box]
        scores[seat][box] = written
        paid[seat] += extra
        answer = game.answer({"box": box})
        cost[seat] += answer["chosen"]["cost"]
        assert answer["cards"][seat][box] == written
    totals = []
    for card, extra in zip(scores, paid, strict=True):
        upper = sum(card[box] or 0 for box in ("ones", "twos", "threes", "fours", "fives", "sixes"))
        totals.append(sum(score or 0 for score in card.values()) + (35 if upper >= 63 else 0) + 100 * extra)
    assert answer["over"]
    assert answer["totals"] == answer["result"]["scores"] == totals
    assert answer["result"]["winners"] == [names[seat] for seat in range(3) if totals[seat] == max(totals)]
    accounts = answer["summary"]["accounts"]
    for account, total in zip(accounts, totals, strict=True):
        assert account["start"] + account["luck"] - account["lost"] == pytest.approx(total, abs=1e-6)
    for seat, worst in enumerate(answer["worst"]):
        assert len(worst) == 3
        found = [choice["cost"] for choice in worst]
        assert found == sorted(found, reverse=True)
        assert accounts[seat]["lost"] == pytest.approx(cost[seat], abs=1e-6)
    assert "error" in game.answer({"dice": [1, 2, 3, 4, 5]})


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_of_pig_ends_with_its_winner(seed: int) -> None:
    chance = random.Random(seed)
    names = ("Ann", "Ben")
    game, told = coach("pig", *names, rules={"goal": 40}), 0.0
    scores, seat, turn = [0, 0], 0, 0
    answer: dict[str, Any] = {}
    lost = [0.0, 0.0]
    while max(scores) < 40:
        if turn and (turn >= 12 or scores[seat] + turn >= 40):
            told = answer["cost"]["hold"]
            answer = game.answer({"hold": True})
            scores[seat] += turn
        else:
            told = answer["cost"]["roll"] if turn else 0.0
            if chance.random() < 0.5:
                assert "error" not in game.answer({"roll": True})
            face = chance.randint(1, 6)
            answer = game.answer({"dice": [face]})
            lost[seat] += told
            if face != 1:
                turn += face
                assert (answer["turn_total"], answer["player"]) == (turn, names[seat])
                continue
            told = 0.0
        lost[seat] += told
        seat, turn = 1 - seat, 0
        assert (answer["scores"], answer["turn_total"]) == (scores, 0)
    winner = scores.index(max(scores))
    assert answer["over"]
    assert (answer["result"]["winner"], answer["result"]["scores"]) == (names[winner], scores)
    for account, gave in zip(answer["summary"]["accounts"], lost, strict=True):
        assert account["lost"] == pytest.approx(gave, abs=1e-9)


def test_a_line_that_is_not_legal_changes_nothing() -> None:
    game = coach("yahtzee", "Ann", "Ben")
    first = game.answer({"dice": [1, 1, 2, 3, 4]})
    wrong: tuple[Any, ...] = (
        None,
        7,
        [],
        {},
        "keep",
        {"dice": [1, 1, 2, 3, 4]},
        {"dice": "11234"},
        {"dice": [1, 1, 2, 3, True]},
        {"keep": [6]},
        {"keep": [1, 1, 2, 3, 4]},
        {"keep": [1, 1, 1]},
        {"keep": [10**40]},
        {"box": "sevens"},
        {"box": 3},
        {"roll": True},
        {"hold": True},
        {"roll": 3},
        {"undo": False},
        {"photo": ""},
        {"keep": [1, 1], "dice": [1, 2, 3]},
        {"keep": [1] * 200},
    )
    for line in wrong:
        answer = game.answer(line)
        assert answer.keys() == {"error"}, line
        assert answer["error"].endswith("."), answer
        assert "\n" not in answer["error"]
    assert game.answer({"keep": [1, 1]})["chosen"]["action"] == {"keep": [1, 1]}
    for line in ({"keep": [1, 1]}, {"box": "ones"}, {"dice": [1, 2]}, {"dice": [1, 2, 3, 4, 5]}, {"dice": [7, 1, 2]}):
        assert game.answer(line).keys() == {"error"}, line
    assert len(game.session.steps) == 2
    assert first["rolls_left"] == 2


def test_undo_takes_back_line_by_line_and_gives_the_same_answers_again() -> None:
    game = coach("yahtzee", "Ann", "Ben")
    lines = [{"dice": [1, 1, 2, 3, 4]}, {"keep": [1, 1]}, {"dice": [5, 5, 5]}, {"box": "full-house"}]
    answers = [game.answer(line) for line in lines]
    back = [game.answer({"undo": True}) for _ in lines]
    assert [one["dice"] for one in back] == [one["dice"] for one in (*answers[2::-1], {"dice": []})]
    assert game.answer({"undo": True}).keys() == {"error"}
    assert [game.answer(line) for line in lines] == answers


def test_each_manner_says_what_it_should_and_no_more() -> None:
    lines = [{"dice": [1, 1, 2, 3, 6]}, {"keep": [2]}, {"dice": [5, 5, 5, 1]}, {"box": "ones"}]
    after, silent = (coach("yahtzee", "Ann", manner=manner) for manner in (Manner.AFTER, Manner.SILENT))
    thrown, kept, again, written = (after.answer(line) for line in lines)
    for answer in (thrown, again):
        assert (answer["action"], answer["value"], answer["options"], answer["why"]) == (None, None, [], None)
        assert "chosen" not in answer
    assert kept["chosen"]["cost"] == costs(kept)['{"keep": [2]}'] > 0.1
    assert written["chosen"]["cost"] == costs(written)['{"score": "ones"}']
    for line in lines:
        answer = silent.answer(line)
        assert (answer["action"], answer["options"], "chosen" in answer) == (None, [], False)


def test_the_dice_of_a_photo_count_if_all_are_sure_and_their_number_is_right() -> None:
    photos = {
        "five": Reading(tuple(map(die_seen, (6, 3, 3, 5, 4)))),
        "doubt": Reading(tuple(map(die_seen, (3, 3, 5, 4, None)))),
        "four": Reading(tuple(map(die_seen, (3, 3, 5, 4)))),
        "three": Reading(tuple(map(die_seen, (1, 2, 6)))),
        "black": Reading((), (SceneNote("dark"),)),
    }
    game = coach("yahtzee", "Ann", read=reader(**photos))
    doubted = game.answer({"photo": "doubt"})
    assert (doubted["dice"], doubted["doubts"], doubted["action"]) == ([3, 3, 4, 5], ["cocked"], None)
    for photo in ("four", "three", "black", "nowhere"):
        assert game.answer({"photo": photo}).keys() == {"error"}, photo
    assert not game.session.steps
    assert game.answer({"photo": "five"})["dice"] == [3, 3, 4, 5, 6]
    assert game.answer({"photo": "five"}).keys() == {"error"}
    pigs = coach("pass-the-pigs", "Ann", "Ben", read=reader(**photos))
    assert pigs.answer({"photo": "three"}) == {"error": "The camera cannot read pigs: type how they landed."}
    game.answer({"keep": [3, 3]})
    assert game.answer({"photo": "three"})["dice"] == [3, 3, 1, 2, 6]


def test_a_photo_is_found_beside_the_script(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class WidthReader:
        """Reads as many ones as the picture is wide."""

        def read(self, picture: Image) -> Reading:
            return Reading((die_seen(1),) * picture.shape[1])

    monkeypatch.setattr("robot.app.make_reader", WidthReader)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((3, 5, 3), np.uint8))
    (tmp_path / "script").write_text(
        '{"photo": "b.png"}\n{"photo": "\\ud800\\n"}\n{"photo": "a.png"}\n', encoding="utf-8"
    )
    missing, odd, seen = call(home, "coach", "yahtzee", "--script", str(tmp_path / "script"), "--json").lines
    assert (seen["dice"], seen["doubts"]) == ([1] * 5, [])
    assert "b.png does not exist" in missing["error"]
    assert odd.keys() == {"error"}


def test_hog_is_coached_by_the_number_of_its_dice() -> None:
    game = coach("hog", "Ann", "Ben")
    answer = game.answer({"roll": 3})
    assert answer["chosen"]["action"] == "3"
    assert answer["cost"]["3"] == pytest.approx(answer["options"][answer["action"]] - answer["options"]["3"])
    assert game.answer({"dice": [2, 2]}).keys() == {"error"}
    assert game.answer({"dice": [2, 6, 5]})["scores"] == [13, 0]
    eight = game.answer({"dice": [2, 3, 4, 5, 6, 2, 3, 4]})
    assert (eight["scores"], eight["chosen"]["action"]) == ([13, 29], "8")
    assert game.answer({"dice": [2, 1, 6, 6, 6, 6, 6, 6]})["scores"] == [13, 29]
    assert game.answer({"undo": True})["player"] == "Ann"


def test_a_box_that_is_chosen_early_is_chosen_by_its_line() -> None:
    game = coach("hooligan", "Ann", rules={"commit": True})
    assert game.answer({"dice": [6, 6, 6, 1, 2]})["action"] == {"commit": "sixes"}
    assert game.answer({"keep": [6]}).keys() == {"error"}
    chosen = game.answer({"box": "sixes"})
    assert (chosen["dice"], chosen["committed"]) == ([6, 6, 6, 1, 2], "sixes")
    game.answer({"keep": [6, 6, 6]})
    game.answer({"dice": [6, 1]})
    assert game.answer({"box": "sixes"})["sheet"] == {"sixes": 24}


@pytest.mark.parametrize(
    ("game", "names", "lines", "key"),
    [
        ("think", ("Ann",), [{"dice": [3, 4]}, {"hold": True}], "scores"),
        ("pig-turns", ("Ann",), [{"dice": [4]}, {"roll": True}, {"dice": [5]}, {"hold": True}], "scores"),
        ("piglet", ("Ann", "Ben"), [{"dice": [2]}, {"hold": True}], "scores"),
        ("pass-the-pigs", ("Ann", "Ben"), [{"dice": [3, 4]}, {"hold": True}], "scores"),
        ("two-dice-pig", ("Ann", "Ben"), [{"dice": [3, 4]}, {"hold": True}], "scores"),
        ("yatzy", ("Ann", "Ben"), [{"dice": [3, 3, 4, 4, 1]}, {"box": "two-pairs"}], "sheet"),
    ],
)
def test_every_kind_of_game_is_coached(
    game: str, names: tuple[str, ...], lines: list[dict[str, Any]], key: str
) -> None:
    scripted = coach(game, *names)
    for line in lines:
        answer = scripted.answer(line)
        assert "error" not in answer, answer
        assert key in answer
        for cost in (answer.get("cost") or {}).values():
            assert cost >= -1e-9


def test_more_players_of_pig_than_are_reviewed_still_learn_their_worst_choices() -> None:
    game = coach("pig", "A", "B", "C", "D", rules={"goal": 10})
    for face in (2, 2, 6, 2):
        game.answer({"dice": [face]})
        game.answer({"hold": True})
    for face in (3, 6):
        answer = game.answer({"dice": [face]})
    answer = game.answer({"hold": True})
    assert answer["result"] == {"winner": "A", "seat": 1, "scores": [11, 2, 6, 2]}
    assert answer["summary"]["accounts"] == []
    assert [[choice["action"] for choice in worst] for worst in answer["worst"]] == [["hold"]] * 4


def test_fewer_turns_are_better_where_turns_are_counted() -> None:
    answer = coach("pig-turns", "Ann").answer({"dice": [2]})
    assert answer["options"]["hold"] > answer["options"]["roll"]
    assert answer["cost"] == {"roll": 0.0, "hold": answer["options"]["hold"] - answer["options"]["roll"]}


def test_what_nobody_has_solved_is_refused() -> None:
    with pytest.raises(OptionError, match="nobody has solved skunk"):
        coach("skunk", "Ann", "Ben")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["coach", "swine-herd", "--script", "x", "--json"], "nobody has solved swine-herd"),
        (["coach", "yahtze", "--script", "x", "--json"], "did you mean yahtzee?"),
        (["coach", "risk", "--script", "x", "--json"], "risk"),
        (["coach", "pig", "--players", "Ann", "--script", "x", "--json"], "2 to 10"),
        (["coach", "yahtzee", "--players", "Ann,", "--script", "x", "--json"], "no name"),
        (["coach", "yahtzee", "--players", "Ann,Ann", "--script", "x", "--json"], "two players are called Ann"),
        (["coach", "yahtzee", "--goal", "3", "--script", "x", "--json"], "no --goal"),
        (["coach", "--script", "x", "--json"], "coach GAME --script FILE --json"),
        (["coach", "yahtzee", "--script", "x"], "--json"),
        (["coach", "yahtzee", "--script", "x", "--json", "--photo", "a.jpg"], "takes no --photo"),
        (["coach", "--resume", "1", "--script", "x", "--json"], "coach GAME --script FILE --json"),
    ],
)
def test_bad_usage_is_one_line(words: list[str], said: str, home: Path) -> None:
    done = call(home, *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_script_that_cannot_be_read_is_one_line(home: Path, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for script in ("nowhere", "binary", "."):
        done = call(home, "coach", "yahtzee", "--script", str(tmp_path / script), "--json")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert "cannot be read" in done.stderr


def test_a_script_may_come_from_stdin(home: Path) -> None:
    deep = "[" * 100_000
    done = call(home, "coach", "pig", "--script", "-", "--json", typed=f'{{"dice": [4]}}\n{deep}\n{{"hold": true}}\n')
    assert [line.get("scores") for line in done.lines] == [[0, 0], None, [4, 0]]
