"""What the scope shows is what goes over the pins, and that it is watched changes nothing."""

import numpy as np
import pytest

from hardware.clock import VirtualClock
from hardware.controller import ShakeProgram
from hardware.dimensions import dimensions
from hardware.sim.table import FRAMES_A_SECOND, Sight
from hardware.twin.scope import CHANNELS, Samples
from hardware.twin.twin import Twin
from tests.support.firmware.build import built
from tests.support.hardware.boards import controller_of
from tests.support.requirements import needs_package

pytestmark = pytest.mark.check

SHAKE = ShakeProgram(seconds=0.5, ramp=0.1)
SEED = 11


def played(shown: list[tuple[Sight, Samples]] | None) -> tuple[tuple[int, ...], float]:
    """Home, hold two dice and shake the others under one light; return the dice and when it was over."""
    show = None if shown is None else lambda sight, samples: shown.append((sight, samples))
    clock = VirtualClock()
    with (
        Twin(dimensions(), SEED, clock, built("runner"), show=show) as twin,
        controller_of(twin.board, clock) as host,
    ):
        host.home()
        host.clamp({2, 5})
        host.lights(left=True, right=False)
        host.shake(SHAKE)
        return twin.truth(), clock.now()


def test_the_scope_shows_what_goes_over_the_pins_and_changes_nothing() -> None:
    needs_package("mujoco")
    shown: list[tuple[Sight, Samples]] = []
    assert played(shown) == played(None)
    last = {name: shown[-1][1][:, number] for number, name in enumerate(CHANNELS)}
    fast = last["steps"] > 4000
    assert 0.2 < fast.sum() / FRAMES_A_SECOND < 1.5
    assert (last["current"][fast] == 1).all()
    assert {0.0, 1.0} == set(np.unique(last["forward"]))
    assert {0.0, 1.0} == set(np.unique(last["home"]))
    assert (last["lid"] == 1).all()
    assert (last["servo2"][fast] < 3000 - 1700).all()
    assert (last["servo1"][fast] > 3000 - 1100).all()
    assert (last["left"][fast] == 1).all()
    assert (last["right"] == 0).all()
