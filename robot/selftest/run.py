"""Runs the steps one after another; each can be repeated, and one that fails stops no other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hardware.errors import FaultError, OutcomeUnknownError
from robot.errors import ROOMS, PeopleLeftError, UsageError
from robot.language.error_messages import ErrorMessage, what_is_wrong, what_to_do
from robot.saying import Saying
from robot.selftest.bench import Bench
from robot.selftest.camera_steps import BOARD, CAMERA, BoardStep, CameraStep, LightStep
from robot.selftest.diagnosis import Trouble
from robot.selftest.dice_steps import CalibrationStep, DiceStep, ThrowStep
from robot.selftest.guide import NEXT, QUIT, REPEAT
from robot.selftest.machine_steps import SAGGED, LeverStep, MotorStep, SwitchStep
from robot.selftest.result import SelftestStep, StepResult

STEPS: tuple[SelftestStep, ...] = (
    BoardStep(),
    CameraStep(),
    LightStep(),
    SwitchStep(),
    MotorStep(),
    LeverStep(),
    CalibrationStep(),
    DiceStep(),
    ThrowStep(),
)
NAMES = tuple(step.name for step in STEPS)
SHORT = ("board", "camera", "lights", "motor", "throws")
"""The steps of a day's first start, which need no people."""
SHORT_THROWS = 3
CLEAR_SIGHT = ("camera", "lights", "motor")
"""The steps of whose troubles some make the pictures of those in LATER unclear; the first one looks anew."""
UNCLEAR = frozenset(
    {
        "flicker",
        "out-of-focus",
        "dirty-lens",
        "wrong-mode",
        "wrong-field",
        "no-plate",
        "lights-dead",
        "half-dead-left",
        "half-dead-right",
        "half-weak-left",
        "half-weak-right",
        "light-dim",
        "light-glaring",
        "motor-still",
        "home-stuck",
        "home-beside",
        "crank-slips",
        "crank-slips-fast",
    }
)
"""Troubles after which pictures are not sharp or lit enough, or the wells not where they should be."""
EVENED_OUT = {"levers": frozenset({"flicker"})}
"""Of these a step's own pictures are cleared: those of the levers are compared row by row."""
LATER = ("levers", "calibration", "dice", "throws")
FOLLOWING = frozenset({"die-unread", "die-leans", "throws-unread", "lever-astray", "horn-high", "horn-low", "misfit"})
"""What unclear pictures alone may look like."""


def steps_named(names: Sequence[str], first: str | None = None) -> tuple[SelftestStep, ...]:
    """Return the steps of these names, all of them for none, from `first` on, in their usual order.

    Raises:
        UsageError: there is no such step, or none is left.

    """
    for name in (*names, *((first,) if first else ())):
        if name not in NAMES:
            raise UsageError(f"there is no step '{name[:40]}': the steps are {', '.join(NAMES)}")
    begin = NAMES.index(first) if first else 0
    chosen = tuple(step for step in STEPS[begin:] if not names or step.name in names)
    if not chosen:
        raise UsageError(f"no step is left from '{first}' on: leave out --from, or name other steps")
    return chosen


def run_steps(bench: Bench, steps: Sequence[SelftestStep]) -> Iterator[StepResult]:
    """Yield what comes of each step; one that people repeat gives another result of the same name.

    Raises:
        PeopleLeftError: the people have left.

    """
    for step in steps:
        bench.guide.tell(Saying(f"selftest-step-{step.name}"))
        while True:
            result = attempt(step, bench)
            yield result
            answers = (NEXT, REPEAT, QUIT)
            answer = bench.guide.ask(Saying(f"selftest-after-{result.state}"), answers)
            if answer == QUIT:
                return
            if answer == NEXT:
                break


def attempt(step: SelftestStep, bench: Bench) -> StepResult:
    """Return what comes of a step, also where it fails."""
    for device, opener in ((BOARD, bench.controller), (CAMERA, bench.camera)):
        if device in step.needs and opener.failed:
            return StepResult(step.name, skipped=Saying(f"selftest-no-{device}"))
    try:
        result = step.run(bench)
        unclear = bench.unclear - EVENED_OUT.get(step.name, frozenset())
        return _set_apart(result) if unclear and step.name in LATER else _noted(result, bench)
    except PeopleLeftError:
        raise
    except OutcomeUnknownError as error:
        return StepResult(step.name, troubles=(_lost(bench, error),))
    except FaultError as error:
        values = {"what": what_is_wrong(ErrorMessage.of(error)), "do": what_to_do(ErrorMessage.of(error))}
        return StepResult(step.name, skipped=Saying("selftest-stopped", values))
    except ROOMS as error:
        values = {"what": what_is_wrong(ErrorMessage.of(error)), "do": what_to_do(ErrorMessage.of(error))}
        return StepResult(step.name, troubles=(Trouble("failed", (type(error).__name__,), values),))


def _noted(result: StepResult, bench: Bench) -> StepResult:
    """Note whether what a step has found makes the pictures of later steps unclear."""
    if result.step in CLEAR_SIGHT:
        before = frozenset[str]() if result.step == CLEAR_SIGHT[0] else bench.unclear
        bench.unclear = before | {trouble.kind for trouble in result.troubles if trouble.kind in UNCLEAR}
    return result


def _set_apart(result: StepResult) -> StepResult:
    """Return a result without the troubles that may follow from unclear pictures: what it tells of is not judged."""
    follow = [trouble for trouble in result.troubles if trouble.kind in FOLLOWING]
    lines = (Saying("selftest-follows", {"what": trouble.what}) for trouble in follow)
    rest = tuple(trouble for trouble in result.troubles if trouble not in follow)
    unjudged = Saying("selftest-unjudged") if follow else result.unjudged
    return replace(result, lines=(*result.lines, *lines), troubles=rest, unjudged=unjudged)


def _lost(bench: Bench, error: OutcomeUnknownError) -> Trouble:
    """Return what is wrong where the board was lost in the middle of a step."""
    try:
        reset = bench.controller().hello().reset
    except ROOMS:
        reset = ""
    if reset == SAGGED:
        return Trouble("brown-out", ("weak-supply",))
    what = ErrorMessage.of(error)
    return Trouble("failed", ("board-reset",), {"what": what_is_wrong(what), "do": what_to_do(what)})
