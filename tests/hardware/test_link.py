"""The link against boards that say what a test wants: repeats, hellos, echoes, and boards that do not fit."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict

import pytest

from hardware.clock import SystemClock, VirtualClock
from hardware.dictionary import DICTIONARY_CRC, HELLO_SECONDS, PROTOCOL_VERSION, REPLY_SECONDS, Dictionary, dictionary
from hardware.errors import Failure, NoReplyError, OutcomeUnknownError
from hardware.link import Link, LinkTiming
from hardware.sim.board import SimulatedBoard
from hardware.sim.lines import seal
from hardware.transport import SerialTransport
from tests.support.hardware.boards import board_at_port, controller_of
from tests.support.hardware.campaign import NOISE, run_campaign
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingMechanics

PATIENCE = 60.0
"""Seconds in which a board's thread has answered even on a busy machine."""


class ScriptedBoard:
    """A transport that answers what a test says, and the clock on which a link waits for that."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.answer = answer
        self.clock = VirtualClock()
        self.sent: list[bytes] = []
        self.waiting = b""

    def write(self, data: bytes) -> None:
        self.sent.append(data)
        self.waiting += self.answer(data)

    def read(self, timeout: float) -> bytes:
        data, self.waiting = self.waiting, b""
        if not data:
            self.clock.sleep(timeout)
        return data

    def close(self) -> None:
        self.waiting = b""


class Greeting(TypedDict, total=False):
    """What a board may say of itself."""

    boot: int
    last: int
    protocol: int


def greeting(
    line: bytes, *, boot: int = 9, last: int = 0, protocol: int = PROTOCOL_VERSION, dictionary: str = DICTIONARY_CRC
) -> bytes:
    nonce = line.split()[1].decode("ascii")
    return seal(
        f"ok {nonce} boot={boot} last={last} protocol={protocol} dictionary={dictionary} firmware=x reset=power"
    )


def make_link(answer: Callable[[bytes], bytes], words: Dictionary | None = None) -> tuple[Link, ScriptedBoard]:
    script = ScriptedBoard(answer)
    return Link(script, script.clock, random.Random(1), words=words), script


def test_hello_tells_who_answers() -> None:
    link, board = make_link(lambda line: greeting(line, boot=3, last=17))
    hello = link.hello()
    assert (hello.boot, hello.last, hello.protocol) == (3, 17, PROTOCOL_VERSION)
    assert (hello.firmware, hello.reset) == ("x", "power")
    assert len(board.sent) == 1


def test_hello_is_repeated_with_new_nonces_until_its_time_is_up() -> None:
    link, script = make_link(lambda line: b"")  # noqa: ARG005
    with pytest.raises(NoReplyError, match="does not answer"):
        link.hello()
    assert script.clock.now() == pytest.approx(HELLO_SECONDS, abs=REPLY_SECONDS)
    assert len(script.sent) == pytest.approx(HELLO_SECONDS / REPLY_SECONDS, abs=1)
    assert len(set(script.sent)) == len(script.sent)


def test_an_answer_to_an_older_hello_does_not_count() -> None:
    lines: list[bytes] = []

    def late(line: bytes) -> bytes:
        lines.append(line)
        return greeting(lines[-2], last=5) if len(lines) == 2 else greeting(line, last=6) if len(lines) > 2 else b""

    assert make_link(late)[0].hello().last == 6


def test_a_board_that_boots_slowly_is_found() -> None:
    tries = iter(range(100))
    link, _ = make_link(lambda line: greeting(line) if next(tries) > 7 else b"\x00\xffboot")
    assert link.hello().boot == 9


@pytest.mark.parametrize(
    "answer",
    [
        lambda line: bytes(range(256)),  # noqa: ARG005
        lambda line: b"$GPGGA,123519,4807.038,N*47\r\n",  # noqa: ARG005
        lambda line: line,
        lambda line: b"x" * 500,  # noqa: ARG005
        lambda line: seal(f"ok {line.split()[1].decode()} boot=1 protocol={PROTOCOL_VERSION}"),
        lambda line: b"echo:Unknown command\r\nok\r\n",  # noqa: ARG005
        lambda line: b"\xf8\x00\xf8\x80\xfe",  # noqa: ARG005
        lambda line: b"ok 1 boot=9*FFFF\n",  # noqa: ARG005
    ],
    ids=["bytes", "gps", "echo", "endless", "other", "printer", "other speed", "wrong CRC"],
)
def test_what_answers_otherwise_is_no_board(answer: Callable[[bytes], bytes]) -> None:
    link, _ = make_link(answer)
    with raises(Failure.NO_BOARD, match="not as a Pipsqueak board"):
        link.hello()


@pytest.mark.parametrize(
    ("protocol", "words"), [(PROTOCOL_VERSION + 1, "install the package"), (2, "pipsqueak machine flash")]
)
def test_another_protocol_version(protocol: int, words: str) -> None:
    link, _ = make_link(lambda line: greeting(line, protocol=protocol, dictionary="FFFF"))
    with raises(Failure.PROTOCOL_VERSION, match=words) as caught:
        link.hello()
    assert f"uses protocol {protocol}" in str(caught.value)


@pytest.mark.parametrize(("mine", "other"), [("crank", "boxes"), ("boxes", "crank")])
def test_a_board_of_the_other_kind_of_machine(mine: str, other: str) -> None:
    link, _ = make_link(lambda line: greeting(line, dictionary=dictionary(other).number), words=dictionary(mine))
    with raises(Failure.OTHER_KIND) as caught:
        link.hello()
    assert str(caught.value) == (
        f"the board drives the machine '{other}', not '{mine}'; run 'pipsqueak data config set machine "
        f"{other}', or write its firmware with "
        f"'pipsqueak machine flash --machine {mine}'"
    )


def test_another_dictionary() -> None:
    link, _ = make_link(lambda line: greeting(line, dictionary="BEEF"))
    with raises(Failure.DICTIONARY, match="BEEF"):
        link.hello()


class Deaf:
    """A board that hears nothing of the first four copies of a command, then answers hello with `hello`."""

    def __init__(self, hello: Greeting) -> None:
        self.deaf, self.hello, self.greeted = 4, hello, False

    def __call__(self, line: bytes) -> bytes:
        if b"hello" in line:
            fresh, self.greeted = not self.greeted, True
            return greeting(line) if fresh else greeting(line, **self.hello)
        self.deaf -= 1
        return seal("ok 1 boot=9") if self.deaf < 0 else b""


def test_the_same_line_is_sent_three_times_more_then_hello() -> None:
    link, board = make_link(Deaf({"last": 1}))
    assert link.command("shake").ok
    assert [b"hello" in line for line in board.sent] == [True, False, False, False, False, True, False]
    assert len({line for line in board.sent if b"hello" not in line}) == 1


def test_a_command_that_was_not_taken_is_sent_again_as_it_was() -> None:
    link, board = make_link(Deaf({"last": 0}))
    assert link.command("shake").ok
    assert len({line for line in board.sent if b"hello" not in line}) == 1


@pytest.mark.parametrize("hello", [{"boot": 10}, {"boot": 10, "last": 1}, {"last": 2}, {"last": 65535}])
def test_an_outcome_that_nobody_knows(hello: Greeting) -> None:
    link, _ = make_link(Deaf(hello))
    with pytest.raises(OutcomeUnknownError):
        link.command("shake")


def test_after_a_reset_the_link_goes_on_with_the_new_board() -> None:
    boot = [9]

    def answer(line: bytes) -> bytes:
        if b"hello" in line:
            return greeting(line, boot=boot[0])
        seq = line.split()[1].decode("ascii")
        return seal(
            f"ok {seq} boot={boot[0]}" if line.startswith(b"@%d " % boot[0]) else f"err {seq} code=BOOT boot=10"
        )

    link, board = make_link(answer)
    assert link.command("ping").ok
    boot[0] = 10
    with pytest.raises(OutcomeUnknownError, match="reset"):
        link.command("shake")
    assert link.command("ping").ok
    assert board.sent[-1].startswith(b"@10 1 ping")


def test_silence_is_an_unknown_outcome_of_a_motion_alone() -> None:
    for verb, error in (("home", OutcomeUnknownError), ("light", NoReplyError)):
        greeted = iter([True])
        link, _ = make_link(lambda line, greeted=greeted: greeting(line) if next(greeted, False) else b"")  # type: ignore[misc]
        with pytest.raises(error):
            link.command(verb)
        assert not link.alive


def test_echoes_of_other_lines_are_not_believed() -> None:
    echoes = b"".join(
        map(
            seal, ["ok 7 boot=9 a=1", "ok 1 boot=8 a=2", "err 1 code=BUSY boot=8", "evt done boot=9 verb=home shakes=0"]
        )
    )
    link, _ = make_link(lambda line: greeting(line) if b"hello" in line else echoes + seal("ok 1 boot=9 a=3"))
    assert link.command("stat").keys == {"a": "3"}


def test_a_seq_that_an_older_line_has_taken_is_left_to_it() -> None:
    hellos = iter([0, 1, 1])

    def answer(line: bytes) -> bytes:
        if b"hello" in line:
            return greeting(line, last=next(hellos))
        return seal("err 1 code=SEQ boot=9") if line.startswith(b"@9 1 ") else seal("ok 2 boot=9")

    link, _ = make_link(answer)
    assert link.command("light", left=1, right=1).seq == 2


def test_after_the_greatest_seq_comes_1() -> None:
    seqs: list[bytes] = []

    def answer(line: bytes) -> bytes:
        if b"hello" in line:
            return greeting(line, last=65534)
        seqs.append(line.split()[1])
        return seal(f"ok {seqs[-1].decode()} boot=9")

    link, _ = make_link(answer)
    for _ in range(3):
        link.command("ping")
    assert seqs == [b"65535", b"1", b"2"]


def test_lines_that_come_in_pieces_and_lines_without_end() -> None:
    def answer(line: bytes) -> bytes:
        return greeting(line) if b"hello" in line else b"x" * 300 + b"\n" + seal("ok 1 boot=9")

    class Pieces(ScriptedBoard):
        def read(self, timeout: float) -> bytes:
            data = super().read(timeout)
            self.waiting = data[7:]
            return data[:7]

    script = Pieces(answer)
    link = Link(script, script.clock, random.Random(1))
    assert link.command("ping").ok


def test_a_board_that_is_unplugged() -> None:
    with board_at_port(RecordingMechanics()) as (_, port):
        link = Link(SerialTransport(port.name), SystemClock(), random.Random(1), LinkTiming(hello=PATIENCE))
        link.hello()
        port.close()
        with raises(Failure.PORT_LOST, match="plug the cable in again"):
            link.command("stat")
        link.close()


class WatchedBoard(SimulatedBoard):
    """A board that says what was done to it."""

    resets = stopped = 0

    def __init__(self, seed: int) -> None:
        self.mechanics = RecordingMechanics()
        super().__init__(self.mechanics, VirtualClock(), replace(NOISE, reset=0.004), seed)

    def reset(self, cause: str = "external") -> None:
        self.resets += 1
        super().reset(cause)

    @property
    def shakes(self) -> int:
        return len(self.mechanics.shaken)

    @property
    def moves(self) -> int:
        return self.shakes + len(self.mechanics.homes)

    def note_stops(self, *_: object) -> None:
        self.stopped = len(self.mechanics.stops)

    def check(self, verb: str, wells: frozenset[int], lights: tuple[bool, bool]) -> None:
        assert len(self.mechanics.stops) == self.stopped
        assert self.mechanics.clamped == wells or verb != "clamp"
        assert self.mechanics.lights == lights or verb != "lights"


@pytest.mark.parametrize(
    ("seed", "commands", "resets"),
    [(11, 1_000, 1), *(pytest.param(seed, 20_000, 201, marks=pytest.mark.soak) for seed in range(4))],
)
def test_campaign(seed: int, commands: int, resets: int) -> None:
    board = WatchedBoard(seed)
    with controller_of(board, board._clock, seed=seed) as controller:
        run_campaign(controller, board, board.note_stops, commands, seed=seed, resets=resets)
