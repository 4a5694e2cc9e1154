"""What pages ask of the host beside the game's own questions."""

from pathlib import Path

import pytest

from robot.config import Config, Folders
from robot.host.status import Phase, Status
from robot.match.events import Announced
from robot.web import site as web_site
from robot.web.server import Place, make_site
from tests.support.robot.booths import QuickBooth
from tests.support.robot.hosts import Sitting, pig


def test_two_phones_that_say_at_once_that_somebody_is_there_take_nothing_back(tmp_path: Path) -> None:
    quick = Sitting(QuickBooth(), tmp_path / "journal.sqlite")
    host, _ = quick.host(pig("you", "robot"), alone=60.0)
    site = make_site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    asked: list[float] = []

    def both(status: Status) -> None:
        if status.phase is Phase.ALONE and not asked:
            asked.append(quick.booth.clock.now())
            for near in (True, False):
                site.wake(near=near)

    host.book.follow(both)
    host.run()
    assert [event.saying.key for event in quick.of(Announced)] == ["alone", "alone"]
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
    site = make_site(host, Folders(tmp_path, tmp_path, tmp_path), Config(), Place("127.0.0.1", 0))
    assert {site.words(name).language.name for name in ("de", "de", "nds", None)} == {"de", "en"}
    assert asked == [tmp_path / "languages"]
