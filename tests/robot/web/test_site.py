"""What pages ask of the host beside the game's own questions."""

from pathlib import Path

from robot.config import Config, Folders
from robot.host.status import Phase, Status
from robot.match.events import Announced
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
