"""Several panels as one."""

import io

from hardware.clock import VirtualClock
from hardware.keyboard import KeyboardPanel
from hardware.panel import Button
from hardware.panels import Panels
from tests.support.hardware.timed_panel import timed

ROLL, HOLD, KEEP1 = Button.ROLL, Button.HOLD, Button.KEEP1


def heard(panels: Panels, timeout: float = 2.0) -> list[Button]:
    taken = []
    while button := panels.press(timeout):
        taken.append(button)
    return taken


def test_every_panel_is_enough_alone_and_order_is_kept() -> None:
    clock = VirtualClock()
    panels = Panels(clock, timed(clock, (1.0, ROLL), (3.0, KEEP1)), timed(clock, (2.0, HOLD)))
    assert heard(panels) == [ROLL, HOLD, KEEP1]


def test_a_button_that_is_held_down_counts_once() -> None:
    clock = VirtualClock()
    held = [(1.0 + 0.033 * number, ROLL) for number in range(90)]
    assert heard(Panels(clock, timed(clock, *held))) == [ROLL]


def test_a_button_that_bounces_or_is_pressed_twice_at_once_counts_once() -> None:
    clock = VirtualClock()
    panels = Panels(clock, timed(clock, (1.0, ROLL), (1.01, ROLL)), timed(clock, (1.02, ROLL), (1.02, HOLD)))
    assert heard(panels) == [ROLL, HOLD]


def test_quick_fingers_count_every_time() -> None:
    clock = VirtualClock()
    assert len(heard(Panels(clock, timed(clock, *((0.15 * number, ROLL) for number in range(10)))))) == 10


def test_what_was_held_while_nobody_asked_is_no_answer() -> None:
    clock = VirtualClock()
    panels = Panels(clock, timed(clock, *((0.033 * number, ROLL) for number in range(60))))
    clock.sleep(1.0)
    panels.forget()
    assert heard(panels) == []


def test_a_panel_that_is_left_takes_no_other_with_it() -> None:
    clock = VirtualClock()
    other = timed(clock, (5.0, HOLD))
    panels = Panels(clock, KeyboardPanel(io.StringIO("r\n")), other)
    assert heard(panels, 6.0) == [ROLL, HOLD]
    assert len(panels.lost) == 1
    panels.lamps([KEEP1])
    assert other._lamps == (KEEP1,)
