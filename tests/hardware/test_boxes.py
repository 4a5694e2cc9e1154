"""The driver of the machine of boxes at a simulated board, and what it shares with the driver of the crank."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hardware.boxes import COOL_SECONDS, BoxController
from hardware.clock import VirtualClock
from hardware.controller import Controller
from hardware.crank import CrankController
from hardware.dictionary import WELLS, FaultNumber
from hardware.errors import Failure, FaultError, OutcomeUnknownError
from hardware.sim.board import SimulatedBoard
from tests.support.firmware.simulated_board import SimulatedCore
from tests.support.firmware.vectors import hold, vectors
from tests.support.hardware.boards import driver_of
from tests.support.hardware.failures import raises
from tests.support.hardware.mechanics import RecordingBoxes, RecordingMechanics

ALL = range(1, WELLS + 1)


@contextmanager
def driven(made: type[Controller]) -> Iterator[tuple[Controller, SimulatedBoard, VirtualClock, Any]]:
    clock = VirtualClock()
    mechanics = RecordingBoxes() if made is BoxController else RecordingMechanics()
    board = SimulatedBoard(mechanics, clock, machine=made.KIND)
    with driver_of(made, board, clock, seed=1) as controller:
        yield controller, board, clock, mechanics


@pytest.mark.parametrize("vector", vectors("dialogue", "boxes"), ids=lambda vector: str(vector["name"]))
def test_dialogues(vector: dict[str, Any]) -> None:
    board = SimulatedCore("boxes")
    board.reset("power")
    hold(board, vector)


def test_only_boxes_whose_dice_are_thrown_are_knocked() -> None:
    with driven(BoxController) as (controller, _, clock, mechanics):
        controller.throw((1, 3, 5), keep=(3,))
        ((wells, start, seconds),) = mechanics.knocks
        assert wells == {1, 5}
        assert 1 < start < 5, "the coils are taken for hot after a reset"
        assert start + seconds <= clock.now() < start + seconds + 0.5
        controller.throw((2,), keep=(2,))
        assert len(mechanics.knocks) == 1
        with raises(Failure.COMMAND_VALUE):
            controller.throw((7,))


@pytest.mark.parametrize(("wells", "most"), [((4,), 2.3), (tuple(ALL), 2.8)])
def test_how_long_a_throw_takes(wells: tuple[int, ...], most: float) -> None:
    with driven(BoxController) as (controller, _, clock, _):
        clock.sleep(60.0)
        begun = clock.now()
        controller.throw(wells)
        assert clock.now() - begun < most


def test_coils_that_stay_too_warm_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with driven(BoxController) as (controller, board, clock, mechanics):
        monkeypatch.setattr(board._core, "_warmth", lambda *_: (10_000, 0))
        with raises(Failure.COIL_HOT, match="have not cooled down in 30 s; wait for a minute"):
            controller.throw((1,))
        assert clock.now() >= COOL_SECONDS
        assert not mechanics.knocks


@pytest.mark.parametrize("made", [CrankController, BoxController])
class TestEachController:
    """What a table asks of the controller of any kind of machine."""

    def test_a_throw_and_a_rest(self, made: type[Controller]) -> None:
        with driven(made) as (controller, _, clock, _):
            beats = []
            assert controller.stat().at_rest
            controller.throw((1, 2), keep=(2,), meanwhile=lambda: beats.append(clock.now()))
            controller.reveal(keep=(1,))
            for left, right in controller.LOOKS.values():
                controller.lights(left, right)
            assert beats
            controller.rest()
            stat = controller.stat()
            assert (stat.at_rest, stat.shakes, stat.faults, stat.lasting) == (True, 1, frozenset(), frozenset())

    def test_each_trial(self, made: type[Controller]) -> None:
        with driven(made) as (controller, _, _, _):
            for trial in controller.TRIALS:
                controller.try_out(trial)

    def test_a_reset_during_a_throw_and_a_fault(self, made: type[Controller]) -> None:
        with driven(made) as (controller, board, _, mechanics):
            with pytest.raises(OutcomeUnknownError):
                controller.throw((1,), meanwhile=board.reset)
            assert mechanics.stops
            controller.stop()
            with pytest.raises(FaultError) as caught:
                controller.throw((1,))
            assert caught.value.fault == FaultNumber.STOPPED
            assert controller.clear(FaultNumber.STOPPED) == frozenset()
            controller.throw((1,))

    def test_closing_in_the_middle_of_a_throw(self, made: type[Controller]) -> None:
        with driven(made) as (controller, board, clock, mechanics):
            with pytest.raises(KeyboardInterrupt):
                controller.throw((1,), meanwhile=interrupt)
            controller.close()
            assert len(mechanics.stops) == 1
            with driver_of(made, board, clock) as later:
                assert not later.stat().faults, "the next program need not know"


def interrupt() -> None:
    raise KeyboardInterrupt
