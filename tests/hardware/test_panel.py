"""The panel on mock pins and the keyboard in its place: every button, its lamp, bouncing and leaving."""

import io
import os
import pty
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory

from hardware import keyboard
from hardware.clock import VirtualClock
from hardware.errors import PanelError, PanelLeftError
from hardware.keyboard import KEYS, KeyboardPanel
from hardware.panel import KEEPS, Button, GpioPanel, PanelPins, Panels
from tests.support.hardware.timed_panel import script
from tests.support.robot.waiting import PATIENCE


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    mock = MockFactory()
    yield mock
    mock.reset()


def push(factory: MockFactory, pin: int) -> None:
    factory.pin(pin).drive_low()


def let_go(factory: MockFactory, pin: int) -> None:
    factory.pin(pin).drive_high()


def test_every_button_has_its_pin(factory: MockFactory) -> None:
    pins = PanelPins()
    clock = VirtualClock()
    assert len({*pins.buttons().values(), *pins.lamps}) == 15
    with GpioPanel(clock, pins, factory=factory, debounce=0, long=PATIENCE) as panel:
        for button, pin in pins.buttons().items():
            push(factory, pin)
            if button is Button.NEW:
                assert panel.press(0) is None
                let_go(factory, pin)
            assert panel.press(PATIENCE) is button
            let_go(factory, pin)
        assert panel.press(0) is None


def test_new_held_down_asks_for_a_hint_and_held_down_again_leaves(factory: MockFactory) -> None:
    pins = PanelPins()
    with GpioPanel(VirtualClock(), pins, factory=factory, debounce=0, long=0.01) as panel:
        for wanted in (Button.HINT, Button.LEAVE, Button.HINT):
            push(factory, pins.new)
            assert panel.press(PATIENCE) is wanted
            let_go(factory, pins.new)
        push(factory, pins.roll)
        assert panel.press(PATIENCE) is Button.ROLL
        push(factory, pins.new)
        assert panel.press(PATIENCE) is Button.HINT
        assert panel.press(0) is None


def test_new_begins_a_game_again_after_it_was_held_down(factory: MockFactory) -> None:
    pins = PanelPins()
    with GpioPanel(VirtualClock(), pins, factory=factory, debounce=0, long=PATIENCE) as panel:
        push(factory, pins.new)
        panel._start_hold()  # as gpiozero calls it, which measures real time
        let_go(factory, pins.new)
        push(factory, pins.new)
        let_go(factory, pins.new)
        assert [panel.press(PATIENCE) for _ in range(2)] == [Button.HINT, Button.NEW]


def test_a_bouncing_or_held_button_counts_once(factory: MockFactory) -> None:
    pins, clock = PanelPins(), VirtualClock()
    with GpioPanel(clock, pins, factory=factory, debounce=0, hold_off=0.25) as panel:
        for _ in range(5):
            push(factory, pins.roll)
            clock.sleep(0.01)
            let_go(factory, pins.roll)
            clock.sleep(0.01)
        push(factory, pins.roll)
        clock.sleep(3.0)
        assert panel.press(PATIENCE) is Button.ROLL
        assert panel.press(0) is None
        let_go(factory, pins.roll)
        push(factory, pins.roll)
        assert panel.press(PATIENCE) is Button.ROLL


def test_a_panel_of_three_big_buttons_leaves_all_other_pins_alone(factory: MockFactory) -> None:
    pins, nine = PanelPins(keeps=(), lamps=()), PanelPins()
    with GpioPanel(VirtualClock(), pins, factory=factory, debounce=0) as panel:
        panel.lamps(KEEPS)
        assert {pin.name for pin in factory.pins} == {f"GPIO{pin}" for pin in (pins.roll, pins.hold, pins.new)}
        for pin in (*nine.keeps, *nine.lamps):
            push(factory, pin)
        assert panel.press(0) is None
        push(factory, pins.roll)
        assert panel.press(PATIENCE) is Button.ROLL


def test_a_press_wakes_who_waits(factory: MockFactory) -> None:
    pins = PanelPins()
    with GpioPanel(VirtualClock(), pins, factory=factory, debounce=0) as panel:
        timer = threading.Timer(0.05, push, (factory, pins.hold))
        timer.start()
        assert panel.press(PATIENCE) is Button.HOLD
        timer.join()


def test_lamps_light_and_go_out_on_closing(factory: MockFactory) -> None:
    pins = PanelPins()
    panel = GpioPanel(VirtualClock(), pins, factory=factory)
    panel.lamps({Button.KEEP2, Button.KEEP6, Button.ROLL})
    assert [bool(factory.pin(pin).state) for pin in pins.lamps] == [False, True, False, False, False, True]
    panel.lamps([Button.KEEP1])
    assert [bool(factory.pin(pin).state) for pin in pins.lamps] == [True] + [False] * 5
    panel.close()
    panel.close()
    assert all(factory.pin(pin).function == "input" for pin in pins.lamps)
    # The pins are free again.
    GpioPanel(VirtualClock(), pins, factory=factory).close()


def refuse() -> None:
    """Be a machine on which gpiozero can use no library of pins."""
    raise BadPinFactory("Unable to load any default pin factory!")


def test_no_gpio_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonesuch")
    with pytest.raises(PanelError, match="play with the keyboard") as raised:
        GpioPanel(VirtualClock())
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, OSError)


@pytest.mark.parametrize(
    ("imported", "said"),
    [
        (None, "sudo apt install python3-lgpio"),
        ("raise ImportError('lgpio.so: wrong ELF class')", "wrong ELF class.*sudo apt install python3-lgpio"),
        ("import os; os.mkfifo('.lgd-nfy0')", "in the current folder: .*folder that can be written"),
        ("raise type('error', (Exception,), {})('can not open gpiochip\\nmore')", "can not open gpiochip; play with"),
    ],
)
def test_an_lgpio_that_cannot_be_used_is_one_line_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, imported: str | None, said: str
) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir("/proc")  # nobody can write there, root neither
    if imported is None:
        monkeypatch.setitem(sys.modules, "lgpio", None)
    else:
        (tmp_path / "lgpio.py").write_text(imported)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setattr("gpiozero.devices.Device._default_pin_factory", refuse)
    with pytest.raises(PanelError, match=said) as raised:
        GpioPanel(VirtualClock())
    assert "\n" not in str(raised.value)


class BrokenError(Exception):
    """What a library of pins raises: of no kind that the panel knows."""


def fail(*_: object, **__: object) -> None:
    raise BrokenError("GPIO busy")


def test_what_a_pin_factory_raises_is_an_unusable_panel(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factory, "pin", fail)
    with pytest.raises(PanelError, match="pins cannot be used: GPIO busy"):
        GpioPanel(VirtualClock(), factory=factory)


def test_a_panel_whose_pins_fail_is_lost_and_no_other(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = VirtualClock()
    with Panels(clock, GpioPanel(clock, factory=factory), KeyboardPanel(io.StringIO("r\n"))) as panels:
        monkeypatch.setattr("gpiozero.pins.mock.MockPin._set_state", fail)
        panels.lamps(KEEPS)
        assert [str(why).partition(";")[0] for _, why in panels.lost] == ["the panel's pins cannot be used: GPIO busy"]
        assert panels.press(PATIENCE) is Button.ROLL


def test_a_pin_wired_twice_is_one_line(factory: MockFactory) -> None:
    with pytest.raises(PanelError, match="pins cannot be used"):
        GpioPanel(VirtualClock(), PanelPins(roll=27), factory=factory)


def test_a_visitor_s_q_ends_nothing() -> None:
    with KeyboardPanel(io.StringIO("q\nr\nq\nh\n"), leaving=False) as panel:
        assert [panel.press(), panel.press()] == [Button.ROLL, Button.HOLD]


def test_keyboard_words_of_a_stream_line_by_line() -> None:
    with KeyboardPanel(io.StringIO("roll\nh 3\n\nKEEP 5\nNew\nwhatever 7\nr")) as panel:
        pressed = [panel.press() for _ in range(6)]
        assert pressed == [Button.ROLL, Button.HOLD, Button.KEEP3, Button.KEEP5, Button.NEW, Button.ROLL]
        with pytest.raises(PanelLeftError, match="ended"):
            panel.press()


def test_keyboard_q_leaves() -> None:
    panel = KeyboardPanel(io.StringIO("r\nq\nh\n"))
    assert panel.press() is Button.ROLL
    with pytest.raises(PanelLeftError, match="left with q"):
        panel.press()


def test_keyboard_pipe_waits_for_whole_lines() -> None:
    out, into = os.pipe()
    with os.fdopen(out) as stream, KeyboardPanel(stream) as panel:
        assert panel.press(0.01) is None
        os.write(into, b"ho")
        assert panel.press(0.01) is None
        os.write(into, b"ld\n2")
        assert panel.press(PATIENCE) is Button.HOLD
        assert panel.press(0.01) is None
        os.close(into)
        assert panel.press(PATIENCE) is Button.KEEP2
        with pytest.raises(PanelLeftError):
            panel.press(PATIENCE)


def modes(handle: int) -> list[Any]:
    return termios.tcgetattr(handle)[:4]


def test_keyboard_terminal_takes_single_keys_and_is_put_back() -> None:
    person, terminal = pty.openpty()
    try:
        before = modes(terminal)
        with os.fdopen(terminal, closefd=False) as stream:
            os.write(person, b"rrz")
            panel, told = KeyboardPanel(stream), list[str]()
            assert modes(terminal) != before
            panel.tell_early = lambda: told.append("early")
            for typed, stays, early in ((b"", Button.ROLL, 0), (b"zn", Button.NEW, 0), (b"nh", Button.NEW, 1)):
                os.write(person, typed)
                panel.forget([Button.NEW])
                assert [panel.press(0.01), panel.press(0.01), len(told)] == [stays, None, early]
            os.write(person, b"".join(key.encode() for key in KEYS) + b"\x1b[H\x1b[3~\x1bOHzR")
            pressed = [panel.press(PATIENCE) for _ in range(len(KEYS) + 2)]
            assert pressed == [*KEYS.values(), Button.OTHER, Button.ROLL]
            started = time.monotonic()
            assert panel.press(0.05) is None
            assert time.monotonic() - started >= 0.04
            panel.lamps({Button.KEEP1})
            panel.close()
            panel.close()
            assert modes(terminal) == before
    finally:
        os.close(person)
        os.close(terminal)


def test_a_sequence_in_pieces_is_one_key_and_answers_of_the_terminal_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    person, terminal = pty.openpty()
    try:
        with os.fdopen(terminal, closefd=False) as stream, KeyboardPanel(stream) as panel:
            os.write(person, b"\x1bOA\x1b[?62;4c\x1b_Gi=31;OK\x1b\\\x1b[1;5C\x1b[6;20;10t1")
            assert [panel.press(PATIENCE) for _ in range(2)] == [Button.UP, Button.KEEP1]
            os.write(person, b"\x1b")
            with monkeypatch.context() as patch:
                patch.setattr(keyboard, "SEQUENCE_SECONDS", PATIENCE)
                timer = threading.Timer(0.0, os.write, (person, b"[Br"))
                timer.start()
                assert [panel.press(PATIENCE) for _ in range(2)] == [Button.DOWN, Button.ROLL]
                timer.join()
            os.write(person, b"\x1b")
            assert panel.press(PATIENCE) is Button.CLOSE
            os.write(person, b"\x1bh")
            assert [panel.press(PATIENCE) for _ in range(2)] == [Button.CLOSE, Button.HOLD]
    finally:
        os.close(person)
        os.close(terminal)


ROLL, HOLD, KEEP1 = Button.ROLL, Button.HOLD, Button.KEEP1


def hear(panels: Panels, timeout: float = 2.0) -> list[Button]:
    taken = []
    while button := panels.press(timeout):
        taken.append(button)
    return taken


@pytest.mark.parametrize(
    ("presses", "counted"),
    [
        ([[(1.0, ROLL), (3.0, KEEP1)], [(2.0, HOLD)]], [ROLL, HOLD, KEEP1]),
        ([[(1.0 + 0.033 * number, ROLL) for number in range(90)]], [ROLL]),
        ([[(1.0, ROLL), (1.01, ROLL)], [(1.02, ROLL), (1.02, HOLD)]], [ROLL, HOLD]),
        ([[(0.15 * number, ROLL) for number in range(10)]], [ROLL] * 10),
    ],
    ids=["each panel is enough alone", "held down", "bounces, or pressed twice at once", "quick fingers"],
)
def test_each_press_of_any_panel_counts_once(presses: list[list[tuple[float, Button]]], counted: list[Button]) -> None:
    clock = VirtualClock()
    assert hear(Panels(clock, *(script(clock, *some) for some in presses))) == counted


def test_what_was_held_while_nobody_asked_is_no_answer() -> None:
    clock = VirtualClock()
    panels = Panels(clock, script(clock, *((0.033 * number, ROLL) for number in range(60))))
    clock.sleep(1.0)
    panels.forget()
    assert hear(panels) == []


def test_a_panel_that_is_left_takes_no_other_with_it() -> None:
    clock = VirtualClock()
    other = script(clock, (5.0, HOLD))
    panels = Panels(clock, KeyboardPanel(io.StringIO("r\n")), other)
    assert hear(panels, 6.0) == [ROLL, HOLD]
    assert len(panels.lost) == 1
    panels.lamps([KEEP1])
    assert other._lamps == (KEEP1,)
