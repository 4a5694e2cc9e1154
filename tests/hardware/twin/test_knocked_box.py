"""The box that knocks: its flap's speed against the energy of its parts, its coil, and what lies in it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.twin.knocked_box import KnockedBox, KnockedBoxDesign, read_design
from hardware.twin.model import GRAVITY, TICK
from tests.support.requirements import needs_package

pytestmark = pytest.mark.check

needs_package("mujoco")

DESIGN, KNOCKS = read_design(dimensions("boxes"))
COIL, FLAP = DESIGN.solenoid, DESIGN.flap
EVEN = replace(COIL, resistance=1000 * COIL.resistance, rated=1000 * COIL.rated, slack=0.0, stroke=0.0015)
"""A coil without inductance to speak of: its current is the rated one at once, and its force the published one."""


def at_rest(design: KnockedBoxDesign) -> KnockedBox:
    """Return a box whose die has come to rest."""
    box = KnockedBox(design, np.random.default_rng(1))
    box.coast(3.0)
    assert box.still
    return box


def fastest_flap(box: KnockedBox, volts: float, seconds: float) -> float:
    """Return the largest speed in m/s of the flap's middle while the coil is on."""
    speeds = []
    for _ in range(round(seconds / box.design.tick)):
        box.tick(volts)
        speeds.append(box.flap_speed)
    return max(speeds)


def speed_by_energy(design: KnockedBoxDesign) -> float:
    """Return the speed in m/s of the flap's middle as the plunger sits, without die, from the work of the rated force.

    The plunger moves straight up at its distance from the hinge: the flap turns by atan(way / distance).
    """
    coil, flap = design.solenoid, design.flap
    angle = math.atan(coil.stroke / coil.reach)
    lifted = GRAVITY * (coil.plunger * coil.stroke + flap.mass * design.half * math.sin(angle))
    work = coil.work - coil.friction * coil.stroke - flap.friction * angle - lifted
    inertia = coil.plunger * (coil.reach / math.cos(angle) ** 2) ** 2 + flap.mass * (2 * design.half) ** 2 / 3
    return design.half * math.sqrt(2 * work / inertia)


@pytest.mark.parametrize("reach", [0.007, 0.010])
def test_the_flap_is_as_fast_as_the_work_of_the_published_force_makes_it(reach: float) -> None:
    design = replace(DESIGN, die_mass=1e-6, solenoid=replace(EVEN, reach=reach), tick=TICK / 8)
    assert fastest_flap(at_rest(design), EVEN.rated, 0.02) == pytest.approx(speed_by_energy(design), rel=0.05)


def test_a_pulse_does_less_than_the_published_force_and_heats_the_coil() -> None:
    box = at_rest(DESIGN)
    light = replace(DESIGN, die_mass=1e-6, solenoid=replace(EVEN, stroke=COIL.stroke))
    speed = fastest_flap(box, KNOCKS.volts, KNOCKS.pulse)
    assert 0.5 < speed < speed_by_energy(light)
    assert box.current < box.peak < 1.1 * COIL.rated / COIL.resistance
    assert 0 < box.heat < COIL.rated**2 / COIL.resistance * KNOCKS.pulse
    box.knock(0, 0)
    assert box.current == 0


def test_half_the_time_step_gives_the_same_knock() -> None:
    speeds = [
        fastest_flap(at_rest(replace(DESIGN, tick=TICK / parts)), KNOCKS.volts, KNOCKS.pulse) for parts in (1, 2, 4)
    ]
    assert speeds == pytest.approx([speeds[2]] * 3, rel=0.1)


def test_the_force_falls_as_it_is_published() -> None:
    # Seeed Studio's HCNE1-0520: 400 g, 65 g at 2 mm, 20 g at 4 mm.
    for gap, grams in ((0.0, 400), (0.002, 65), (0.004, 20)):
        share = COIL.inductance(gap)[1] / COIL.inductance(0)[1]
        assert 400 * share == pytest.approx(grams, abs=6)


def test_the_die_stays_in_its_box_and_comes_to_rest() -> None:
    box = at_rest(DESIGN)
    for _ in range(3):
        for _ in range(KNOCKS.count):
            box.knock(KNOCKS.pulse, KNOCKS.volts)
            box.coast(KNOCKS.gap - KNOCKS.pulse)
        box.coast(3.0)
        assert box.still
        x, y, height = box.pose.middle
        assert max(abs(x), abs(y)) < 1000 * DESIGN.side / 2
        assert 7.5 < height < 14
