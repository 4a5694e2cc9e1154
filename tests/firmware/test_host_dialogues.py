"""The host build in the sessions that the simulated board has had too, and at the ends of what it counts and says."""

import pytest

from hardware.sim.lines import seal
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.sessions import played, sessions

pytestmark = pytest.mark.check

SESSIONS = sessions()


@pytest.mark.parametrize("name", SESSIONS)
def test_it_says_in_sessions_what_was_recorded(name: str) -> None:
    with HostBoard() as host:
        assert played(host, SESSIONS[name]) == SESSIONS[name]


def test_seq_begins_again_after_its_greatest(host: HostBoard) -> None:
    for first in range(1, 65536, 1000):
        seqs = range(first, min(first + 1000, 65536))
        sent = host.feed(b"".join(seal(f"@1 {seq} ping") for seq in seqs))
        assert sent == [f"ok {seq} boot=1" for seq in seqs]
    assert host.ask("@1 65535 ping") == "ok 65535 boot=1"
    assert host.ask("@1 2 ping") == "err 2 code=SEQ boot=1"
    assert host.ask("@1 1 ping") == "ok 1 boot=1"


def test_every_reply_at_its_longest_is_whole(host: HostBoard) -> None:
    for seq in range(1, 12):
        host.ask(f"@1 {seq} ping")
    asked = {
        "help verb=set": "lever=0..6 open=500..2500 closed=500..2500 swing=100..1000 idle=0..60000 crawl=100..4000",
        "help": "verbs=hello,ping,stat,home,shake,clamp,rest,light,set,clear,help",
        "set lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000": (
            "lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000"
        ),
    }
    for seq, (line, answer) in enumerate(asked.items(), 12):
        assert host.ask(f"@1 {seq} {line}") == f"ok {seq} boot=1 {answer}"
