"""The machine's status: phase, devices, game, versions, and the last faults with their remedies."""

import enum
import logging
import platform
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from hardware.dictionary import FaultNumber
from hardware.errors import CameraError, FaultError, HardwareError, PanelError
from robot.errors import JournalError, RecordingError, UnsettledError, VoidThrowError
from robot.installation import VERSION
from robot.language import english
from robot.language.error_messages import REMEDY, ErrorMessage
from robot.saying import Saying

_log = logging.getLogger(__name__)
FAULTS_KEPT = 20
State = Literal["ok", "absent", "warning", "fault"]
WORST: tuple[State, ...] = ("ok", "warning", "fault")
DEVICES: tuple[tuple[str, tuple[type[Exception], ...]], ...] = (
    ("camera", (CameraError,)),
    ("panel", (PanelError,)),
    ("board", (HardwareError, VoidThrowError)),
    ("dice", (UnsettledError,)),
    ("journal", (JournalError,)),
    ("recording", (RecordingError,)),
)


class Phase(enum.StrEnum):
    """What the machine is doing."""

    STARTING = "starting"
    IDLE = "idle"
    COUNTDOWN = "countdown"
    ATTRACT = "attract"
    PLAYING = "playing"
    ALONE = "alone"
    WAITING = "waiting"
    RESTING = "resting"
    QUIET = "quiet"
    SAFE = "safe"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Device:
    """A device's state, and since when. `what` says what is wrong, `remedy` what to do. `tries` counts failed tries.

    `key` is the key of the messages for both, "" if there is none. `stopped` says that the fault is the emergency stop.
    """

    name: str
    state: State
    since: datetime
    what: str = ""
    remedy: str = ""
    tries: int = 0
    key: str = ""
    stopped: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "since": self.since.isoformat(timespec="seconds"),
            "what": self.what,
            "remedy": self.remedy,
            "tries": self.tries,
        }


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault. `over` is when it ended, None while it lasts. `key` is the key of its message."""

    device: str
    what: str
    remedy: str
    began: datetime
    over: datetime | None = None
    key: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "device": self.device,
            "what": self.what,
            "remedy": self.remedy,
            "began": self.began.isoformat(timespec="seconds"),
            "over": self.over and self.over.isoformat(timespec="seconds"),
        }


@dataclass(frozen=True, slots=True)
class GameNow:
    """The game that is on: its number in the journal, players, whose turn it is (a seat from 0), and throws.

    `left` are the seats whose people have left; robots play for them. `by` is the page's identifier of the phone that
    began the game, "" for the table.

    Only the pages show names. A network monitor needs none.
    """

    id: int
    game: str
    title: Saying
    players: tuple[str, ...]
    people: tuple[bool, ...]
    player: int
    throws: int
    left: tuple[int, ...] = ()
    by: str = ""

    @property
    def persons(self) -> tuple[str, ...]:
        """The names of the people who play."""
        return tuple(name for name, person in zip(self.players, self.people, strict=True) if person)

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "title": english().say(self.title),
            "people": list(self.people),
            "player": self.player + 1,
            "throws": self.throws,
            "left": [seat + 1 for seat in self.left],
        }


@dataclass(frozen=True, slots=True)
class RequestNow:
    """A requested game. When its robots are `ready`, it waits for the players of the game that is on.

    Each request of a host has its own `number`. `near` says that the request comes from the table. `people` are the
    names of the people who will play. `by` is the page's identifier of the phone that requests it, "" for the table.
    """

    title: Saying
    ready: bool
    number: int = 0
    near: bool = False
    people: tuple[str, ...] = ()
    by: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"title": english().say(self.title), "ready": self.ready}


@dataclass(frozen=True, slots=True)
class Offer:
    """An interrupted game that can go on: its number in the journal, its players, and the text that describes it."""

    id: int
    title: Saying
    players: tuple[str, ...]
    line: Saying

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "title": english().say(self.title)}


@dataclass(frozen=True, slots=True)
class Status:
    """A snapshot of the status. `seconds` are left of a countdown or a rest; the screen shows `message` meanwhile.

    `offers` are interrupted games, newest first.
    """

    phase: Phase
    devices: tuple[Device, ...] = ()
    game: GameNow | None = None
    faults: tuple[Fault, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    message: Saying | None = None
    seconds: int | None = None
    wish: RequestNow | None = None
    offers: tuple[Offer, ...] = ()

    @property
    def status(self) -> State:
        """The worst state of all devices. In safe mode it is a fault."""
        states = {device.state for device in self.devices} | ({"fault"} if self.phase is Phase.SAFE else set())
        return max((state for state in WORST if state in states), key=WORST.index, default="ok")

    @property
    def offer(self) -> Offer | None:
        """The newest offered game."""
        return next(iter(self.offers), None)

    def device(self, name: str) -> Device | None:
        return next((device for device in self.devices if device.name == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the answer to GET /health."""
        return {
            "status": self.status,
            "phase": self.phase.value,
            "message": english().say(self.message) if self.message else "",
            "seconds": self.seconds,
            "devices": {device.name: device.to_json() for device in self.devices},
            "game": self.game.to_json() if self.game else None,
            "wish": self.wish.to_json() if self.wish else None,
            "offer": self.offer.to_json() if self.offer else None,
            "faults": [fault.to_json() for fault in self.faults],
            "versions": dict(self.versions),
        }


def versions() -> dict[str, str]:
    """Return the versions of the package and of Python, and the name of the system."""
    return {
        "pipsqueak": VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def device_of(error: Exception) -> str:
    """Return the name of the device that an error concerns."""
    return next((name for name, kinds in DEVICES if isinstance(error, kinds)), "game")


class StatusBook:
    """Holds the status. Any thread may read, change and follow it. `wall` returns the time of day.

    Followers get every status in order, from one thread at a time. No lock is held meanwhile, so that a follower may
    change the status, and may wait for threads that change it.
    """

    def __init__(self, wall: Callable[[], datetime]) -> None:
        self.wall, self._lock = wall, threading.Lock()
        self._untold: deque[Status] = deque()
        self._telling = False
        self.now = Status(Phase.STARTING)
        """The present status. It does not change."""
        self._devices: dict[str, Device] = {}
        self._faults: deque[Fault] = deque(maxlen=FAULTS_KEPT)
        self._followers: list[Callable[[Status], None]] = []

    def follow(self, follower: Callable[[Status], None]) -> None:
        """Call `follower` with every status from now on, in a thread that changes it. It must be quick."""
        with self._lock:
            self._followers.append(follower)

    def change(self, **what: Any) -> None:
        """Set fields of the status by name."""
        with self._lock:
            self._set(**what)
        self._tell()

    def clear(self, name: str, state: Literal["ok", "absent"] = "ok", *, note: str = "") -> None:
        """Note that a device works, or that it is absent and not needed. Its fault is over.

        `note` is the key of a message about a device that works.
        """
        with self._lock:
            before = self._devices.get(name)
            if before and before.state == state and before.key == note:
                return
            if before and before.state not in {"absent", state}:
                _log.info("%s: ok again", name)
            what, follows = (english().say(Saying(key)) for key in (note, f"{note}{REMEDY}")) if note else ("", "")
            since = before.since if before and before.state == state else self.wall()
            self._devices[name] = Device(name, state, since, what, follows, key=note)
            self._faults = deque(
                (
                    replace(fault, over=self.wall()) if fault.device == name and fault.over is None else fault
                    for fault in self._faults
                ),
                FAULTS_KEPT,
            )
            self._set_devices()
        self._tell()

    def fault(self, name: str, error: Exception, state: Literal["warning", "fault"] = "fault") -> Device:
        """Note a device's fault. A repeated fault counts as one more try."""
        with self._lock:
            before, trouble = self._devices.get(name), ErrorMessage.of(error)
            what, remedy, key = trouble.what, trouble.remedy, trouble.key
            stopped = isinstance(error, FaultError) and error.fault == FaultNumber.ESTOP
            if before and before.state == state:
                device = replace(before, what=what, remedy=remedy, tries=before.tries + 1, key=key, stopped=stopped)
            else:
                device = Device(name, state, self.wall(), what, remedy, 1, key, stopped)
            if not (before and before.what == what):
                self._faults.appendleft(Fault(name, what, remedy, self.wall(), key=key))
                _log.warning("%s: %s: %s; %s", name, state, what, remedy)
            self._devices[name] = device
            self._set_devices()
        self._tell()
        return device

    def _set_devices(self) -> None:
        self._set(devices=tuple(self._devices.values()), faults=tuple(self._faults))

    def _set(self, **what: Any) -> None:
        changed = replace(self.now, **what)
        if changed != self.now:
            self.now = changed
            self._untold.append(changed)

    def _tell(self) -> None:
        """Pass every new status to the followers, unless another thread does so now."""
        while True:
            with self._lock:
                if self._telling or not self._untold:
                    return
                self._telling = True
                status, followers = self._untold.popleft(), tuple(self._followers)
            try:
                for follower in followers:
                    follower(status)
            finally:
                self._telling = False
