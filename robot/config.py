"""The user's XDG folders, and the operator's settings in config.toml."""

import enum
import ipaddress
import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from forms.toml import Form, FormError, Kind, among, fill, flag, number, parse, read_text, text, whole
from robot.errors import UsageError
from solver.errors import UnknownNameError

SIMULATED, TWIN = "sim", "twin"
MADE_UP = {SIMULATED: "simulated table", TWIN: "twin"}
"""Tables that need no hardware, as people call them."""
MACHINES = ("crank", "boxes")
"""The kinds of machine, the default first. They repeat KINDS of hardware.dimensions, which takes long to import."""
HANDS = "hands"
"""The table where people throw their own dice, with a camera or without."""
ENTERED = "entered"
"""The table of a study in which people throw without a camera and type what they see."""
PHONE = "phone"
"""The camera of the table `hands` that is a phone with the page."""
ASIDE = "-before-restore-"
"""Joins a folder's name and a number, for the data that 'pipsqueak data restore' has put aside."""
AUTOMATIC = "automatic"
"""The `shown_name` with which the machine chooses the address that phones are shown."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one user; none is made before something is written into it."""

    config: Path
    data: Path
    cache: Path

    @classmethod
    def of_user(cls) -> "Folders":
        """Return PIPSQUEAK_HOME if it is set, else the XDG folders."""
        home = os.environ.get("PIPSQUEAK_HOME")
        if home:
            return cls(Path(home) / "config", Path(home) / "data", Path(home) / "cache")
        from platformdirs import PlatformDirs

        folders = PlatformDirs("pipsqueak", appauthor=False)
        return cls(folders.user_config_path, folders.user_data_path, folders.user_cache_path)

    @property
    def journal(self) -> Path:
        return self.data / "journal.sqlite"

    @property
    def coach(self) -> Path:
        """Where coached games are kept."""
        return self.data / "coach"

    @property
    def exhibition(self) -> Path:
        """Where the reports of exhibitions are kept."""
        return self.data / "exhibition"

    @property
    def phones(self) -> Path:
        """The file of the phones that are let in, and of the names under which they sit."""
        return self.data / "phones.json"

    @property
    def log(self) -> Path:
        """The file in which programs at the table log what happened, for the operator."""
        return self.data / "log" / "pipsqueak.log"

    @property
    def languages(self) -> Path:
        """Where people put their own languages, and their changes to those that ship."""
        return self.config / "languages"

    @property
    def corrections(self) -> Path:
        """Where pictures of dice that people corrected are kept."""
        return self.data / "corrections"

    @property
    def pictures(self) -> Path:
        """Where pictures that people saved are kept."""
        return self.data / "pictures"

    @property
    def recordings(self) -> Path:
        """The default folder of recordings; old ones are thinned out there."""
        return self.data / "recordings"

    @property
    def dice(self) -> Path:
        """Where the chances of studied dice are kept, by the names of the dice."""
        return self.data / "dice"

    @property
    def voices(self) -> Path:
        """Where people put voices for Piper."""
        return self.data / "voices"

    def adjustment(self, name: str, table: str) -> Path:
        """Return the file of a table's `calibration`, `levers` or `shake`. Tables without hardware have their own."""
        return self.config / (f"{name}-{table}.json" if table in MADE_UP else f"{name}.json")

    def aside(self, number: int) -> "Folders":
        """Return the folders of the data that the `number`-th 'pipsqueak data restore --replace' has put aside."""
        config, data = (one.with_name(f"{one.name}{ASIDE}{number}") for one in (self.config, self.data))
        return Folders(config, data, self.cache)

    def asides(self) -> list["Folders"]:
        """Return all such folders that hold data, oldest first."""
        called = re.compile(rf"{re.escape(self.data.name + ASIDE)}([1-9][0-9]*)")
        found = (called.fullmatch(one.name) for one in self.data.parent.glob("*"))
        return [self.aside(number) for number in sorted(int(one[1]) for one in found if one)]

    @property
    def restoring(self) -> "Folders":
        """Where 'pipsqueak data restore' unpacks a backup. Files that a power cut leaves there are useless."""
        config, data = (one.with_name(f".{one.name}.restoring") for one in (self.config, self.data))
        return Folders(config, data, self.cache)

    @property
    def selftests(self) -> Path:
        """Where the reports of self-tests are kept."""
        return self.data / "selftest"


class Tempo(enum.StrEnum):
    """How fast a game goes on after something that people want to see. FAST waits for nothing."""

    CALM = "calm"
    BRISK = "brisk"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of config.toml; the command line overrides them.

    `host_names` reads `name`. Phones are shown `shown_name`, a name or an address: with AUTOMATIC the address of the
    network that they most likely share, with "" the first name in `name`. No option overrides `shown_name`. Phones join
    the Wi-Fi `wifi_name`, which is open if `wifi_password` is "". `feed_key` gives access to the feed; with "" nobody
    has access. `usb_buttons` is the device file of a USB encoder, or "auto" for the only joystick. The last five set
    the Pi's camera; None leaves a value to the calibration.
    """

    table: str = SIMULATED
    machine: str = MACHINES[0]
    camera: str = "picamera"
    boxes: int = 6
    name: str = ""
    shown_name: str = ""
    wifi_name: str = ""
    wifi_password: str = ""
    feed_key: str = ""
    panel: bool = False
    usb_buttons: str = ""
    small_buttons: bool = True
    hints: bool = True
    take_back: bool = True
    leaving: bool = True
    language: str = "en"
    tempo: str = Tempo.CALM.value
    voice: bool = False
    volume: int = 80
    recordings_days: int = 30
    recordings_gigabytes: int = 10
    exposure_milliseconds: float | None = None
    gain: float | None = None
    red_gain: float | None = None
    blue_gain: float | None = None
    focus_dioptres: float | None = None

    @property
    def has_buttons(self) -> bool:
        """Whether people at the table have a panel of buttons."""
        return self.panel or bool(self.usb_buttons)

    @property
    def names(self) -> tuple[str, ...]:
        """The configured names and addresses of this machine; the one that phones are shown comes first."""
        chosen = {*host_names(self.shown_name)} - {AUTOMATIC}
        return tuple(dict.fromkeys((*chosen, *host_names(self.name))))

    @property
    def told_name(self) -> str:
        """The name or address that phones open, "" for the address of the network that they most likely share."""
        return "" if AUTOMATIC in host_names(self.shown_name) else next(iter(self.names), "")


SECRETS = ("wifi_password", "feed_key")
"""The settings that are not printed: people paste printed settings into reports."""
LONGEST_HOST = 253
HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*")
"""A host name by RFC 1123. Underscores are in use too."""
WIFI_NAME_BYTES = 32
FEED_KEY = re.compile(r"([A-Za-z0-9._~-]{8,200})?")
"""Characters that a URL need not escape, by RFC 3986, section 2.3."""
WIFI_PASSWORD = re.compile(r"([ -~]{8,63}|[0-9A-Fa-f]{64})?")
"""A Wi-Fi password by IEEE 802.11: 8 to 63 ASCII characters, or a key of 64 hex digits; "" for an open network."""
GONE_KEYS = frozenset({"mqtt", "mqtt_name", "mqtt_password", "selftest", "sounds", "talk"})
"""Removed settings; a file that holds them can still be read."""


def host_names(text: str) -> tuple[str, ...]:
    """Return the names and addresses in a text with commas between them, in lower case; none from "".

    Raises ValueError with a message of one line.
    """
    names = tuple(name.strip().lower() for name in text.split(",")) if text else ()
    for name in names:
        try:
            ipaddress.ip_address(name)
        except ValueError:
            if len(name) > LONGEST_HOST or not HOST.fullmatch(name):
                raise ValueError(f"{name[:80]!r} is not a machine: give a name such as pipsqueak.lan") from None
    return names


def _names(value: object, *, most: int | None = None) -> str:
    if not isinstance(value, str) or len(host_names(value)) > (most or len(value)):
        raise ValueError
    return value


_NAME = "a machine's name such as pipsqueak.lan"
KINDS: Form = {
    "machine": among(MACHINES),
    "name": Kind(f"{_NAME}, or several with commas between them", _names),
    "shown_name": Kind(f"{_NAME}, and all others in name", partial(_names, most=1)),
    "wifi_name": text(
        lambda name: len(name.encode()) <= WIFI_NAME_BYTES and name.isprintable(),
        f"at most {WIFI_NAME_BYTES} bytes of printable text",
    ),
    "wifi_password": text(
        lambda word: WIFI_PASSWORD.fullmatch(word) is not None, "its 8 to 63 characters, or '' for none", secret=True
    ),
    "feed_key": text(
        lambda key: FEED_KEY.fullmatch(key) is not None, "8 to 200 letters of English, digits and . _ ~ -", secret=True
    ),
    "tempo": among(Tempo),
    "boxes": whole(1, 6),
    "volume": whole(0, 100),
    "exposure_milliseconds": number(0.1, 30.0),  # a frame takes 33 ms
    "gain": number(1.0, 16.0),
    "red_gain": number(1.0, 8.0),  # libcamera raises all colours where a gain is below 1
    "blue_gain": number(1.0, 8.0),
    "focus_dioptres": number(0.0, 15.0),  # the range of Camera Module 3: from infinity to 67 mm
}
"""The kinds of settings that need more than a check of their type."""
USUAL = {str: text(), int: whole(0, 1_000_000), bool: flag()}
FORM: Form = {
    name: KINDS.get(name, USUAL.get(type(usual), text())).usually(usual) for name, usual in asdict(Config()).items()
}


def keep(folders: Folders, key: str, value: str | float | None) -> None:
    """Write one setting into config.toml, remove it if it is None, and leave everything else unchanged, comments too.

    Raises:
        UsageError: the file cannot be written, or could not be read with this setting.

    """
    from robot.files import write_whole

    path = folders.config / "config.toml"
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        place = next((number for number, found in enumerate(lines) if found.partition("=")[0].strip() == key), None)
        end = len(lines) if place is None else place + 1
        remark = "" if place is None else _remark(lines[place])
        changed = [] if value is None else [f"{key} = {json.dumps(value, ensure_ascii=False)}{remark}"]
        lines[end if place is None else place : end] = changed
        text = "".join(f"{line}\n" for line in lines)
        parse(text, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be written ({error}): free some space or correct the file's permissions", key="fault-config"
        ) from error


def _remark(line: str) -> str:
    """Return the comment at the end of a line, with the space before it."""
    for mark in re.finditer(r"\s*#", line):
        with suppress(FormError):
            parse(line[: mark.start()], "")
            return line[mark.start() :]
    return ""


def read_setting(folders: Folders, key: str, typed: str | None) -> str | float | None:
    """Return the value of a typed setting: text as it was typed, others as TOML writes them. None is the default.

    Raises:
        UnknownNameError: there is no such setting.
        UsageError: the setting does not take such a value.

    """
    if key not in FORM:
        raise UnknownNameError.of("setting", key, FORM)
    value: str | float | None = typed
    if typed is not None and not isinstance(FORM[key].usual, str):
        with suppress(FormError):
            value = parse(f"value = {typed}", "")["value"]
    if key == "language" and typed is not None:
        check_language(typed, folders.languages)
    changed = {} if value is None else {key: value}
    try:
        fill({key: FORM[key]}, changed)
        _fill({name: one for name, one in read_written(folders).items() if name != key} | changed, folders)
    except FormError as wrong:
        raise UsageError(str(wrong), key="fault-config") from wrong
    return value


def read_written(folders: Folders) -> dict[str, object]:
    """Return the settings in config.toml, without removed ones, which stderr names. Raises FormError."""
    path = folders.config / "config.toml"
    try:
        written = parse(read_text(path), str(path))
    except FormError as wrong:
        if isinstance(wrong.__cause__, FileNotFoundError):
            return {}
        raise
    if gone := written.keys() & GONE_KEYS:
        _tell_gone(path, ", ".join(sorted(gone)))
    return {key: value for key, value in written.items() if key not in gone}


def _fill(written: Mapping[str, object], folders: Folders) -> dict[str, Any]:
    values = fill(FORM, written, folders.config / "config.toml")
    if values["wifi_password"] and not values["wifi_name"]:
        raise FormError(f"in {folders.config / 'config.toml'} wifi_password is set without wifi_name: write both")
    return values


def load(folders: Folders) -> Config:
    """Read config.toml. If it sets no language, take that of the environment.

    Raises:
        UsageError: the file is not TOML, or holds an unknown key, an unknown language or a value of another type.

    """
    try:
        written = read_written(folders)
        config = Config(**_fill({"language": language_of_locale(folders)} | written, folders))
    except FormError as wrong:
        raise UsageError(f"{wrong}; correct it or move it away", key="fault-config") from wrong
    try:
        check_language(config.language, folders.languages)
    except UsageError as wrong:
        what = f"{folders.config / 'config.toml'}: {wrong}"
        raise UsageError(f"{what}, or run 'pipsqueak data config set language en'", key="fault-config") from wrong
    return config


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of all languages there are, English first. `folder` holds languages of the user."""
    folders = [Path(__file__).with_name("language"), *([folder] if folder else [])]
    usual = Config().language
    return (usual, *sorted({path.stem for each in folders for path in each.glob("*.ftl")} - {usual}))


def check_language(name: str, folder: Path | None) -> None:
    """Raise UsageError if there is no such language."""
    if name not in (known := languages(folder)):
        raise UsageError(f"there is no language {name[:80]!r}: choose {', '.join(known)}", key="fault-language")


def language_of_locale(folders: Folders) -> str:
    """Return the language that LC_ALL, LC_MESSAGES or LANG names, or English if the program does not speak it."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split("[_.@]", named)[0].lower()
    return language if language in languages(folders.languages) else Config().language


@cache
def _tell_gone(path: Path, keys: str) -> None:
    """Say once on stderr that a file holds removed settings."""
    sys.stderr.write(f"pipsqueak: {path} holds settings that no longer exist: remove {keys}\n")
