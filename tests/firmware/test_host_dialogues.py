"""The host build against the dialogues of the wire, and in sessions beside the simulated board."""

import re
from collections.abc import Iterator
from typing import Any, Protocol

import pytest

from hardware.sim.lines import seal
from tests.support.firmware.host_board import HostBoard
from tests.support.firmware.simulated_board import SimulatedCore
from tests.support.firmware.vectors import vectors


class DialogueBoard(Protocol):
    """What both boards can do."""

    def feed(self, data: bytes) -> list[str]: ...
    def wait(self, milliseconds: int) -> list[str]: ...
    def lid(self, closed: bool) -> list[str]: ...
    def estop(self, pressed: bool) -> list[str]: ...
    def reset(self, cause: str) -> list[str]: ...


@pytest.fixture
def host() -> Iterator[HostBoard]:
    with HostBoard() as made:
        made.reset("power")
        yield made


@pytest.mark.parametrize("vector", vectors("dialogue"), ids=lambda vector: str(vector["name"]))
def test_dialogues(vector: dict[str, Any], host: HostBoard) -> None:
    for step in vector["steps"]:
        if "wait" in step:
            host.wait(step["wait"])
            continue
        sent = [line for line in host.feed(step["send"].encode("latin-1")) if not line.startswith("evt")]
        assert len(sent) == len(step["replies"]), (step, sent)
        for expected, reply in zip(step["replies"], sent, strict=True):
            assert re.fullmatch(re.escape(expected).replace(r"=\*", r"=[^ ]+"), reply), (step["send"], reply)


SESSIONS = {
    "a shake": "hello;home;+2000;shake ms=1000 rock=0;+10;home;stat;+2500;stat",
    "a shake cut short by stop": "hello;home;+2000;shake;+500;!;stat;shake;clear fault=1;shake;home;+2000;stat",
    "a lost lease": "@0 5 hello;@1 1 home;+1200;@1 2 shake ms=5000;+1499;@1 2 shake ms=5000;+1499;stat;+1;stat",
    "a shake cut short by reset": "hello;home;light left=100 right=100;+2000;shake;+250;reset watchdog;stat;home",
    "levers stopped halfway": "hello;clamp wells=123;+2500;clamp wells=345;+100;stat;!;stat;clear fault=1;stat",
    "levers kept": "hello;clamp wells=12;+2500;stat;clamp wells=2;+2500;stat;clamp wells=0;+2500;stat",
    "lid": "hello;home;+2000;stat;lid 0;stat;home;clear fault=3;reset external;stat;lid 1;clear fault=3;stat",
    "emergency stop": "hello;home;+2000;estop 1;stat;home;clear fault=2;reset external;stat;estop 0;clear fault=2;stat",
    "lid while it shakes": "hello;home;+2000;shake;+300;lid 0;stat;lid 1;stat;clear fault=3;stat;shake",
    "both switches": "estop 1;lid 0;reset power;stat;clear fault=3;estop 0;clear fault=2;lid 1;clear fault=3;stat",
    "two stops": "!;!;stat;clear fault=1;!;stat",
    "a question in a line": "sta?t;hel!lo;stat;?",
    "a session outlives its motion": "@0 9 hello;@1 1 clamp wells=5;+1400;@1 2 ping;+2999;home;+1;hello;home",
    "a dead session is woken by hello alone": "@0 9 hello;+3000;@1 1 ping;@1 2 home;@1 2 home;@1 3 hello;@1 4 home",
    "a repeated hello begins no session": "@1 1 hello;+3000;@1 1 hello;@1 2 home;@0 1 hello;@1 3 home",
    "settings at a reset": "set swing=500 idle=0;set lever=3 open=700;set lever=3;reset brownout;set lever=3",
    "lights outlast faults": "light left=7 right=93;!;stat;light left=100 right=0;stat;reset unknown;stat",
    "counted shakes": "hello;home;+2000;shake ms=300 ramp=50;+1900;shake ms=300 ramp=50;+1900;stat",
}


def play(board: DialogueBoard, session: str) -> list[str]:
    """Return all that a board says in a session, the moments of its events aside."""
    board.reset("power")
    said = []
    for step in session.split(";"):
        word, _, rest = step.partition(" ")
        if step.startswith("+"):
            sent = board.wait(int(step))
        elif word == "reset":
            sent = board.reset(rest)
        elif word in {"lid", "estop"}:
            sent = board.lid(rest == "1") if word == "lid" else board.estop(rest == "1")
        elif step == "!":
            sent = board.feed(b"!")
        else:
            sent = board.feed(seal(step) if step.startswith("@") else f"{step}\n".encode("ascii"))
        said += [step, *(re.sub(r"firmware=\S+", "firmware=*", line) for line in sent)]
    return said


@pytest.mark.parametrize("name", SESSIONS)
def test_sessions_are_those_of_the_simulated_board(name: str) -> None:
    with HostBoard() as host:
        assert play(host, SESSIONS[name]) == play(SimulatedCore(), SESSIONS[name])


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
        "help": "verbs=hello,ping,stat,home,shake,clamp,light,set,clear,help",
        "set lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000": (
            "lever=6 open=2500 closed=2500 swing=1000 idle=60000 crawl=4000"
        ),
    }
    for seq, (line, answer) in enumerate(asked.items(), 12):
        assert host.ask(f"@1 {seq} {line}") == f"ok {seq} boot=1 {answer}"
