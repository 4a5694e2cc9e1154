"""Pages that no browser connects to: how many are kept, and for how long."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from nicegui import Client

from hardware.clock import VirtualClock
from robot.host.status import Phase
from robot.web.connections import PAGE_SECONDS, PAGES, PAGES_OF_ADDRESS, PAGES_OF_BROWSER
from tests.support.robot.pages import HERE, PHONE, Pages, PageVisitor, hosted, pages_of
from tests.support.robot.programs import started, until_ready

REQUESTS, MOST_MB = 5000, 300
ELSEWHERE = {"x-forwarded-for": PHONE}
"""By this the server takes a browser of this machine for one of the network."""


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def pages(tmp_path: Path, clock: VirtualClock) -> Iterator[Pages]:
    with hosted(tmp_path) as host, pages_of(host, tmp_path) as served:
        host.book.change(phase=Phase.IDLE)
        served.site.connections.now = clock.now
        yield served


def kept(*pages: Client | None) -> list[bool]:
    return [page in Client.instances.values() for page in pages]


def test_one_phone_that_connects_to_none_of_its_pages_has_a_few(pages: Pages) -> None:
    phone, other = pages.phone(), pages.phone()
    first = other.open().client
    for path in ("/", "/operator", "/no-such-page", "/history/1", "/") * 10:
        phone.ask(path)
    assert len(Client.instances) == PAGES_OF_BROWSER + 1
    assert kept(first, phone.open().client) == [True, True], "others have theirs, and the newest is kept"


def test_the_pages_of_an_address_and_of_all_addresses_have_a_limit(pages: Pages) -> None:
    def crowd(address: str, browsers: int) -> int:
        for _ in range(browsers):
            PageVisitor(pages, address, pages.phone().cookies).ask("/")
        return len(Client.instances)

    assert crowd(PHONE, PAGES_OF_ADDRESS + 2) == PAGES_OF_ADDRESS
    assert [crowd(f"192.0.2.{last}", PAGES_OF_ADDRESS) for last in range(100, 108)][-1] == PAGES


def test_a_page_waits_for_a_slow_phone_and_goes_when_none_has_come(pages: Pages, clock: VirtualClock) -> None:
    slow, none = (pages.phone().open().client for _ in range(2))
    assert slow
    clock.sleep(PAGE_SECONDS)
    pages.call(pages.site.connections.drop_pages)
    slow.environ = {}
    clock.sleep(1)
    pages.call(pages.site.connections.drop_pages)
    assert kept(slow, none) == [True, False]


@pytest.mark.soak
def test_thousands_of_requests_of_one_phone_leave_the_servers_memory_as_it_was(tmp_path: Path) -> None:
    with started("serve", tmp_path, "--host", "0.0.0.0") as (process, address):
        assert process.stderr
        code = next(found[1] for line in process.stderr if (found := re.search(r"the code (\d+)", line)))
        port = int(address.rpartition(":")[2])
        until_ready(f"http://{HERE}:{port}")
        with closing(HTTPConnection(HERE, port)) as phone:
            form = {"content-type": "application/x-www-form-urlencoded"}
            phone.request("POST", "/pair", f"code={code}", ELSEWHERE | form)
            with phone.getresponse() as answer:
                cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
            before = memory_of(process)
            for _ in range(REQUESTS):
                phone.request("GET", "/", headers=ELSEWHERE | cookie)
                with phone.getresponse() as answer:
                    assert (answer.status, b"Pipsqueak" in answer.read()) == (200, True)
        after = memory_of(process)
        process.stderr.close()
    print(f"{before} MB, {after} MB after {REQUESTS:,} requests")
    assert after < MOST_MB


def memory_of(process: "subprocess.Popen[str]") -> int:
    """Return what a process holds of the memory, in MB."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[0]) // 1024
