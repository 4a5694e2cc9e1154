"""The simulated boards of both kinds of machine: they send the same bytes as the real ones, with faults on request."""

from collections.abc import Callable, Iterator

from hardware import dictionary as d
from hardware.dictionary import FaultNumber
from hardware.dimensions import BOXES, CRANK, mirror_pulse
from hardware.sim.build import BuildFault
from hardware.sim.core import BoardCore, Motion
from hardware.sim.lines import CommandLine, digits

PARK_SECONDS = 0.1
LID_SHAKES_FROM = 7.0
"""Turns of the crank a second from which a shake opens the contact of a lid whose magnet is too far away."""


class CrankCore(BoardCore):
    """The board of the machine with a crank; see BoardCore."""

    KIND = CRANK

    def _start(self, now: float) -> None:
        self._still_since: float | None = None
        self.homed = False
        self.clamped: frozenset[int] = frozenset()
        self.light = (0, 0)
        self._lid_open = not self.switches.lid_closed
        self._lid_opens: float | None = None
        self._settings = {key: [value] * d.WELLS for key, value in self.words.settings.items()}
        self._swing(now)
        self._table.light(False, False, now)

    def latch(self, fault: int, at: float) -> None:
        super().latch(fault, at)
        if fault == FaultNumber.ESTOP:
            self.homed = False

    def _abort(self, motion: Motion, at: float) -> None:
        self._still_since = None if motion.verb == "rest" else at
        self.homed = False
        if motion.verb in {"shake", "home"}:
            self._table.stop(at)
        if motion.verb in {"clamp", "rest"}:
            self.clamped &= motion.wells
            self._swing(at)

    def sense(self, at: float) -> None:
        """Read the contacts of lid and emergency stop; the lid's counts as open after a while."""
        if self.switches.lid_closed:
            self._lid_open, self._lid_opens = False, None
        elif not self._lid_open and self._lid_opens is None:
            self._lid_opens = at + d.LID_SECONDS
        super().sense(at)

    def _open_lid(self, at: float) -> None:
        self._lid_open, self._lid_opens = True, None
        self.sense(at)

    def _causes(self) -> set[int]:
        """Return the faults whose cause lasts."""
        lasting = ((FaultNumber.ESTOP, self.switches.estop), (FaultNumber.LID, self._lid_open))
        return {fault for fault, lasts in lasting if lasts}

    def _dues(self) -> Iterator[tuple[float, Callable[[float], None]]]:
        yield from super()._dues()
        if self._lid_opens is not None:
            yield self._lid_opens, self._open_lid
        if self._motion is None and self._still_since is not None:
            yield self._still_since + d.REST_SECONDS, self._rest

    def _end_session(self, at: float) -> None:
        super()._end_session(at)
        if self._motion is None and self._still_since is not None:
            self._rest(at)

    def _rest(self, at: float) -> None:
        """Switch motor and servos off; levers that are down go up first, unless a fault is latched."""
        self.homed = False
        if self.clamped and not self.latched:
            self._begin(Motion("rest", "resting", self._start_swing(frozenset(), at), framed=False), at)
        else:
            self.clamped, self._still_since = frozenset(), None
            self._event("done", f"verb=rest shakes={self.shakes}")

    def _swing(self, at: float) -> None:
        """Send every servo the pulse of its lever's place, mirrored in the row that turns the other way."""
        ends = zip(self._settings["open"], self._settings["closed"], strict=True)
        pulses = (closed if well in self.clamped else opened for well, (opened, closed) in enumerate(ends, 1))
        mirror = str(d.MACHINE["LEVERS_MIRRORED"])
        sent = tuple(int(mirror_pulse(pulse)) if str(well) in mirror else pulse for well, pulse in enumerate(pulses, 1))
        self._table.clamp(self.clamped, at, sent)

    def _start_swing(self, wells: frozenset[int], at: float) -> float:
        """Start to move the levers so that only these wells' are down; return when the motion will end."""
        seconds = self._settings["swing"][0] / 1000 if wells != self.clamped else 0.0
        if len(wells ^ self.clamped) > self._build.levers_at_once:
            self.sags_at = at + seconds / 2
        self.clamped &= wells
        return at + seconds

    def _complete(self, motion: Motion, at: float) -> None:
        if not motion.found:
            self.latch(FaultNumber.SWITCH, at)
            return
        self._motion = None
        self._still_since = None if motion.verb == "rest" else at
        if motion.verb == "home":
            self.homed = True
            self._table.home(at)
        if motion.verb in {"clamp", "rest"}:
            self.clamped = motion.wells
            self._swing(at)
        self._event("done", f"verb={motion.verb} shakes={self.shakes}")

    def _refuse(self, line: CommandLine, chosen: dict[str, int], now: float) -> str | None:  # noqa: ARG002
        return "code=HOME" if line.verb == "shake" and not self.homed else None

    def _move(self, line: CommandLine, chosen: dict[str, int], now: float) -> str:
        match line.verb:
            case "home":
                seconds, found = self._table.seek(now)
                self._begin(Motion("home", "homing", now + seconds, line.framed, found=found), now)
            case "shake":
                return self._shake(chosen, line.framed, now)
            case "clamp":
                wells = frozenset(map(int, str(chosen["wells"]))) - {0}
                self._begin(Motion("clamp", "clamping", self._start_swing(wells, now), line.framed, wells=wells), now)
            case "rest":
                self._rest(now)
            case "light":
                self.light = (chosen["left"], chosen["right"])
                self._table.light(chosen["left"] > 0, chosen["right"] > 0, now)
            case "set":
                return self._set(chosen)
        return ""

    def _begin(self, motion: Motion, now: float) -> None:
        if motion.verb in {"home", "shake"} and motion.fails is None and self._source.random() < self._faults.jam:
            jam = now + (motion.end - now) * self._source.uniform(0.1, 0.9)
            motion = Motion(motion.verb, motion.state, motion.end, motion.framed, jam)
        self._motion, self._still_since = motion, None
        self._advance(now)

    def _shake(self, chosen: dict[str, int], framed: bool, now: float) -> str:
        seconds = chosen["ms"] / 1000 + (d.ROCK_SECONDS if chosen["rock"] else 0.0)
        self.shakes = (self.shakes + 1) % (d.SHAKES_MAX + 1)
        comes_home = self._table.shake(now, seconds, chosen["rate"] / 10)
        fails, fault = None if comes_home else now + seconds, FaultNumber.JAM
        if self._build.has(BuildFault.LID_SHAKES) and chosen["rate"] / 10 >= LID_SHAKES_FROM:
            fails, fault = now + seconds / 2, FaultNumber.LID
        self._begin(Motion("shake", "shaking", now + seconds + PARK_SECONDS, framed, fails, fault), now)
        return f"shakes={self.shakes}"

    def _set(self, chosen: dict[str, int]) -> str:
        lever = chosen.pop("lever")
        for key, value in chosen.items():
            for place in range(d.WELLS):
                if lever in {0, place + 1} or key not in {"open", "closed"}:
                    self._settings[key][place] = value
        settings = " ".join(f"{key}={held[max(lever, 1) - 1]}" for key, held in self._settings.items())
        return f"lever={lever} {settings}"

    def _stat(self) -> str:
        return (
            f"state={self._state()} homed={self.homed:d} shakes={self.shakes} clamp={digits(self.clamped)} "
            f"light={self.light[0]},{self.light[1]} lid={not self._lid_open:d} estop={self.switches.estop:d} "
            f"faults={digits(self.latched)}"
        )


MS = 0.001


class BoxCore(BoardCore):
    """The board of the machine of boxes; see BoardCore."""

    KIND = BOXES

    def _start(self, now: float) -> None:
        self._pulses: list[tuple[float, int]] = []
        """The pulses of the present knock that are still to come: when each begins, and its well."""
        self._length = 0
        duty, self._began = self.words.machine["DUTY"], now
        self._most, self._cool_ms = duty // 2, 120_000 // duty + 1
        self._heat = dict.fromkeys(range(1, d.WELLS + 1), (self._most, 0))
        """For each well the heat of its coil in ms of pulses at its last pulse, and the cooling periods until then."""

    def _dues(self) -> Iterator[tuple[float, Callable[[float], None]]]:
        if self._pulses:
            yield self._pulses[0][0], self._pulse
        yield from super()._dues()

    def _warmth(self, well: int, at: float) -> tuple[int, int]:
        heat, cooled = self._heat[well]
        now = round((at - self._began) / MS) // self._cool_ms
        return max(0, heat - (now - cooled)), now

    def _pulse(self, at: float) -> None:
        well = self._pulses.pop(0)[1]
        heat, cooled = self._warmth(well, at)
        self._heat[well] = heat + self._length, cooled

    def _refuse(self, line: CommandLine, chosen: dict[str, int], now: float) -> str | None:
        if line.verb != "knock":
            return None
        warmer = chosen["count"] * chosen["length"]
        hot = any(self._warmth(int(well), now)[0] + warmer > self._most for well in str(chosen["wells"]))
        return "code=HOT" if hot else None

    def _move(self, line: CommandLine, chosen: dict[str, int], now: float) -> str:
        wells = [int(well) for well in str(chosen["wells"])]
        self._length, slot = chosen["length"], (chosen["length"] + self.words.machine["APART"]) * MS
        self._pulses = [
            (now + MS + number * chosen["gap"] * MS + place * slot, well)
            for number in range(chosen["count"])
            for place, well in enumerate(wells)
        ]
        self.shakes = (self.shakes + 1) % (d.SHAKES_MAX + 1)
        end = self._pulses[-1][0] + slot
        self._motion = Motion("knock", "knocking", end, line.framed, wells=frozenset(wells))
        self._table.knock(self._motion.wells, now, end - now)
        return f"shakes={self.shakes}"

    def _abort(self, motion: Motion, at: float) -> None:  # noqa: ARG002
        self._pulses.clear()
        self._table.stop(at)

    def _complete(self, motion: Motion, at: float) -> None:  # noqa: ARG002
        self._motion = None
        self._event("done", f"verb=knock shakes={self.shakes}")

    def _stat(self) -> str:
        return f"state={self._state()} shakes={self.shakes} faults={digits(self.latched)}"
