"""Which voice and sounds there are on this machine, if any: an engine for words, a program that plays."""

from collections.abc import Callable
from typing import Literal, Protocol

from robot.config import Config, Folders
from robot.errors import LanguageError
from robot.language import Language
from robot.voice.moment_sounds import MomentSounds
from robot.voice.playing import find_player
from robot.voice.synthesis import Sounds, find_engine
from robot.voice.voice import Voice

NO_ENGINE = "espeak-ng is not installed: run 'sudo apt install espeak-ng'"
NO_PLAYER = "no player is installed: run 'sudo apt install alsa-utils'"


class Audible(Protocol):
    """Something that is heard at the table. Its `volume` (0 to 100) may change at any time, and it may be `muted`."""

    volume: int
    muted: bool


def open_voice(config: Config, folders: Folders, language: Language, notify: Callable[[str], None]) -> Voice | None:
    """Return the voice, not started; None if none is configured, or if there is none, which `notify` reports."""
    if not config.voice:
        return None
    engine, player = find_engine(language.name, folders.voices), find_player(folders.cache / "voice")
    if engine is None or player is None:
        notify(f"there is no voice: {NO_ENGINE if engine is None else NO_PLAYER}")
        return None
    return Voice(language, Sounds(engine, folders.cache / "voice"), player, notify, config.volume)


def open_sounds(config: Config, folders: Folders, notify: Callable[[str], None]) -> MomentSounds | None:
    """Return what plays the sounds of moments; None if none are configured, or cannot be, which `notify` reports."""
    if not config.sounds:
        return None
    player = find_player(folders.cache / "voice", "moment")
    if player is None:
        notify(f"there are no sounds: {NO_PLAYER}")
        return None
    return MomentSounds(player, notify, config.volume)


def voice_state(config: Config, folders: Folders) -> tuple[Literal["ok", "absent"], str]:
    """Return whether there is a voice, and which, in words; everything else works without one."""
    try:
        language = Language(config.language, folders.languages).name
    except LanguageError:
        language = "en"
    engine, player = find_engine(language, folders.voices), find_player(folders.cache)
    if engine is None:
        return "absent", NO_ENGINE
    if player is None:
        return "absent", f"{engine.name} can speak, but {NO_PLAYER}"
    on = "on" if config.voice else "off, until the configuration has voice = true"
    return "ok", f"{engine.name} speaks, {player.command[0]} plays at volume {config.volume}: {on}"
