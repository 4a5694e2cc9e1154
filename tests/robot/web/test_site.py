"""What pages ask of the host beside the game's own questions."""

from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.panel import Panels
from hardware.pushed import PushedCamera
from robot.config import Config, Folders
from robot.errors import RefusedError
from robot.host.status import Phase, Status
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Asked, Event
from robot.match.questions import ANYBODY_THERE, PlainAnswer
from robot.table.hands import HandsTable
from robot.table.live_dice import LiveDice
from robot.web import site as web_site
from robot.web.addresses import Place
from robot.web.input import take
from robot.web.site import Site
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, pig
from tests.support.vision.drawn_dice import ToldReader
from vision.reading import Reading


def test_two_phones_that_say_at_once_that_somebody_is_there_take_nothing_back(tmp_path: Path) -> None:
    quick = Sitting(QuickBooth(), tmp_path / "journal.sqlite")
    host, _ = quick.host(pig("you", "robot"), alone=60.0)
    site = Site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    asked: list[float] = []
    refused: list[RefusedError] = []

    def both(status: Status) -> None:
        question = site.stage.now.question
        if status.phase is Phase.ALONE and question and not asked:
            asked.append(quick.booth.clock.now())
            for near in (True, False):
                try:
                    take(host.desk, {"question": question.number, "answer": "here"}, lambda *_: None, near=near)
                except RefusedError as error:
                    refused.append(error)

    host.book.follow(both)
    host.run()
    assert [type(error) for error in refused] == [RefusedError]
    assert [event.question.topic.kind for event in quick.of(Asked)][-4:] == ["alone", "move", "alone", "wake"]
    assert quick.booth.clock.now() >= asked[0] + 60


def test_the_folder_of_languages_is_read_once_however_many_pages_are_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path | None] = []

    def counted(folder: Path | None) -> tuple[str, ...]:
        asked.append(folder)
        return "en", "de"

    monkeypatch.setattr(web_site, "languages", counted)
    host, _ = Sitting(QuickBooth(), tmp_path / "journal.sqlite").host()
    site = Site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    assert {site.words(name).language.name for name in ("de", "de", "nds", None)} == {"de", "en"}
    assert asked == [tmp_path / "languages"]


def test_a_form_has_the_colours_of_phones_for_the_names_in_it(tmp_path: Path) -> None:
    host, _ = Sitting(QuickBooth(), tmp_path / "journal.sqlite").host()
    site = Site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    for token, name, colour in (("a", "Anna", 1), ("b", "Ben", 3)):
        assert site.seats.sit(token, name, colour)
    assert site.colours_for([]) == list(range(10))
    assert site.colours_for(["Carla", " Anna", "", "Ben"]) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert site.colours_for(["Ben", "Carla"])[:3] == [3, 1, 2]
    assert site.colours_for(["", "Carla", "Anna"])[:4] == [0, 2, 1, 3]
    nonsense: list[object] = [None, "Anna", ["Anna", 7], {"Anna": 1}]
    assert [site.colours_for(one) for one in nonsense] == [list(range(10))] * 4
    assert len(site.colours_for(["x"] * 10_000)) <= 100


@pytest.mark.parametrize("awaits", [True, False])
def test_a_photograph_answers_whether_anybody_is_there_where_one_is_waited_for(tmp_path: Path, *, awaits: bool) -> None:
    host, _ = Sitting(QuickBooth(), tmp_path / "journal.sqlite").host()
    site = Site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    clock = VirtualClock()
    camera = PushedCamera(clock)
    table = HandsTable(ExitStack(), LiveDice(camera, ToldReader(Reading(()))), camera)
    table.awaits = awaits
    read: list[bool] = []

    def photographed(event: Event) -> None:
        if isinstance(event, Asked):
            read.append(site.looks_at(camera.push(np.zeros((48, 64, 3), np.uint8), photograph=True)))

    stand_in: Any = SimpleNamespace(table=table, desk=QuestionDesk(Panels(clock), clock, photographed))
    site.host = stand_in
    given = site.host.desk.ask_for(1.0, ANYBODY_THERE)
    assert read == [not awaits], "nobody has read it where it is waited for"
    assert (given and given.reply) == (PlainAnswer.HERE if awaits else None)
    if table.live and awaits:
        table.live.look()
        assert site.looks_at(clock.now()), "it has been read"
