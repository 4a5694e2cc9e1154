"""Languages are whole, with the messages of code and of errors, and numbers, names and verbs are right in each."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardware.controller import fault_error
from hardware.dictionary import FAULTS
from hardware.errors import Failure, FaultError
from robot.errors import UsageError
from robot.exhibit.day_book import OWN as REPORT
from robot.games.registry import make_game
from robot.host.status import DEVICES, StatusBook
from robot.language import Language, english, languages
from robot.language.error_messages import REMEDY, ErrorMessage, key_of, what_is_wrong, what_to_do
from robot.language.language import CONTROLS, GAMES, SHIPPED, places
from robot.language.names import name_player
from robot.saying import Saying
from robot.verbs.doctor import examine
from robot.web.game.words import Words
from tests.support.repository import REPOSITORY


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    (tmp_path / "config" / "languages").mkdir(parents=True)
    return tmp_path / "config"


NOT_IN_GAMES = ("selftest-", "study-", "report-", "calibrat", "coach-")
"""How messages begin that no game says; the coach's speak of lines of JSON."""
SINGLE = {
    "en": r"points|turns|views|corners|connections|messages|seconds|pixels|throws left|rounds",
    "de": r"Punkten?|Zügen?|Ansichten|Ecken|Verbindungen|Nachrichten|Sekunden|Würfen?|Runden",
    "es": r"puntos|turnos|vistas|esquinas|conexiones|mensajes|segundos|píxeles|tiradas|rondas",
}

"""What no single thing is called."""

FRACTIONS = {
    *("advise-points", "advise-turns"),
    *(f"why-{key}" for key in ("worth-points", "worth-end", "worth-turns", "costs", "costs-by", "misses", "misses-by")),
    *(f"{of}-{unit}" for of in ("rating", "mistakes") for unit in ("points", "points-level", "fewest", "turns")),
    *(f"why-{key}" for key in ("cost-points", "cost-fewest", "cost-turns", "part-aside", "part-come", "part-turn")),
}
CONSTANT = {*FRACTIONS, "rules-big-pig-3", "rules-pass-the-pigs-3", "rules-sheet-column-bonus"}

"""Messages whose numbers have decimals, or which the rules of a game fix, none 1, or with several in a place."""

GIVEN = re.compile(r'(?<!words\()"(fault-[a-z-]+)"')

"""A key of an error that has no number."""

ROOMS = ("robot", "solver", "vision")


def keys() -> list[str]:
    """Return the keys of all that a game can meet: firmware is written by a command alone."""
    files = [file for room in ROOMS for file in (REPOSITORY / room).rglob("*.py")]
    raised = {key for file in files for key in GIVEN.findall(file.read_text(encoding="utf-8"))}
    numbered = [failure.message_key for failure in Failure if failure.number // 100 != 6]
    return [*numbered, *sorted(raised), *(fault.message_key for fault in FAULTS.values())]


@pytest.mark.parametrize("name", languages())
def test_a_language_that_comes_along_has_every_message_once_and_no_place_that_nothing_fills(name: str) -> None:
    assert Language(name).holes() == ()
    files = [SHIPPED / f"{name}.ftl", *GAMES.rglob(f"{name}.ftl")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    keys = re.findall(r"^([a-z][a-z0-9-]*) =", text, re.MULTILINE)
    assert len(keys) == len(set(keys))
    assert set(keys) == places(english().files).keys()


def test_a_language_that_lacks_a_message_or_fills_other_places_has_holes(tmp_path: Path) -> None:
    (tmp_path / "nl.ftl").write_text("throw = Worp { $throw } …\nname-you = jij { $x }\nstands = Nee.\n")
    holes = Language("nl", tmp_path).holes()
    assert "name-you" in holes
    assert "begin" in holes
    assert not {"throw", "stands"} & set(holes)


def test_keys_in_the_code_are_keys_of_the_files() -> None:
    known = places(english().files)
    for path in (REPOSITORY / "robot").rglob("*.py"):
        for key in re.findall(r'(?:Saying|\.say)\(\s*"([a-z0-9-]+)"', path.read_text(encoding="utf-8")):
            assert key in known, f"{path.name}: {key}"


def test_a_sentence_begins_with_a_capital_whatever_its_subject() -> None:
    position = make_game("pig", {}).begin(2)
    move = make_game("pig", {}).robot("optimal", None).decide(position)[0]
    for name in ("de", "es"):
        for player in ("you", "you 2", "robot", "robot:optimal 2", "Anna"):
            said = Language(name).say(position.describe_throw(player, move, (3,)))
            assert said[0].isupper(), said


@pytest.mark.parametrize(
    ("name", "player", "said"),
    [
        ("de", "you", "Du wirfst 3, bisher 3 in diesem Zug."),
        ("de", "Anna", "Anna wirft 3, bisher 3 in diesem Zug."),
        ("es", "you", "Sacas 3 y llevas 3 en este turno."),
        ("es", "robot:hold20", "Robot (se planta con 20) saca 3 y lleva 3 en este turno."),
        ("es", "{ $total } <b>", "{ $total } <b> saca 3 y lleva 3 en este turno."),
    ],
)
def test_verbs_agree_and_names_stay_names(name: str, player: str, said: str) -> None:
    position = make_game("pig", {}).begin(2)
    move = make_game("pig", {}).robot("optimal", None).decide(position)[0]
    assert Language(name).say(position.describe_throw(player, move, (3,))) == said


@pytest.mark.parametrize("name", languages())
def test_a_kind_of_machine_has_words_of_its_own(name: str, tmp_path: Path) -> None:
    assert {Language(name, None, machine).say(Saying("calibrate-dice")) for machine in ("", "crank")} == {
        Language(name).say(Saying("calibrate-dice"))
    }
    (tmp_path / "nl.ftl").write_text("calibrate-dice = leg stenen\n", encoding="utf-8")
    assert Language("nl", tmp_path, "boxes").say(Saying("calibrate-dice")) == "leg stenen", "rather than English"
    own = Language(name, None, "boxes")
    assert own.say(Saying("calibrate-dice")) == Language(name).say(Saying("calibrate-dice-boxes"))
    assert own.say(Saying("name-you")) == Language(name).say(Saying("name-you"))


def words_of(name: str) -> dict[str, str]:
    """Return the messages of a language without the names of their places."""
    said = re.findall(r"^([a-z][\w-]*) = (.*(?:\n[ }].*)*)", (SHIPPED / f"{name}.ftl").read_text("utf-8"), re.MULTILINE)
    return {key: re.sub(r"\{ [$a-z][\w-]* \}|\{ NUMBER\([^)]*\) \}|\$\w+", "", text) for key, text in said}


@pytest.mark.parametrize("name", [name for name in languages() if name != "en"])
def test_messages_are_translated(name: str) -> None:
    own = words_of(name)
    english_words = ((key, text) for key, text in words_of("en").items() if len(re.findall("[a-z]{3,}", text)) > 1)
    assert [key for key, text in english_words if own[key] == text] == []


@pytest.mark.parametrize(
    ("name", "well"),
    [("en", r"(?<!as )\bwells?\b(?! played)"), ("de", r"\b(Fach|Fächern?|Mulden?)\b"), ("es", r"\bhuecos?\b")],
)
def test_whoever_plays_with_boxes_hears_of_no_wells(name: str, well: str) -> None:
    words = words_of(name)
    others = [key for key in words if f"{key}-boxes" not in words and not key.startswith(NOT_IN_GAMES)]
    assert len(others) > 1000
    assert [key for key in others if re.search(well, words[key], re.IGNORECASE)] == []


def test_numbers_and_lists_are_written_as_the_language_does() -> None:
    percent = Saying("percent", {"percent": 61.25})
    assert [Language(name).say(percent) for name in ("en", "de", "es")] == ["61.25 %", "61,25 %", "61,25 %"]
    names = Saying("ask-agree", {"names": ("Ana", "Bea", "Inés")})
    assert Language("es").say(names).startswith("Ana, Bea e Inés:")
    assert Language("de").say(names).startswith("Ana, Bea und Inés:")
    many = Saying("pig-throw", {"name": "Anna", "values": (6,), "total": 12345})
    assert "12345" in Language("de").say(many)


def test_own_words_go_before_those_that_come_along_and_english_fills_holes(tmp_path: Path) -> None:
    (tmp_path / "de.ftl").write_text("stands = Nix da.\n", encoding="utf-8")
    (tmp_path / "nds.ftl").write_text("stands = Nee.\n", encoding="utf-8")
    assert languages(tmp_path) == ("en", "de", "es", "nds")
    assert Language("de", tmp_path).say(Saying("stands")) == "Nix da."
    assert Language("de", tmp_path).say(Saying("name-you")) == "du"
    low = Language("nds", tmp_path)
    assert low.say(Saying("stands")) == "Nee."
    assert low.say(Saying("name-you")) == "you"
    assert low.say(Saying("box-of-mine", {}, "my box")) == "my box"


def test_a_message_that_asks_for_what_nobody_gives_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "nl.ftl").write_text("throw = Worp { $wat }\n", encoding="utf-8")
    assert Language("nl", tmp_path).say(Saying("throw", {"throw": 3})) == "Throw 3 …"


def test_a_file_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "nl.ftl").write_text("throw = { $throw\nstands Nee\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"nl\.ftl is not a language file near 'throw = ") as error:
        Language("nl", tmp_path)
    assert "\n" not in str(error.value)
    (tmp_path / "fr.ftl").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be used"):
        Language("fr", tmp_path)
    with pytest.raises(UsageError, match="there is no language 'dee': choose en, de, es"):
        Language("dee")


def test_the_doctor_names_holes_and_broken_files(home: Path) -> None:
    from robot.table.choice import TableChoice

    def find() -> tuple[str, str]:
        (finding,) = [one for one in examine(TableChoice(table="/dev/nowhere")) if one.device == "language"]
        return finding.state, finding.words

    assert find()[0] == "ok"
    (home / "languages" / "nl.ftl").write_text("stands = Nee.\n")
    state, words = find()
    assert state == "absent"
    assert "nl lacks " in words
    (home / "languages" / "nl.ftl").write_text("stands Nee.\n")
    assert find()[0] == "fault"


@pytest.mark.parametrize("name", languages())
def test_every_box_fits_its_card(name: str) -> None:
    from robot.games.sheet.board import LABEL

    language = Language(name)
    for key in places(english().files):
        if key.startswith("card-") and key != "card-own":
            assert len(language.say(Saying(key, {"bonus": 35}))) <= LABEL, key


@pytest.mark.parametrize("name", languages())
def test_who_shows_a_message_names_what_people_press(name: str) -> None:
    language, agree = Language(name), Saying("ask-agree", {"names": ("Ann", "Ben")})
    assert "HOLD (h)" in language.say(agree)
    other = language.name_controls({"hold": "the green one", "roll": "", "new": ""})
    assert "the green one" in other.say(agree)
    assert "HOLD" not in other.say(agree)
    assert "HOLD (h)" in language.say(agree), "the language itself is as before"
    assert language.presses(agree)
    assert language.presses(Saying("list", {"most": "a", "last": agree}))
    assert not language.presses(Saying("list", {"most": "a", "last": "b"}))


@pytest.mark.parametrize(
    ("name", "none", "one", "two"),
    [
        ("en", "0\u00a0rounds", "1\u00a0round", "2\u00a0rounds"),
        ("de", "0\u00a0Runden", "1\u00a0Runde", "2\u00a0Runden"),
        ("es", "0\u00a0rondas", "1\u00a0ronda", "2\u00a0rondas"),
    ],
)
def test_on_screens_numbers_keep_to_words_and_scripts_have_spaces(name: str, none: str, one: str, two: str) -> None:
    language = Language(name)
    for turns, said in enumerate((none, one, two)):
        saying = Saying("title-skunk", {"turns": turns})
        assert said in language.on_screens().say(saying)
        assert said.replace("\u00a0", " ") in language.say(saying)
    assert (
        language.on_screens()
        .name_controls({"hold": "H", "roll": "R", "new": "N"})
        .say(Saying("percent", {"percent": 5}))
        .endswith("\u00a0%")
    )


@pytest.mark.parametrize("name", languages())
def test_one_thing_is_never_called_by_the_word_for_several(name: str) -> None:
    language = Language(name)
    for key, names in places(language.files).items():
        said = language.say(Saying(key, dict.fromkeys(names, 1)))
        assert key in CONSTANT or not re.search(rf"(?<![\d.,:])1 (?:{SINGLE[name]})\b", said), f"{key}: {said}"


@pytest.mark.parametrize(
    ("name", "foreign"),
    [("en", r"\b[Rr]oll(s|ed|ing)?\b"), ("de", r"[Ww]ürfl|[Ww]ürfelst|würfelt\b"), ("es", r"[Ll]anz(a|o|as|ar)\b")],
)
def test_a_throw_has_one_word_in_all_messages(name: str, foreign: str) -> None:
    table = {"page-throwing", "coach-refused-line"}  # dice roll, and a line of JSON keeps its keys
    language = Language(name).name_controls(dict.fromkeys(CONTROLS, "X"))
    for key, names in places(language.files).items():
        said = language.say(Saying(key, dict.fromkeys(names, 2)))
        assert key in table or not re.search(foreign, said), f"{key}: {said}"


@pytest.mark.parametrize(
    ("robot", "shown"),
    [
        ("robot:hold20", "robot (holds at 20)"),
        ("robot:careless:0.1", "robot (careless)"),
        ("robot:dice1", "robot (always 1 die)"),
        ("robot:botzee-4.02 2", "robot (by rules of thumb) 2"),
        ("robot:optimal", "robot (perfect)"),
    ],
)
def test_people_read_how_a_robot_plays(robot: str, shown: str) -> None:
    said = name_player(robot)
    assert isinstance(said, Saying)
    assert english().say(said) == shown


@pytest.mark.parametrize("name", languages())
def test_every_error_that_people_can_meet_has_words_and_a_remedy_of_its_own(name: str) -> None:
    language = Language(name)
    known = places(language.files)
    assert len(keys()) == len(set(keys())) > 50
    for key in keys():
        trouble = ErrorMessage("", "", key)
        for saying in (replace(say(trouble), english=None) for say in (what_is_wrong, what_to_do)):
            assert saying.key in known, f"{name}.ftl: {saying.key}"
            if name != "en":
                assert language.say(saying) != english().say(saying), saying.key


def test_no_words_are_left_of_errors_that_are_gone() -> None:
    said = {key.removesuffix(REMEDY) for key in places(english().files) if key.startswith("fault-")}
    assert said == set(keys())


def test_keys_are_data_and_no_error_speaks_by_the_words_of_another_kind() -> None:
    assert key_of(Failure.CAMERA_LOST.error("the cap is on")) == "fault-camera-lost"
    assert type(Failure.FAULT.error("the lid is open")) is FaultError
    assert key_of(OSError(5, "gone")) == key_of(Failure.FLASH.error("gone")) == ""
    assert len({failure.number for failure in Failure}) == len(Failure)


def test_two_errors_never_differ_by_their_remedy_alone() -> None:
    for name in languages():
        language = Language(name)
        found = [language.say(Saying(key)) + language.say(Saying(f"{key}{REMEDY}")) for key in keys()]
        same = {text for text in found if found.count(text) > 1}
        assert not same, name


@pytest.mark.parametrize("number", list(FAULTS))
def test_a_fault_of_the_board_is_described_by_its_number(number: int) -> None:
    fault = fault_error(number)
    key = key_of(fault)
    assert key == FAULTS[number].message_key
    found = (english().say(Saying(key)), english().say(Saying(f"{key}{REMEDY}")))
    trouble = ErrorMessage.of(fault)
    assert (trouble.what, trouble.remedy) == found, "nobody at a table knows the numbers of faults"
    assert Words(english()).trouble(trouble).lower() == ": ".join(found).lower()


def test_an_error_s_own_english_words_stay_and_others_read_theirs() -> None:
    trouble = ErrorMessage.of(Failure.PORT_CHOICE.error("there are /dev/ttyACM0 and /dev/ttyACM1", "name one of them"))
    assert english().say(what_is_wrong(trouble)) == "there are /dev/ttyACM0 and /dev/ttyACM1"
    assert english().say(what_to_do(trouble)) == "name one of them"
    assert (
        Words(Language("de")).trouble(trouble)
        == "Mehrere Steuerungen sind angeschlossen: nenne den Anschluss der Steuerung des Tisches"
    )
    lost = Words(Language("es")).error(Failure.CAMERA_LOST.error("gone"))
    assert lost == "Se ha perdido la conexión con la cámara: vuelve a enchufarla"


def test_an_error_without_words_is_described_in_english() -> None:
    nobody = ErrorMessage.of(RuntimeError("the moon is full: wait a day"))
    assert nobody.key == ""
    assert Words(Language("de")).trouble(nobody) == "The moon is full: wait a day"


def test_every_device_of_the_status_has_a_name() -> None:
    listened = {"voice", "game", "page", "screen", "corrections", REPORT}
    for name in languages():
        known = places(Language(name).files)
        for device in (*(device for device, _ in DEVICES), *listened):
            assert f"page-device-{device}" in known


def test_the_status_keeps_the_key_beside_the_english_words() -> None:
    book = StatusBook(lambda: datetime.now(UTC))
    device = book.fault("camera", Failure.CAMERA_LOST.error("the camera /dev/video0 is gone"))
    assert (device.what, device.key) == ("the camera /dev/video0 is gone", Failure.CAMERA_LOST.message_key)
    assert book.now.faults[0].key == device.key
    assert "key" not in device.to_json()
