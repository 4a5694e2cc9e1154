"""The talk of the coach: what people type, the three manners in three languages, kept sessions, and the end."""

import io
import json
import os
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from robot.coach.advice import cost_saying
from robot.coach.dialogue import CoachDialogue
from robot.coach.kept import SessionFolder
from robot.coach.lines import Manner, line_json, numbers_due
from robot.coach.session import CoachSetting
from robot.coach.words import end_sayings
from robot.errors import FileError
from robot.language import Language, english
from robot.saying import Saying
from robot.verbs.options import read_typed
from solver.decision import Unit, in_hundred
from tests.support.robot.coached import look_of, read_photos, start_coach
from tests.support.robot.command import call

PHOTOS = {"sure.jpg": look_of(3, 3, 4, 5, 6), "doubt.jpg": look_of(3, 3, 4, 5, None), "few.jpg": look_of(3, 3, 4)}
PAIRS = """
name = "mine"
dice = 3
throws = 2

[[box]]
name = "my-pair"
kind = "groups"
groups = [2]
pays = "all"

[[box]]
name = "sum"
kind = "chance"
"""


BEST = "Keep 3 3 for threes (42 %) or the full house (17 %): keeping 3 4 5 6 would cost 0.3 "


class CoachTalk:
    """A talk whose lines are kept, and which counts how often the session was saved."""

    def __init__(self, game: str, *names: str, manner: Manner = Manner.OPEN, language: str = "en") -> None:
        self.session, self.saved = start_coach(game, *names, manner=manner), 0
        read = read_photos(PHOTOS)
        self.dialogue = CoachDialogue(self.session, Language(language), read, self._save)
        self.begun = self.dialogue.begin()

    def _save(self) -> None:
        self.saved += 1

    def says(self, *typed: str) -> list[str]:
        """Return what the coach says to the last of the lines."""
        return [self.dialogue.answer(text) for text in typed][-1]


def test_open_says_the_best_the_next_two_and_what_they_cost() -> None:
    lines = CoachTalk("yahtzee", "Ann", "Ben").says("33456")
    assert lines[0] == "The dice show 3 3 4 5 6. 2 throws are left."
    assert lines[1].startswith(BEST)
    assert lines[3:] == ["Next: keeping 3 4 5 6 costs 0.3 points.", "Third: keeping 3 4 5 costs 0.8 points."]


def test_after_says_nothing_until_the_choice_is_made() -> None:
    talk = CoachTalk("yahtzee", "Ann", manner=Manner.AFTER)
    assert talk.says("3 3 4 5 6") == ["The dice show 3 3 4 5 6. 2 throws are left."]
    assert talk.says("k 3456")[0].startswith(BEST)
    assert talk.says("u", "33")[0] == "That was the best choice."


HELD, THROWN = ({"keep": [1, 1, 5], "then": then} for then in ("hold", "throw"))


@pytest.mark.parametrize(
    ("game", "language", "typed", "line"),
    [
        ("yahtzee", "en", "33|k33|k 3 3|keep 33|Keep 3 3|keeping 3 3", {"keep": [3, 3]}),
        ("yahtzee", "de", "behalte 33|3 3 behalten|keep 33", {"keep": [3, 3]}),
        ("yahtzee", "es", "guarda 3 3|guardar 33", {"keep": [3, 3]}),
        ("yahtzee", "en", "k|keep", {"keep": []}),
        ("yahtzee", "en", "3", {"keep": [3]}),  # before the number of a box
        ("yahtzee", "en", "1", {"score": "ones"}),
        ("yahtzee", "en", "threes|Threes|b 3", {"score": "threes"}),
        ("yahtzee", "en", "full|full-house|the full house", {"score": "full-house"}),
        ("yahtzee", "en", "12|b12", {"score": "yahtzee"}),
        ("yahtzee", "de", "Dreier|dreier|threes", {"score": "threes"}),
        ("yahtzee", "de", "Große Str", {"score": "large-straight"}),
        ("yahtzee", "en", "thre|b 14|b 0|straight|2 2 6", None),
        ("farkle", "en", "115 h|keep 1 1 5 hold|k 115 h|set 115 aside and hold|h", HELD),
        ("farkle", "de", "115 halten|behalte 115 und halte|lege 115 beiseite und halte", HELD),
        ("farkle", "es", "115 plantarse|aparta 115 y me planto", HELD),
        ("farkle", "en", "115|keep 115|115 r", THROWN),
        ("farkle", "de", "115 werfen|behalte 115", THROWN),
        ("farkle", "es", "aparta 115 y tiro|guarda 115", THROWN),
    ],
)
def test_choices_are_typed_in_the_words_of_the_coach(game: str, language: str, typed: str, line: Any) -> None:
    for text in typed.split("|"):
        talk = CoachTalk(game, "Ann", "Ben", manner=Manner.SILENT, language=language)
        talk.says({"yahtzee": "33456", "farkle": "113456"}[game], text)
        assert [line_json(one) for one in talk.session.lines[1:]] == [line] * bool(line), text


def test_silent_says_nothing_before_the_end_and_all_then() -> None:
    talk = CoachTalk("hooligan", "Ann", manner=Manner.SILENT)
    chance = random.Random(5)
    lines: list[str] = []
    for number in range(1, 8):
        dice = "".join(str(chance.randint(1, 6)) for _ in range(5))
        assert [line for line in talk.says(dice) if "est" in line or "cost" in line] == []
        lines = talk.says(f"b {number}")
    assert lines[1].startswith("Ann ends with ")
    assert lines[2] == "Ann, the choices that cost most:"
    assert all(re.fullmatch(r"Turn \d: .* cost [\d.]+ points, because it loses .*\.", line) for line in lines[3:6])
    assert re.fullmatch(r"Ann, points: \d+, where perfect play expects [\d.]+\.", lines[6])
    assert re.fullmatch(r"Ann, luck: [\d.]+ points (better|worse) than with average dice\.", lines[7])
    assert re.fullmatch(r"Ann, skill: the choices gave away [\d.]+ points\.", lines[8])


def test_enter_writes_the_box_that_was_named_best_and_nothing_else() -> None:
    talk = CoachTalk("yahtzee", "Ann", "Ben")
    assert talk.says("") == ["Type the dice, a choice, or ? for help."]
    assert talk.says("33456", "")[0] == "Type the dice, a choice, or ? for help."
    assert talk.says("3456", "2")[-1] == "Press Enter to write 40 in the large straight."
    assert talk.says("")[0] == "Ann scores 40 in the large straight, and has 40."
    silent = CoachTalk("yahtzee", "Ann", manner=Manner.SILENT)
    assert silent.says("23456", "") == ["Type the dice, a choice, or ? for help."]


def test_a_die_in_doubt_is_asked_for() -> None:
    talk = CoachTalk("yahtzee", "Ann")
    (asked,) = talk.says("p doubt.jpg")
    assert asked == (
        "In doubt.jpg a value cannot be read (the die near the top right leans: lay it flat). "
        "The others show 3 3 4 5. Type what it shows."
    )
    assert talk.saved == 0
    assert talk.says("6")[0] == "The dice show 3 3 4 5 6. 2 throws are left."
    assert talk.saved == 1
    talk.says("u")
    assert talk.says("p few.jpg")[0].startswith("In few.jpg 3 dice are seen, but 5 are expected")
    assert talk.says("p nowhere.jpg") == ["nowhere.jpg does not exist: check the name"]
    assert talk.says("p doubt.jpg", "33455")[0] == "The dice show 3 3 4 5 5. 2 throws are left."
    assert talk.says("u", "p sure.jpg")[0] == "The photo shows 3 3 4 5 6."
    assert talk.says("p sure.jpg")[0] == "First choose what to keep, or a box."


def test_chances_that_are_approximate_are_told_as_such() -> None:
    talk = CoachTalk("kingdom-come", "Ann", "Ben", "Cleo")
    assert re.fullmatch(r"From here Ann wins \d+ of 100 games\. The chances are approximate\.", talk.begun[-1])
    assert [*end_sayings(talk.session)][-1] == Saying("after-approximate")


def test_a_race_is_told_in_games_of_100() -> None:
    talk = CoachTalk("pig", "Ann", "Ben")
    assert talk.begun[-1] == "From here Ann wins 53.1 of 100 games."
    thrown = talk.says("6")
    assert thrown[0] == "Ann throws 6, turn total 6."
    assert thrown[1] == "Throw, with 6 points at risk: that wins 55.0 of 100 games, against only 51.3 for holding."
    assert thrown[2] == "Next: holding costs 3.6 of 100 games."
    assert talk.says("h")[:2] == ["Holding costs 3.6 of 100 games.", "Ann holds and banks 6. The score is 6 : 0."]


@pytest.mark.parametrize(
    ("wanted", "said"), [((1,), "one is"), ((3,), "3 are"), ((2, 5), "2 or 5 are"), (range(1, 31), "1 to 30 are")]
)
def test_the_numbers_of_dice_that_are_due_are_told(wanted: Sequence[int], said: str) -> None:
    assert english().say(Saying("coach-refused-number", {"given": 40, "due": numbers_due(wanted)})) == (
        f"40 dice are given, but {said} expected."
    )


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((0.694, 0.6), [69, 60]),
        ((0.694, 0.6943), [69.4, 69.43]),
        ((0.9996,), [99.96]),
        ((1.0, 0.0), [100, 0]),
        ((0.11103794488751, 0.11103794488751002), [11, 11]),
    ],
)
def test_chances_are_told_in_100_with_as_few_digits_as_can_be(chances: Sequence[float], told: Sequence[float]) -> None:
    assert in_hundred(*chances) == told


def test_costs_are_told_as_people_say_them() -> None:
    said = [english().say(cost_saying(unit, cost)) for unit in Unit for cost in (0.0, 0.0001, 2.74)]
    assert said == [
        "is just as good", "costs less than 0.1 of 100 games", "costs 274.0 of 100 games",
        "is just as good", "costs less than 0.1 points", "costs 2.7 points",
        "is just as good", "costs less than 0.1 turns", "costs 2.7 turns",
        "is just as good", "costs less than 0.1 points", "costs 2.7 points",
    ]  # fmt: skip


def test_sessions_are_kept_listed_and_go_on_by_their_numbers(home: Path) -> None:
    assert "No session is unfinished" in call(home, "coach").stdout
    first = call(home, "coach", "yahtzee", "--players", "Ann,Ben", typed="33456\n33\n")
    assert first.stdout.splitlines()[-1].endswith("'pipsqueak coach --resume 1'.")
    call(home, "coach", "pig", "--players", "Cleo,Dora", "--manner", "after", typed="4\nq\n")
    for words in (("pig",), ("--from", "pig 30:45 +20")):
        assert "kept" not in call(home, "coach", *words, typed="q\n").stdout
    assert [line.partition(". Go on")[0] for line in call(home, "coach").stdout.splitlines()] == [
        "1: Yahtzee, Ann and Ben. Next: Ann, turn 1",
        "2: Pig to 100, Cleo and Dora. Next: Cleo, turn 1",
    ]
    assert [line["session"] for line in call(home, "coach", "--json").lines] == [1, 2]
    gone_on = call(home, "coach", "--resume", "1", typed="312\nq\n").stdout
    shown = "The dice show 3 3 4 5 6. 2 throws are left.\nAnn, turn 1: Keep 3 3.\nThrow 3 dice, and"
    assert shown in gone_on.partition("further Yahtzees")[2], "below the sheets"
    assert "The dice show 3 3 3 1 2. One throw is left." in gone_on
    again = call(home, "coach", "--resume", "1", "--manner", "silent", typed="q\n").stdout
    assert "The dice show 3 3 3 1 2." in again
    assert "would cost" not in again


def test_a_new_session_takes_no_number_that_another_one_has(tmp_path: Path) -> None:
    folder, setting = SessionFolder(tmp_path / "coach", tmp_path), CoachSetting("pig", {}, ("Ann", "Ben"))
    for _ in range(3):
        with folder.begin(setting) as kept:
            kept.save()
    kept.path.with_name("1.json").unlink()
    with folder.begin(setting) as kept:
        assert kept.number == 4


def test_a_session_that_is_over_is_told_again_and_drawn(home: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    done = call(home, "coach", "pig", "--goal", "5", "--players", "Ann,Ben", "--picture", str(picture), typed="6\nh\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann wins 6 : 0 after 1 throw." in done.stdout
    assert picture.stat().st_size > 1000
    assert "No session is unfinished" in call(home, "coach").stdout
    assert "Ann wins 6 : 0 after 1 throw." in call(home, "coach", "--resume", "1").stdout


def test_a_session_belongs_to_one_program_at_a_time(home: Path) -> None:
    folder = SessionFolder(home / "data" / "coach", home / "cache")
    setting = CoachSetting("pig", {}, ("Ann", "Ben"))
    with folder.begin(setting) as one, folder.begin(setting) as other:
        assert (one.number, other.number) == (1, 2)
        one.save()
        with pytest.raises(FileError, match="session 1 is open in another program"), folder.open(1):
            pass
    with folder.open(1) as again:
        assert again.session.names == ("Ann", "Ben")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 1}',
        '{"version": 1, "game": "pig", "rules": {}, "players": ["A", "B"], "manner": "open", "lines": [{"dice": [9]}]}',
        '{"version": 1, "game": "pig", "rules": {}, "players": ["A", "B"], "manner": "loud", "lines": []}',
        '{"version": 1, "game": "chess", "rules": {}, "players": ["A", "B"], "manner": "open", "lines": []}',
        '{"version": 1, "game": "pig", "rules": [], "players": ["A", "B"], "manner": "open", "lines": []}',
    ],
)
def test_a_damaged_session_is_one_line_and_hides_no_other(text: str, home: Path) -> None:
    call(home, "coach", "pig", "--players", "Ann,Ben", typed="4\n")
    (home / "data" / "coach" / "2.json").write_text(text, encoding="utf-8")
    listed = call(home, "coach")
    assert (listed.returncode, listed.stdout.count("\n"), listed.stderr.count("\n")) == (0, 1, 1)
    assert "session 2 is damaged" in listed.stderr
    opened = call(home, "coach", "--resume", "2")
    assert (opened.returncode, opened.stdout, opened.stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize("words", ["coach yahtzee --players Ann,Ben", "rules yahtzee", "advise yahtzee - 33456"])
def test_lines_break_between_words_in_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    terminal = type("Terminal", (io.StringIO,), {"isatty": lambda _: True})()
    whole, narrow = (
        call(home, *words.split(), typed="33456\n?\nq\n", out=out).stdout.replace("Ann> ", "")
        for out in (None, terminal)
    )
    assert max(map(len, whole.splitlines())) > 60 >= max(map(len, narrow.splitlines()))
    assert narrow.split()[:-1] == whole.split()[:-1], "the last word is the number of the session"


def test_a_line_that_was_typed_before_its_prompt_stands_behind_it(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    person, terminal = os.openpty()
    with os.fdopen(person, "wb", 0) as keys, os.fdopen(terminal, encoding="utf-8") as typed:
        keys.write(b"33\n")
        monkeypatch.setattr(sys, "stdin", typed)
        assert read_typed("Ann> ") == "33"
    assert capsys.readouterr().out == "Ann> 33\n"


def test_a_disk_that_is_full_leaves_what_was_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call(home, "coach", "pig", "--players", "Ann,Ben", typed="4\n")
    kept = (home / "data" / "coach" / "1.json").read_bytes()

    def full(path: Path, data: bytes, _: int) -> None:
        raise OSError(28, "No space left on device", str(path), len(data))

    with monkeypatch.context() as patch:
        patch.setattr("robot.files.write_whole", full)
        done = call(home, "coach", "--resume", "1", typed="5\n")
    assert done.returncode == 1
    assert "1.json cannot be written (No space left on device)" in done.stderr
    assert (home / "data" / "coach" / "1.json").read_bytes() == kept
    assert json.loads(kept)["lines"] == [{"dice": [4]}]


def test_own_sheets_are_coached_and_kept_with_their_rules(home: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(PAIRS, encoding="utf-8")
    begun = call(home, "coach", str(own), typed="335\nk 33\nq\n")
    assert (begun.returncode, begun.stderr) == (0, "")
    own.unlink()
    assert "You score 9 in my pair, and have 9." in call(home, "coach", "--resume", "1", typed="3\nmy pair\nq\n").stdout


@pytest.mark.usefixtures("home")
def test_any_name_and_any_line_is_taken() -> None:
    assert main(["coach", "pig", "--players", "Ann\u202e,Zoë 😀", "--script", "/dev/null", "--json"]) == 0
    talk = CoachTalk("yahtzee", "Ann")
    chance = random.Random(7)
    letters = "0123456789 kbruhsp?q-äß😀\t\\{}$\"'\u0663"
    for _ in range(300):
        text = "".join(chance.choice(letters) for _ in range(chance.randint(0, 7)))
        for line in talk.says(text):
            assert "\n" not in line


def test_a_rule_of_thumb_is_told_as_one() -> None:
    talk = CoachTalk("swine-herd", "Ann", "Ben")
    assert not [line for line in talk.begun if "expect" in line]
    said = talk.says("6")
    assert any(line.startswith("Stand, because 6 are up, and the rule of thumb is to stand below ") for line in said)
    assert talk.says("5") == ["First choose whether to stand or to sit down."]
    assert "The rule of thumb goes for standing." in talk.says("sit down")


def test_good_luck_brings_fewer_points_where_the_fewest_are_best() -> None:
    talk = CoachTalk("threes", "you")
    said = talk.says("33333", "33333 h")
    assert "You, luck: 6.3 points better than with average dice." in said
