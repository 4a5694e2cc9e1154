"""Words to systemd: that the table is ready, that it lives, that it ends (the protocol of sd_notify)."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from hardware.clock import Clock
from robot.exhibit.crashes import FAST, CrashBook
from robot.host.status import Phase, Status


@dataclass(slots=True)
class Notifier:
    """Sends words to the socket that systemd has named in `environment`, if it has named one.

    If the socket has gone, nothing is sent, and the table goes on.
    """

    environment: Mapping[str, str]
    clock: Clock
    _beaten: float | None = None

    @property
    def heard(self) -> bool:
        """Whether systemd has started this program and waits for its words."""
        return self.environment.get("NOTIFY_SOCKET", "").startswith(("/", "@"))

    @property
    def watched(self) -> float | None:
        """Seconds after which systemd gives a silent program up, None if it does not watch this one."""
        microseconds = self.environment.get("WATCHDOG_USEC", "")
        if self.environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
            return None
        return int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None

    def ready(self, status: str) -> None:
        self.send(f"READY=1\nSTATUS={status}")

    def status(self, words: str) -> None:
        """Set the text that `systemctl status` shows."""
        self.send(f"STATUS={words}")

    def stopping(self) -> None:
        self.send("STOPPING=1")

    def beat(self) -> None:
        """Say that the game loop gets along: at most four times within the seconds of the watchdog."""
        watched, now = self.watched, self.clock.now()
        if watched is not None and (self._beaten is None or now - self._beaten >= watched / 4):
            self._beaten = now
            self.send("WATCHDOG=1")

    def send(self, words: str) -> None:
        if not self.heard:
            return
        address = self.environment["NOTIFY_SOCKET"]
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.connect("\0" + address[1:] if address.startswith("@") else address)
            sender.sendall(words.encode())


@dataclass(slots=True)
class WatchdogBeat:
    """The watchdog call of the game loop, made at every step."""

    notifier: Notifier
    crashes: CrashBook
    clock: Clock
    _young: bool = True

    def __call__(self) -> None:
        self.notifier.beat()
        if self._young and self.clock.now() > FAST:
            self._young = False
            self.crashes.lasts()


@dataclass(slots=True)
class SystemdStatus:
    """Follows the status for systemd: ready as soon as the devices were tried, and then what is going on."""

    notifier: Notifier
    _phase: Phase = Phase.STARTING
    _ready: bool = False

    def follow(self, status: Status) -> None:
        if status.phase is self._phase:
            return
        self._phase = status.phase
        if self._ready:
            self.notifier.status(status.phase)
        else:
            self._ready = True
            self.notifier.ready(status.phase)
