"""Boards on USB as pyserial and udev show them: a folder stands for /dev/serial/by-id."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware import ports


@dataclass(slots=True)
class FakePort:
    """A port as pyserial lists it; without `vid` it is not on USB."""

    device: str
    vid: int | None = 0x2341
    product: str | None = "Arduino Uno"


@dataclass(slots=True)
class FakeUsb:
    """What is plugged in. `by_id` stands for /dev/serial/by-id."""

    by_id: Path
    there: list[FakePort] = field(default_factory=list)

    def plug(self, port: FakePort, name: str | None = None) -> str:
        """Plug a board in, whose name that stays is `name`; return this name, or else the kernel's."""
        self.there.append(port)
        if name is None:
            return port.device
        link = self.by_id / name
        link.symlink_to(port.device)
        return str(link)

    def unplug(self) -> None:
        """Pull out all boards."""
        self.there.clear()
        for link in self.by_id.iterdir():
            link.unlink()


def fake_usb(folder: Path, monkeypatch: pytest.MonkeyPatch) -> FakeUsb:
    """Let the program see nothing but what is plugged into the return value."""
    usb = FakeUsb(folder / "by-id")
    usb.by_id.mkdir()
    monkeypatch.setattr(ports, "BY_ID", usb.by_id)
    monkeypatch.setattr(ports, "comports", lambda: usb.there)
    return usb
