"""The driver of the machine with a crank: home, shake, clamp, rest, lights."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hardware.clock import Clock
from hardware.controller import Controller, Stat, Trial, digits_of, number_of
from hardware.dictionary import (
    CLAMP_LIMIT_SECONDS,
    HOME_LIMIT_SECONDS,
    SHAKE_EXTRA_SECONDS,
    WELLS,
    FaultNumber,
    dictionary,
)
from hardware.dimensions import CRANK
from hardware.errors import ControllerError, Failure, OutcomeUnknownError
from hardware.link import Link
from hardware.wire import Reply, integer

SHAKE = dictionary(CRANK).standards("shake")
"""The standard shake, in the units of the board's command."""
Levers = Mapping[int, tuple[int, int]]
"""For wells 1 to 6, the pulses in microseconds for lever up and lever down; a missing well has the board's own."""


@dataclass(frozen=True, slots=True)
class ShakeProgram:
    """The parameters of a shake.

    `frequency` in Hz (2 to 12), `stroke` in mm (4 to the machine's whole one), `seconds` of shaking (0.3 to 5) with a
    soft start and stop of `ramp` seconds (0.05 to 1) each, then one slow swing of `rock` degrees (0 to nearly as far as
    the machine tilts). RANGES of hardware.dictionary has the ends.
    """

    frequency: float = SHAKE["rate"] / 10
    stroke: int = SHAKE["stroke"]
    rock: float = SHAKE["rock"] / 10
    seconds: float = SHAKE["ms"] / 1000
    ramp: float = SHAKE["ramp"] / 1000

    def keys(self) -> dict[str, int]:
        """Return it in the keys and units of the board's command."""
        return {key: round(getattr(self, name) * units) for name, (key, units) in SHAKE_UNITS.items()}


SHAKE_UNITS = {
    "frequency": ("rate", 10),
    "stroke": ("stroke", 1),
    "rock": ("rock", 10),
    "seconds": ("ms", 1000),
    "ramp": ("ramp", 1000),
}
"""The fields of a shake, each with its key in the board's command, and the key's units in one unit of the field."""


@dataclass(frozen=True, slots=True)
class CrankStat(Stat):
    """The state of its board. `left` and `right` are percent of light."""

    homed: bool
    clamped: frozenset[int]
    left: int
    right: int
    lid_closed: bool
    estop: bool

    @property
    def at_rest(self) -> bool:
        """Whether the board powers neither motor nor levers, as after a rest or a reset."""
        return self.state == "idle" and not self.homed and not self.clamped

    @property
    def lasting(self) -> frozenset[int]:
        causes = {FaultNumber.ESTOP: self.estop, FaultNumber.LID: not self.lid_closed}
        return frozenset(fault for fault, lasts in causes.items() if lasts)

    @property
    def inputs(self) -> str:
        return "lid closed, "


LIGHTS = {
    "light-left": (True, False),
    "light-right": (False, True),
    "light-both": (True, True),
    "light-off": (False, False),
}


def crank_of(controller: Controller) -> "CrankController":
    """Return the controller of a machine with a crank. Raises ControllerError for another kind of machine."""
    if not isinstance(controller, CrankController):
        raise ControllerError(f"this works only with the crank machine, not with {controller.KIND}", "leave it out")
    return controller


class CrankController(Controller):
    """The controller of the machine with a crank; see Controller.

    It sends its `levers` to the board before the first lever moves, and again after each reset, which makes the board
    forget them. `program` is how the table shakes. After an OutcomeUnknownError home the table.
    """

    KIND = CRANK
    LOOKS = MappingProxyType({"left": (True, False), "right": (False, True)})
    TRIALS = (
        Trial("test-home"),
        Trial("test-shake"),
        *(Trial("test-lever", well) for well in range(1, WELLS + 1)),
        *map(Trial, LIGHTS),
    )
    STEPS = ("board", "camera", "lights", "switches", "motor", "levers", "calibration", "dice", "throws")
    SHORT_STEPS = ("board", "camera", "lights", "motor", "throws")
    FIXED = True

    def __init__(self, link: Link, clock: Clock) -> None:
        super().__init__(link, clock)
        self.levers: Levers = {}
        self.program = ShakeProgram()
        self._told: tuple[int, Levers] = (0, {})
        self._clamped: frozenset[int] | None = None
        self.at_home = False
        """Whether the last motion left the crank at home, where it stays even without current."""

    def throw(
        self,
        wells: Collection[int],  # noqa: ARG002  all are on one block
        keep: Collection[int] = (),
        meanwhile: Callable[[], None] | None = None,
    ) -> None:
        """Shake all dice except those in `keep`, whose levers are down meanwhile; the crank ends at home."""
        self.clamp(keep)
        self.shake(meanwhile=meanwhile)
        if keep:
            self.clamp(())

    def reveal(self, keep: Collection[int] = ()) -> None:
        """Come home, with levers on these dice meanwhile, unless it is there, and lift all levers."""
        if not self.at_home:
            self.come_home(keep)
        if self.stat().clamped:
            self.clamp(())

    def come_home(self, dice: Collection[int] = ()) -> None:
        """Home the crank if it has lost its place; levers hold these wells' dice meanwhile, then all are up."""
        if not self.stat().homed:
            self.clamp(dice)
            self.home()
            self.clamp(())

    def stat(self) -> CrankStat:
        stat = super().stat()
        assert isinstance(stat, CrankStat)
        return stat

    def home(self, meanwhile: Callable[[], None] | None = None) -> None:
        """Home the crank and wait for it, calling `meanwhile` again and again. Also raises ControllerError."""
        self.at_home = False
        self._command("home")
        if not self._finish("home", HOME_LIMIT_SECONDS, meanwhile=meanwhile).homed:
            raise ControllerError("the board ended homing without finding home")
        self.at_home = True

    def shake(self, program: ShakeProgram | None = None, meanwhile: Callable[[], None] | None = None) -> None:
        """Throw all dice that are not clamped, and wait for the end, calling `meanwhile` again and again.

        It must return within a second: the board stops where its host is silent. If the board has rested, first the
        levers of the last `clamp` go down again, and the crank comes home. Also raises ControllerError.
        """
        program = program or self.program
        self._awaken()
        self.at_home = False
        reply = self._command("shake", **program.keys())
        least = 0.0 if meanwhile else program.seconds
        stat = self._finish("shake", program.seconds + SHAKE_EXTRA_SECONDS, least, meanwhile)
        if stat.shakes != number_of(reply, "shakes"):
            raise OutcomeUnknownError("the board counts other shakes than this program")
        self.at_home = True

    def clamp(self, wells: Iterable[int]) -> None:
        """Move the levers of these wells (1 to 6) down and all others up, and wait for them."""
        chosen = frozenset(wells)
        if not chosen <= frozenset(range(1, WELLS + 1)):
            raise Failure.COMMAND_VALUE.error(f"there are wells 1 to {WELLS}, not {sorted(chosen)}")
        self._tell_levers()
        self._clamped = chosen
        self._command("clamp", wells=int("".join(map(str, sorted(chosen))) or "0"))
        if self._finish("clamp", CLAMP_LIMIT_SECONDS).clamped != chosen:
            raise ControllerError(f"the levers of wells {sorted(chosen)} were not put down")

    def rest(self) -> None:
        """Switch motor and servos off; levers that are down go up first, but with a latched fault they stay."""
        self._command("rest")
        self._finish("rest", CLAMP_LIMIT_SECONDS)

    def lights(self, left: bool, right: bool) -> None:
        """Switch each half of the ring fully on or off."""
        self._command("light", left=100 * left, right=100 * right)

    def set(self, **keys: int) -> dict[str, int]:
        """Set parameters named as in firmware/PROTOCOL.md (lever open closed swing idle crawl); return them all."""
        reply = self._command("set", **keys)
        return {key: number_of(reply, key) for key in reply.keys}

    def _tell_levers(self) -> None:
        if self._told != (self._link.boot, self.levers):
            for well, (opened, closed) in self.levers.items():
                self._command("set", lever=well, open=opened, closed=closed)
            self._told = self._link.boot, self.levers

    def _leave(self) -> None:
        stat = self.stat()
        if stat.state in {"homing", "shaking", "clamping"}:
            self.stop()
            self.clear(FaultNumber.STOPPED)
        if stat.left or stat.right:
            self.lights(left=False, right=False)
        if stat.clamped:
            self.rest()
        else:
            self._command("rest")  # no lever has to go up, so there is nothing to wait for

    def _awaken(self) -> None:
        """Put the levers of the last clamp down again, then home, unless a fault is latched."""
        while not (stat := self.stat()).faults:
            if self._clamped is not None and stat.clamped != self._clamped:
                self.clamp(self._clamped)
            elif not stat.homed:
                self.home()
            else:
                return

    def try_out(self, trial: Trial) -> None:
        if trial.key in LIGHTS:
            self.lights(*LIGHTS[trial.key])
        elif trial.well is not None:
            self.clamp((trial.well,))
            self.clamp(())
        elif trial.key == "test-home":
            self.home()
        else:
            self.shake()

    def _finish(
        self, verb: str, limit: float, at_least: float = 0.0, meanwhile: Callable[[], None] | None = None
    ) -> CrankStat:
        stat = super()._finish(verb, limit, at_least, meanwhile)
        assert isinstance(stat, CrankStat)
        return stat

    def _mend(self, reply: Reply) -> bool:
        if reply.code == "BUSY" and reply.keys.get("state") == "resting":
            self._finish("rest", CLAMP_LIMIT_SECONDS)
        elif reply.code == "HOME":
            self._awaken()
        else:
            return False
        return True

    def _read_stat(self, reply: Reply) -> CrankStat:
        left, comma, right = reply.keys.get("light", "").partition(",")
        return CrankStat(
            state=reply.keys["state"],
            homed=number_of(reply, "homed") == 1,
            shakes=number_of(reply, "shakes"),
            clamped=digits_of(reply, "clamp"),
            left=integer(left),
            right=integer(right if comma else "-"),
            lid_closed=number_of(reply, "lid") == 1,
            estop=number_of(reply, "estop") == 1,
            faults=digits_of(reply, "faults"),
        )
