"""Pages that no browser connects to: how many are kept, and for how long."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nicegui import Client

from hardware.clock import VirtualClock
from robot.host.status import Phase
from robot.web.connections import PAGE_SECONDS, PAGES_OF_BROWSER
from tests.support.robot.pages import PHONE, Pages, PageVisitor, open_host, pages_of


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def pages(tmp_path: Path, clock: VirtualClock) -> Iterator[Pages]:
    with open_host(tmp_path) as host, pages_of(host, tmp_path) as served:
        host.book.change(phase=Phase.IDLE)
        served.site.connections.now = clock.now
        yield served


def keep(*pages: Client | None) -> list[bool]:
    return [page in Client.instances.values() for page in pages]


def test_a_browser_an_address_and_all_together_have_few_pages(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, first = pages.phone(), pages.phone().open().client
    for path in ("/", "/operator", "/no-such-page", "/history/1", "/"):
        phone.ask(path)
    assert len(Client.instances) == PAGES_OF_BROWSER + 1
    assert keep(first, phone.open().client) == [True, True], "others have theirs, and the newest is kept"
    monkeypatch.setattr("robot.web.connections.PAGES_OF_ADDRESS", 6)
    monkeypatch.setattr("robot.web.connections.PAGES", 8)
    counts = []
    for address in (PHONE, "192.0.2.100", "192.0.2.101"):
        for _ in range(4):
            PageVisitor(pages, address, pages.phone().cookies).ask("/")
        counts.append(len(Client.instances))
    assert counts == [6, 8, 8]


def test_a_page_waits_for_a_slow_phone_and_goes_when_none_has_come(pages: Pages, clock: VirtualClock) -> None:
    slow, none = (pages.phone().open().client for _ in range(2))
    assert slow
    clock.sleep(PAGE_SECONDS)
    pages.call(pages.site.connections.drop_pages)
    slow.environ = {}
    clock.sleep(1)
    pages.call(pages.site.connections.drop_pages)
    assert keep(slow, none) == [True, False]
