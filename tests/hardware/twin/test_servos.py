"""How fast levers follow their pulses, without the physics of what they press on."""

import math
from collections.abc import Sequence
from typing import cast

import pytest

from hardware.dimensions import dimensions
from hardware.sim.build import Build
from hardware.twin.block import Block
from hardware.twin.faults import SLOW_SHARE
from hardware.twin.servos import SPEED, Servos
from tests.support.firmware.servo_pins import at_pins

TICK = 0.01


class AimedBlock:
    """A block without dice: its levers stand where the servos aim them."""

    levers: Sequence[float] = ()
    grips: dict[int, tuple[bool, bool]]
    """Whether each lever is driven, and whether it slips."""

    def __init__(self) -> None:
        self.grips = {}

    def set_levers(self, angles: Sequence[float]) -> None:
        self.levers = tuple(angles)

    aim = set_levers

    def grip(self, well: int, driven: bool, slips: bool) -> None:
        self.grips[well] = driven, slips


def seconds_to_come_down(block: AimedBlock, slow: frozenset[int] = frozenset()) -> list[float]:
    """Return how long each lever turns until it is down."""
    servos = Servos(dimensions(), cast(Block, block), Build.of({}))
    servos.set_faults(frozenset(), slow)
    servos.set_pulses(tuple(at_pins(*(1800,) * 6).values()))
    turned = [0.0] * 6
    while servos.turning or not any(turned):
        before = block.levers
        servos.tick(TICK)
        turned = [so_far + TICK * (a != b) for so_far, a, b in zip(turned, before, block.levers, strict=True)]
    return turned


def test_levers_follow_at_the_speed_of_their_servos_and_slow_ones_later() -> None:
    block = AimedBlock()
    from_up = math.radians(dimensions()["lever"]["highest"])
    well = seconds_to_come_down(block)
    assert well == pytest.approx([(from_up - block.levers[0]) / SPEED] * 6, abs=TICK)
    slow = seconds_to_come_down(AimedBlock(), frozenset({2, 5}))
    assert [late / usual for late, usual in zip(slow, well, strict=True)] == pytest.approx(
        [1, 1 / SLOW_SHARE, 1, 1, 1 / SLOW_SHARE, 1], rel=0.1
    )


def test_a_lever_is_driven_once_it_has_pulses_and_slips_where_it_is_told() -> None:
    block = AimedBlock()
    servos = Servos(dimensions(), cast(Block, block), Build.of({}))
    servos.set_faults(frozenset({3}), frozenset())
    assert block.grips == {well: (False, well == 3) for well in range(1, 7)}
    servos.set_pulses((1500.0, *[None] * 5))
    assert block.grips == {well: (well == 1, well == 3) for well in range(1, 7)}
