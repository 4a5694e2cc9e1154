"""Run the steps of the self-test one after another. People can repeat each; a failure does not stop the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hardware.errors import FaultError, OutcomeUnknownError
from robot.errors import ROOMS, PeopleLeftError, UsageError
from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
from robot.saying import Saying, Value
from robot.selftest.bench import Bench
from robot.selftest.box_steps import knocks_step
from robot.selftest.common_steps import board_step, calibration_step, camera_step, dice_step, throws_step
from robot.selftest.crank_steps import SAGGED, levers_step, lights_step, motor_step, switches_step
from robot.selftest.diagnosis import Trouble
from robot.selftest.guide import NEXT, QUIT, REPEAT
from robot.selftest.report import StepResult

BOARD, CAMERA = "board", "camera"
STEPS: dict[str, tuple[Callable[[Bench], StepResult], frozenset[str]]] = {
    "board": (board_step, frozenset()),
    "camera": (camera_step, frozenset({BOARD, CAMERA})),
    "lights": (lights_step, frozenset({BOARD, CAMERA})),
    "switches": (switches_step, frozenset({BOARD})),
    "motor": (motor_step, frozenset({BOARD})),
    "levers": (levers_step, frozenset({BOARD, CAMERA})),
    "knocks": (knocks_step, frozenset({BOARD, CAMERA})),
    "calibration": (calibration_step, frozenset({BOARD, CAMERA})),
    "dice": (dice_step, frozenset({BOARD, CAMERA})),
    "throws": (throws_step, frozenset({BOARD, CAMERA})),
}
"""The steps by name, each with the devices that it needs. A Controller lists the steps of its machine."""
SHORT_THROWS = 3
"""The number of throws in the short self-test at a day's first start."""
DRIVE = frozenset(
    {
        "motor-still",
        "motor-stopped",
        "home-lost",
        "home-dead",
        "home-stuck",
        "home-beside",
        "crank-slips",
        "crank-slips-fast",
        "mid-band",
        "rocker-binds",
        "post-swings",
    }
)
"""Troubles of the drive, which show as jams in throws."""
KNOCKS = frozenset({"knock-dead", "knock-weak", "knock-astray", "knocks-swapped"})
"""Troubles of boxes that do not throw their dice."""
UNCLEAR = (
    frozenset(
        {
            "flicker",
            "out-of-focus",
            "dirty-lens",
            "hazy-lid",
            "wrong-mode",
            "wrong-field",
            "no-plate",
            "lights-dead",
            "half-dead-left",
            "half-dead-right",
            "halves-joined",
            "half-weak-left",
            "half-weak-right",
            "light-dim",
            "light-glaring",
            "servos-swapped",
        }
    )
    | DRIVE
    | KNOCKS
)
"""Troubles that make pictures unsharp or dark, or put wells or levers in wrong places."""
EVENED_OUT = {"levers": frozenset({"flicker"})}
"""Troubles that do not affect a step: the levers' pictures are compared row by row."""
LATER = ("levers", "knocks", "calibration", "dice", "throws")
FOLLOWING = frozenset(
    {
        "die-unread",
        "die-leans",
        "throws-unread",
        "lever-astray",
        "horn-high",
        "horn-low",
        "servos-short",
        "servos-long",
        "misfit",
    }
)
"""Troubles that may only follow from the unclear ones."""
JAMS = frozenset({"throws-jam"})
"""Troubles that may only follow from troubles of the drive."""
UNTHROWN = frozenset({"die-stuck", "die-repeats", "die-unfair"})
"""Troubles that may only follow from troubles of the knocks."""


def choose_steps(there: Sequence[str], names: Sequence[str] = (), first: str | None = None) -> tuple[str, ...]:
    """Return the named steps of those `there`, all if none are named, from `first` on, in order.

    Raises:
        UsageError: there is no such step, or none is left.

    """
    for name in (*names, *((first,) if first else ())):
        if name not in there:
            other = " on this kind of machine" if name in STEPS else ""
            raise UsageError(f"there is no step '{name[:40]}'{other}: the steps are {', '.join(there)}")
    begin = there.index(first) if first else 0
    chosen = tuple(name for name in there[begin:] if not names or name in names)
    if not chosen:
        raise UsageError(f"no step is left from '{first}' on: leave out --from, or name other steps")
    return chosen


def run_steps(bench: Bench, steps: Sequence[str]) -> Iterator[StepResult]:
    """Run the steps, and yield each result; a repeated step yields another result with the same name.

    Raises:
        PeopleLeftError: the people have left.

    """
    for step in steps:
        bench.guide.tell(Saying(f"selftest-step-{step}"))
        while True:
            result = attempt(step, bench)
            yield result
            answer = bench.guide.ask(Saying(f"selftest-after-{result.state}"), (NEXT, REPEAT, QUIT))
            if answer == QUIT:
                return
            if answer == NEXT:
                break


def attempt(step: str, bench: Bench) -> StepResult:
    """Run a step, and return its result, also if it fails."""
    run, needs = STEPS[step]
    for device, opener in ((BOARD, bench.controller), (CAMERA, bench.camera)):
        if device in needs and opener.failed:
            return StepResult(step, skipped=Saying(f"selftest-no-{device}"))
    try:
        result = run(bench)
        others = (kinds for other, kinds in bench.found.items() if other != step)
        found = frozenset[str]().union(*others) - EVENED_OUT.get(step, frozenset())
        bench.found[step] = UNCLEAR & {trouble.kind for trouble in result.troubles}
        return _set_apart(result, found) if found and step in LATER else result
    except PeopleLeftError:
        raise
    except OutcomeUnknownError as error:
        return StepResult(step, troubles=(_diagnose_loss(bench, error),))
    except FaultError as error:
        return StepResult(step, skipped=Saying("selftest-stopped", _tell_error(error)))
    except ROOMS as error:
        return StepResult(step, troubles=(Trouble("failed", (type(error).__name__,), _tell_error(error)),))


def _set_apart(result: StepResult, found: frozenset[str]) -> StepResult:
    """Return a result without troubles that may follow from those `found` before: its lines tell them instead."""
    kinds = FOLLOWING | (JAMS if found & DRIVE else set()) | (UNTHROWN if found & KNOCKS else set())
    follow = [trouble for trouble in result.troubles if trouble.kind in kinds]
    lines = (Saying("selftest-follows", {"what": trouble.what}) for trouble in follow)
    rest = tuple(trouble for trouble in result.troubles if trouble not in follow)
    unjudged = Saying("selftest-unjudged") if follow else result.unjudged
    return replace(result, lines=(*result.lines, *lines), troubles=rest, unjudged=unjudged)


def _diagnose_loss(bench: Bench, error: OutcomeUnknownError) -> Trouble:
    """Return what is wrong if the board was lost during a step."""
    try:
        reset = bench.controller().hello().reset
    except ROOMS:
        reset = ""
    if reset == SAGGED:
        return Trouble("brown-out", ("weak-supply",))
    return Trouble("failed", ("board-reset",), _tell_error(error))


def _tell_error(error: Exception) -> dict[str, Value]:
    return {"what": what_is_wrong(ErrorMessage.of(error)), "do": what_to_do(ErrorMessage.of(error))}
