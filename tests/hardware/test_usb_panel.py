"""A USB encoder's buttons, as the bytes that Linux gives: each button, holding NEW, bouncing, what is refused."""

import fcntl
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.errors import PanelError
from hardware.panel import KEEPS, Button
from hardware.usb_panel import EVENT, KINDS, UsbPanel

KEYS, AXES = 1, 3


class Encoder:
    """A pipe in the place of an encoder's file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "usb-encoder-event-joystick"
        os.mkfifo(self.path)
        self.clock = VirtualClock()
        self._pipe = self.path.open("r+b", buffering=0)
        self.panel = UsbPanel(self.clock, encoders=folder)

    def send(self, code: int, value: int, kind: int = KEYS) -> None:
        self._pipe.write(EVENT.pack(0, 0, kind, code, value) + EVENT.pack(0, 0, 0, 0, 0))

    def tap(self, code: int) -> None:
        self.send(code, 1)
        self.send(code, 0)

    def unplug(self) -> None:
        self._pipe.close()


@pytest.fixture
def encoder(tmp_path: Path) -> Iterator[Encoder]:
    made = Encoder(tmp_path)
    yield made
    made.panel.close()
    made.unplug()


@pytest.mark.parametrize("codes", KINDS)
def test_each_button_counts_once_in_its_order(encoder: Encoder, codes: Sequence[int]) -> None:
    for code in codes:
        encoder.tap(code)
    encoder.send(0, 127, AXES)
    encoder.tap(0x1FF)
    wanted = [Button.ROLL, Button.HOLD, Button.NEW, *KEEPS][: len(codes)]
    assert [encoder.panel.press(0.0) for _ in range(len(codes) + 1)] == [*wanted, None]
    assert encoder.panel.came == dict(zip([*codes, 0x1FF], [*wanted, None], strict=True))


@pytest.mark.parametrize(("own", "code"), [((0x2C0, 0x2C7, 0x2C3), 0x2C3), ((30, 19, 0x120), 35)])
def test_a_device_s_own_codes_are_numbered_unless_it_is_a_keyboard(
    own: tuple[int, ...], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(_handle: int, request: int, bits: Any) -> None:
        for one in own if request == 0x80604521 else ():
            bits[one // 8] |= 1 << one % 8

    monkeypatch.setattr(fcntl, "ioctl", tell)
    encoder = Encoder(tmp_path)
    encoder.tap(code)
    assert encoder.panel.press(0.0) is Button.HOLD
    encoder.panel.close()
    encoder.unplug()


def test_a_button_that_bounces_or_is_held_down_counts_once(encoder: Encoder) -> None:
    for value in (1, 0, 1, 2, 2, 2):
        encoder.send(0x120, value)
    assert [encoder.panel.press(0.0), encoder.panel.press(0.0)] == [Button.ROLL, None]
    encoder.clock.sleep(0.3)
    encoder.tap(0x120)
    assert encoder.panel.press(0.0) is Button.ROLL


def test_new_counts_when_it_is_let_go_and_held_down_it_asks_for_a_hint_and_then_leaves(encoder: Encoder) -> None:
    encoder.send(0x122, 1)
    assert encoder.panel.press(0.0) is None
    encoder.send(0x122, 0)
    assert encoder.panel.press(0.0) is Button.NEW
    for wanted in (Button.HINT, Button.LEAVE, Button.HINT):
        encoder.send(0x122, 1)
        assert encoder.panel.press(0.0) is None
        encoder.clock.sleep(1.0)
        assert encoder.panel.press(0.0) is wanted
        encoder.send(0x122, 0)
        assert encoder.panel.press(0.0) is None
    encoder.tap(0x121)
    assert encoder.panel.press(0.0) is Button.HOLD


def test_what_was_pressed_before_a_question_is_dropped_but_for_what_it_wants(encoder: Encoder) -> None:
    encoder.tap(0x120)
    encoder.tap(0x121)
    encoder.panel.forget(but=[Button.HOLD])
    assert [encoder.panel.press(0.0), encoder.panel.press(0.0)] == [Button.HOLD, None]
    encoder.panel.lamps([Button.KEEP1])


def test_half_an_event_waits_for_the_other_half(encoder: Encoder) -> None:
    event = EVENT.pack(0, 0, KEYS, 0x120, 1)
    encoder._pipe.write(event[:7])
    assert encoder.panel.press(0.01) is None
    encoder._pipe.write(event[7:])
    assert encoder.panel.press(None) is Button.ROLL


def test_what_cannot_be_opened_is_told_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = VirtualClock()
    with pytest.raises(PanelError, match="no USB encoder is plugged in that is a joystick; plug it in, or name its"):
        UsbPanel(clock, encoders=tmp_path)
    with pytest.raises(PanelError, match=f"there are no buttons at {tmp_path}/absent: No such file"):
        UsbPanel(clock, f"{tmp_path}/absent")
    for name in ("a", "b"):
        (tmp_path / f"{name}-event-joystick").touch()
    with pytest.raises(PanelError, match="several joysticks are plugged in"):
        UsbPanel(clock, encoders=tmp_path)

    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PanelError, match=r"may not be read; type 'sudo usermod -aG input \$USER'"):
        UsbPanel(clock, f"{tmp_path}/a-event-joystick")
