"""The firmware's binary in simavr: what goes in and what comes out, each with its cycle."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from hardware.closing import Closing
from hardware.sim.lines import checksum, seal
from hardware.twin.board import Lockstep
from hardware.twin.runner import CLOCK, EVENT, Cause, EventKind, Events, Stop
from tests.support.firmware.build import build
from tests.support.firmware.crank_model import CrankModel
from tests.support.firmware.probed_runner import BYTE_CYCLES, ProbedRunner
from tests.support.requirements import needs_file

BOOT_SECONDS = 0.1
PATIENCE_SECONDS = 0.1
QUIET_MS = 8
"""A board that has said nothing for so long has no more to say."""
MS = CLOCK // 1000
US = CLOCK // 1_000_000


def make_runner(program: str = "pipsqueak.elf") -> ProbedRunner:
    """Return a new board with a program of the build folder, built as its runner is."""
    needs_file(Path("/usr/include/simavr/sim_avr.h"), "libsimavr-dev")
    return ProbedRunner(build("runner"), build(program, "avr-gcc", "avr-objcopy"))


@dataclass(frozen=True, slots=True)
class Sent:
    """A line of the board: its text without CRC, the cycles when its first byte began and its last one ended."""

    text: str
    begin: int
    end: int


class BinaryBench(Closing):
    """A board with a crank; in a with-block. Typed lines are asked as they are, framed ones get their CRC."""

    def __init__(
        self, crank: CrankModel | None = None, runner: ProbedRunner | None = None, *, boot: bool = True
    ) -> None:
        self.runner = runner or make_runner()
        self.crank = crank or CrankModel()
        self.board = Lockstep(self.runner, self.crank, listen=self._keep)
        self._kept: dict[int, list[Events]] = {kind: [] for kind in EventKind}
        self._lines: list[Sent] = []
        self._half: list[tuple[int, int, int]] = []
        self._free = 0
        self._seq = 0
        self.boot = 1
        if boot:
            self.run(BOOT_SECONDS)

    @property
    def now(self) -> int:
        return self.runner.cycle

    def run(self, seconds: float) -> None:
        """Let time go by."""
        self.board.advance(self.now + round(seconds * CLOCK))

    def send(self, data: bytes | str, at: int = 0) -> int:
        """Send bytes from cycle `at` on, one after another; return when the last one's stop bit ends."""
        data = data.encode("latin-1") if isinstance(data, str) else data
        begin = max(at, self.now, self._free)
        self.runner.feed(data, begin)
        # the runner never begins a byte before the one before it has ended, so late sums do not matter
        self._free = begin + round(len(data) * BYTE_CYCLES)
        return self._free

    def ask(self, line: str, patience: float = PATIENCE_SECONDS) -> str:
        """Send one line and return its reply, or nothing where none comes in time."""
        before = self.now
        self.send(seal(line) if line.startswith("@") else f"{line}\n")
        end = self.now + round((patience + len(line) * BYTE_CYCLES / CLOCK) * CLOCK)
        while self.now < end:
            self.board.advance(end, Stop.NEWLINE)
            for sent in self.lines(before):
                if not sent.text.startswith("evt"):
                    return sent.text
        return ""

    def feed(self, data: bytes) -> list[str]:
        """Send bytes and return all lines that come until the board is quiet, as HostBoard does."""
        since, end = self.now, self.send(data)
        self.board.advance(end)
        quiet = 0
        while quiet < QUIET_MS:
            before = self.now
            self.board.advance(before + MS)
            quiet = 0 if self._half or len(self.events(EventKind.SENT, before)) else quiet + 1
        return [line.text for line in self.lines(since)]

    def wait(self, milliseconds: int) -> list[str]:
        """Let time go by and return the lines that come, as HostBoard does."""
        since = self.now
        self.run(milliseconds / 1000)
        return [line.text for line in self.lines(since)]

    def hello(self) -> None:
        """Begin a host session."""
        words = self.ask("@0 4711 hello").split()
        self.boot = int(words[2].partition("=")[2])
        self._seq = int(words[3].partition("=")[2])

    def command(self, words: str) -> str:
        """Send the next framed command and return its reply."""
        self._seq = self._seq % 65535 + 1
        return self.ask(f"@{self.boot} {self._seq} {words}")

    def stat(self) -> dict[str, str]:
        """Ask for the stat in words that a person types."""
        return dict(word.split("=") for word in self.ask("stat").split()[2:])

    def until_idle(self, limit: float = 10.0) -> dict[str, str]:
        """Wait for the end of a motion and return the stat."""
        end = self.now + limit * CLOCK
        while (stat := self.stat())["state"] not in {"idle", "fault"}:
            assert self.now < end, stat
            self.run(0.05)
        return stat

    def home(self) -> None:
        """Bring the crank home by typed lines."""
        assert self.ask("hello").startswith("ok")
        assert self.ask("home").startswith("ok")
        assert self.until_idle()["homed"] == "1"

    def begin_shaking(self, words: str = "shake ms=5000 rate=120 ramp=50 rock=0") -> None:
        """Home, clamp all dice, light half the ring, and shake: all that moves, moves."""
        self.home()
        self.ask("clamp wells=123456")
        self.until_idle()
        self.ask("light left=50 right=50")
        self.ask(words)

    def longest_wait(self, lines: Iterable[str], source: Random) -> int:
        """Ask lines at any moments; return the longest from a line's end to the beginning of its reply, in cycles."""
        waits = []
        for line in lines:
            self.run(source.uniform(0, 0.01))
            since, end = self.now, self.send(f"{line}\n")
            self.run((end - self.now) / CLOCK + 0.02)
            replies = [sent for sent in self.lines(since) if not sent.text.startswith("evt")]
            assert len(replies) == 1, (line, replies)
            waits.append(replies[0].begin - end)
        return max(waits)

    def reset(self, cause: Cause = Cause.EXTERNAL) -> str:
        """Reset the board and return the event that it tells of it."""
        before = self.now
        self.board.reset(cause)
        self.run(BOOT_SECONDS)
        return next((sent.text for sent in self.lines(before) if sent.text.startswith("evt boot")), "")

    def events(self, kind: EventKind, since: int = -1) -> Events:
        """Return the events of one kind after cycle `since`."""
        parts = self._kept[kind]
        kept = np.frombuffer(b"".join(part.tobytes() for part in parts), EVENT)
        self._kept[kind] = [kept]
        return kept[kept["cycle"].astype(np.int64) > since]

    def steps(self, since: int = -1) -> NDArray[np.int64]:
        """Return the cycles of the steps."""
        return self.events(EventKind.STEP, since)["cycle"].astype(np.int64)

    def lines(self, since: int = -1) -> list[Sent]:
        """Return the lines that the board has sent; their CRC is checked."""
        return [line for line in self._lines if line.end > since]

    def close(self) -> None:
        self.runner.close()

    def _keep(self, events: Events) -> None:
        kinds = events["kind"]
        for kind in np.unique(kinds):
            self._kept[int(kind)].append(events[kinds == kind])
        for sent in events[kinds == EventKind.SENT]:
            end = int(sent["cycle"])
            self._half.append((int(sent["value"]), end - int(sent["more"]), end))
            if sent["value"] == 0x0A:
                self._end_of_line()

    def _end_of_line(self) -> None:
        text, crc = bytes(byte for byte, _, _ in self._half[:-1]).decode("ascii").rsplit("*", 1)
        assert f"{checksum(text):04X}" == crc
        self._lines.append(Sent(text, self._half[0][1], self._half[-1][2]))
        self._half.clear()
