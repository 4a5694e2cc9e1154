"""Readings set right on the panel's own buttons, on mock pins."""

from collections.abc import Collection, Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.clock import SystemClock
from hardware.panel import KEEPS, Button, GpioPanel, PanelPins
from hardware.panels import Panels
from robot.match.desk.question_desk import QuestionDesk
from robot.match.people import PeopleAtTheDesk

PINS = PanelPins().buttons()


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    mock = MockFactory()
    yield mock
    mock.reset()


def test_a_value_goes_down_by_its_own_button_and_up_by_roll_round_and_round(factory: MockFactory) -> None:
    """Somebody presses the next button whenever the last one is seen to have done something."""
    fingers = iter([KEEPS[1], KEEPS[1], KEEPS[1], Button.ROLL, KEEPS[0], KEEPS[0], KEEPS[0], Button.HOLD])
    shown: list[tuple[tuple[int | None, ...], int]] = []

    class Fingers(Panels):
        def lamps(self, lit: Collection[Button]) -> None:
            super().lamps(lit)
            if lit:
                pin = PINS[next(fingers)]
                factory.pin(pin).drive_low()
                factory.pin(pin).drive_high()

    clock = SystemClock()
    with GpioPanel(clock, factory=factory, debounce=0, hold_off=0.0) as panel:
        people = PeopleAtTheDesk(QuestionDesk(Fingers(clock, panel, rest=0.0), clock), lambda _: None)
        people_said = people.confirmed((2, 2), lambda values, chosen: shown.append((values, chosen)))
        lamps = [pin for pin in PanelPins().lamps if factory.pin(pin).state]
    assert people_said == (6, 1)
    assert [values for values, _ in shown] == [(2, 2), (2, 2), (2, 1), (2, 6), (2, 1), (2, 1), (1, 1), (6, 1)]
    assert [chosen for _, chosen in shown] == [0, 1, 1, 1, 1, 0, 0, 0]
    assert lamps == []


def test_a_button_that_is_held_down_or_bounces_takes_one_alone(factory: MockFactory) -> None:
    clock = SystemClock()
    with GpioPanel(clock, factory=factory, debounce=0) as panel:
        pin = factory.pin(PINS[KEEPS[0]])
        for _ in range(20):
            pin.drive_low()
            pin.drive_high()
        assert panel.press(1.0) is KEEPS[0]
        assert panel.press(0.0) is None
