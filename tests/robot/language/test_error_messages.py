"""Whatever people can meet that went wrong is told in their language, with what to do about it."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from hardware.controller import fault_error
from hardware.dictionary import FAULTS
from hardware.errors import Failure, FaultError
from robot.exhibit.day_book import OWN as REPORT
from robot.host.status import DEVICES, StatusBook
from robot.language import Language, english, languages
from robot.language.error_messages import REMEDY, ErrorMessage, key_of, what_is_wrong, what_to_do
from robot.language.language import places
from robot.saying import Saying
from robot.web.game.words import Words
from tests.support.repository import REPOSITORY

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
