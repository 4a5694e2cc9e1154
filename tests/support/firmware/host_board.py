"""The host build of the firmware, with simulated hardware: virtual time, a crank, switches, levers and a memory."""

import subprocess
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import CRANK
from hardware.sim.lines import checksum, seal
from tests.support.firmware.build import build
from tests.support.firmware.simulated_board import LID_WAIT_MS
from tests.support.robot.waiting import PATIENCE

TICKS_PER_SECOND = 2_000_000
TURN = 1600


class HostBoard:
    """The host build in a with-block. It returns the board's lines without their CRC, which is checked.

    `levers` are the servos' pulses in microseconds (0 for none), `lever_history` (well, pulse, second).
    `pulses` of coils are (well, milliseconds, second), those of 0 ms where one is cut short.
    """

    def __init__(self, steps: Path | None = None, kind: str = CRANK) -> None:
        self.kind = kind
        self._steps = steps
        self._program = subprocess.Popen(
            [build("host" if kind == CRANK else f"host-{kind}"), *([steps] if steps else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.levers = dict.fromkeys(range(1, 7), 0)
        self.lever_history: list[tuple[int, int, float]] = []
        self.pulses: list[tuple[int, int, float]] = []
        self._powered = False
        self._lit = False
        self._made: list[tuple[int, int]] = []
        self._read = 0
        self._crank = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._program.stdin is not None and self._program.stdout is not None:
            self._program.stdin.close()
            self._program.stdout.close()
        assert self._program.wait(PATIENCE) == 0, "the sanitizers have found something: see standard error"

    def do(self, command: str) -> list[str]:
        """Carry out one line of the host program's script, and return what the board sent."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(command + "\n")
        self._program.stdin.flush()
        sent = []
        while (line := self._program.stdout.readline().rstrip("\n")) != ".":
            assert line, "the host build has ended"
            word, _, rest = line.partition(" ")
            if word == ">":
                text, crc = rest.rsplit("*", 1)
                assert f"{checksum(text):04X}" == crc, line
                assert len(rest) < 120
                sent.append(text)
            else:
                self._record(word, [int(number) for number in rest.split()])
        return sent

    def _record(self, word: str, numbers: list[int]) -> None:
        match word:
            case "lever":
                self.levers[numbers[0]] = numbers[1]
                self.lever_history.append((numbers[0], numbers[1], numbers[2] / TICKS_PER_SECOND))
            case "pulse":
                self.pulses.append((numbers[0], numbers[1], numbers[2] / TICKS_PER_SECOND))
            case "current":
                self._powered = bool(numbers[0])
            case "lamp":
                self._lit = bool(numbers[0])
            case "where":
                self._crank = numbers[0]
            case _:
                assert word in {"light", "reset"}, word

    def feed(self, data: bytes) -> list[str]:
        """Let bytes come, all at this moment."""
        return self.do(f"send {data.hex()}")

    def ask(self, line: str) -> str:
        """Send a line, sealed where it is a frame, and return its reply, "" for none."""
        sent = self.feed(seal(line) if line.startswith("@") else f"{line}\n".encode("ascii"))
        return "".join(text for text in sent if not text.startswith("evt"))

    def wait(self, milliseconds: int) -> list[str]:
        return self.do(f"wait {milliseconds}")

    def lid(self, closed: bool) -> list[str]:
        return self.do(f"lid {not closed:d}") + self.wait(LID_WAIT_MS)

    def estop(self, pressed: bool) -> list[str]:
        return self.do(f"estop {pressed:d}")

    def reset(self, cause: str) -> list[str]:
        return self.do(f"reset {cause}")

    def home(self) -> None:
        """Greet the board and bring its crank home, by typed lines."""
        self.ask("hello")
        assert self.ask("home").startswith("ok")
        self.wait(2000)
        assert "state=idle homed=1" in self.ask("stat")

    def steps(self) -> NDArray[np.int64]:
        """Return the steps made so far as rows (n, 2) of their tick and +1 or -1."""
        assert self._steps is not None
        with self._steps.open(encoding="ascii") as file:
            file.seek(self._read)
            for line in file.read().splitlines():
                self._made.append((int(line[:-2]), 1 if line[-1] == "+" else -1))
            self._read = file.tell()
        return np.array(self._made, np.int64).reshape(-1, 2)

    def is_powered(self) -> bool:
        """Return whether the motor has its current."""
        return self._powered

    def is_lit(self) -> bool:
        """Return whether the board's own lamp shines."""
        return self._lit

    def place(self) -> int:
        """Return the crank's steps from home, turns counted."""
        self.do("where")
        return self._crank
