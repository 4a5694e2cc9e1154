"""The voice: a listener that speaks all that people need to play without looking."""

import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import Literal, Self

from hardware.closing import Closing
from robot.config import Config, Folders
from robot.errors import UsageError, VoiceError
from robot.language import Language, english
from robot.language.language import places
from robot.language.names import LONGEST_NAME, YOU, name_player
from robot.match.events import Asked, Begun, Closed, Event
from robot.match.narration import Narration, Weight
from robot.saying import Saying, Value
from robot.voice.synthesis import SoundPlayer, Sounds, find_engine, find_player

MOST_NUMBER = 120
"""The highest number whose sound is made in advance."""
FIXED = (
    *("pig-", "sheet-", "solo-", "hog-", "herd-", "tray-", "first-", "why-", "me-", "told-turn", "decision", "do-"),
    *("doing-", "throw", "stands", "stays", "ask-", "doubt-", "remedy-", "press-", "dice-show", "reads", "standing"),
    "unread",
)
"""The first parts of the keys of messages whose words are made in advance."""
RARE = ("why-step-", "why-card-")
"""Exceptions from these: few robots use such rules, and people read rule cards."""
IN_WORDS = frozenset(
    {"box", "action", "other", "strategy", "told", "why", "gain", "rule", "parts", "first", "second"}
    | {"loses", "gains", "best"}
)
"""The variables of such messages for words that are pieces of their own."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?: %)?")
_EXACT = re.compile(r"\d+[.,]\d+")

_PUNCTUATION = " .,;:"
_SOMEBODY = "Qqq"


def for_the_ear(saying: Saying) -> Saying:
    """Return a saying without its ready English text, which is for the screen: the voice needs a shorter one."""
    values: dict[str, Value] = {
        name: for_the_ear(value) if isinstance(value, Saying) else value for name, value in saying.values.items()
    }
    return replace(saying, values=values, english=None)


def format_spoken(text: str) -> str:
    """Return a sentence for speech: round numbers if they stay distinct, and remove silent marks."""
    rounded = [_round(number) for number in _EXACT.findall(text)]
    if len(set(rounded)) == len(rounded):
        text = _EXACT.sub(lambda found: _round(found[0]), text)
    text = re.sub(r"(\d+) : (?=\d)", r"\1, ", text)
    text = re.sub(r"(?<=\w):(?=\w)", " ", text)
    return re.sub(r"[„“«»()…]", "", text).strip()


def _round(number: str) -> str:
    """Round a percentage, but not to 0 or 100 unless it is exactly that."""
    exact = float(number.replace(",", "."))
    if exact != int(exact) and round(exact) in {0, 100}:
        return number
    return str(round(exact))


def pieces(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return a spoken sentence in pieces: numbers, names, and the words between them."""
    known = sorted(filter(None, map(format_spoken, names)), key=len, reverse=True)
    apart = "|".join([*map(re.escape, known), _NUMBER.pattern])  # a number, one of these names, or a pause
    splits = re.split(f"(?<!\\w)({apart})(?!\\w)|(?<=[.!?,:;]) ", format_spoken(text))
    parts = (part.strip(_PUNCTUATION) for part in splits if part)
    said = (part[:LONGEST_NAME] if part in known else part for part in parts)
    return [part for part in said if any(letter.isalnum() for letter in part)]


def list_names(language: Language) -> tuple[str, ...]:
    """Return the spoken names of boxes and choices, which are pieces of their own."""
    keys = [key for key, asked in places(english().files).items() if key.startswith(("box-", "doing-")) and not asked]
    return tuple(language.say(Saying(key)) for key in keys)


def phrases(language: Language, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield, once each, the pieces whose sounds can be made in advance: numbers, names, fixed words."""
    apart, seen = (*names, *list_names(language), _SOMEBODY), {_SOMEBODY}
    numbers = [*map(str, range(MOST_NUMBER + 1)), *(f"{number} %" for number in range(101))]
    for text in chain(numbers, apart, _samples(language)):
        for piece in pieces(text, apart):
            if piece not in seen:
                seen.add(piece)
                yield piece


def _samples(language: Language) -> Iterator[str]:
    for key, asked in places(english().files).items():
        if key.startswith("title-"):
            title = Saying(key, dict.fromkeys(asked, 1))
            yield language.say(Saying("begin", {"title": title, "players": _SOMEBODY}))
        if key.startswith(FIXED) and not key.startswith(RARE):
            words: dict[str, Value] = dict.fromkeys(asked & IN_WORDS, _SOMEBODY)
            for name, number in product((YOU, _SOMEBODY), (0, 1, 2)):
                yield language.say(Saying(key, {**dict.fromkeys(asked, number), **words, "name": name}))


WAITING = 2
"""The most asides that wait; the voice then drops the oldest, because old news is useless."""
TRIES = 3
"""The voice stops after so many consecutive failures."""
ENDING = 8.0
"""Seconds that the voice has to finish its sentences when it is closed."""


@dataclass(slots=True)
class Voice(Closing):
    """Speaks readings, decisions, questions with their answers, throws, turns and the end. Use it in a with-block.

    After a reading or the end, `hear` returns when it was spoken, so that nothing counts unheard; after a question with
    a time limit, when all sentences were spoken. `volume` (0 to 100, 0 for silence) may change at any time. `notify`
    receives one line if the voice stops for good.
    """

    language: Language
    sounds: Sounds
    player: SoundPlayer
    notify: Callable[[str], None]
    volume: int = 80
    _narration: Narration = field(default_factory=Narration)
    _apart: tuple[str, ...] = ()
    _waiting: deque[tuple[str, Weight]] = field(default_factory=deque)
    _change: threading.Condition = field(default_factory=threading.Condition)
    _speaking: bool = False
    _silent: bool = True
    _closed: bool = False
    _worker: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._apart = list_names(self.language)
        self._silent = False
        self._worker = threading.Thread(target=self._work, name="voice", daemon=True)
        self._worker.start()
        return self

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            self._apart = (*list_names(self.language), *(self._name(name) for name in event.players))
        if isinstance(event, Closed):
            self._drop(Weight.PROMPT, 0)
        waits = False
        for told in self._narration.tell(event):
            if self.volume:
                self.say(self.language.say(for_the_ear(told.saying)), told.weight)
                waits = waits or told.weight is Weight.READING
        if waits or (isinstance(event, Asked) and event.question.seconds is not None):
            self.settle()

    def say(self, text: str, weight: Weight = Weight.ASIDE) -> None:
        """Say a sentence when the earlier ones are over. Return at once."""
        if weight is Weight.ASIDE:
            self._drop(weight, WAITING - 1)
        if weight is Weight.PROMPT:
            self._drop(weight, 0)
        with self._change:
            if not self._silent:
                self._waiting.append((text, weight))
                self._change.notify_all()

    def settle(self) -> None:
        """Wait until all sentences are spoken, or the voice has stopped for good."""
        with self._change:
            self._change.wait_for(lambda: self._silent or not (self._waiting or self._speaking))

    def close(self) -> None:
        """Finish the waiting sentences and stop; further calls do nothing."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        if self._worker:
            self._worker.join(ENDING)
            self._worker = None

    def _drop(self, weight: Weight, keep: int) -> None:
        """Drop the oldest waiting sentences of a weight, except the last `keep`."""
        with self._change:
            extra = [told for told in self._waiting if told[1] is weight]
            for told in extra[: max(0, len(extra) - keep)]:
                self._waiting.remove(told)
            self._change.notify_all()

    def _name(self, name: str) -> str:
        spoken = name_player(name)
        return spoken if isinstance(spoken, str) else self.language.say(spoken)

    def _work(self) -> None:
        try:
            self._speak()
        finally:
            with self._change:
                self._silent, self._speaking = True, False
                self._waiting.clear()
                self._change.notify_all()

    def _speak(self) -> None:
        """Say the waiting sentences; when none waits, synthesise one more piece in advance."""
        failures, ahead = 0, phrases(self.language)
        while failures < TRIES:
            try:
                text = self._next()
                if text is not None:
                    sound = self.sounds.sentence(pieces(text, self._apart))
                    if sound and self.volume:
                        self.player(sound, self.volume)
                    failures = 0
                elif not self._closed and (piece := next(ahead, None)) is not None:
                    self.sounds.piece(piece)
                elif not self._await_sentence():
                    return
            except VoiceError as error:
                failures += 1
                if failures == TRIES:
                    self.notify(f"the voice has failed: {error}")

    def _next(self) -> str | None:
        """Return the next sentence, None if none waits. Note that the one before is over."""
        with self._change:
            self._speaking = bool(self._waiting)
            self._change.notify_all()
            return self._waiting.popleft()[0] if self._waiting else None

    def _await_sentence(self) -> bool:
        """Wait for a sentence; return False if the voice is closed instead."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            return bool(self._waiting)


NO_ENGINE = "espeak-ng is not installed: run 'sudo apt install espeak-ng'"
NO_PLAYER = "no player is installed: run 'sudo apt install alsa-utils'"


def open_voice(config: Config, folders: Folders, language: Language, notify: Callable[[str], None]) -> Voice | None:
    """Return the voice, not started; None if it is not configured, or not installed, which `notify` reports."""
    if not config.voice:
        return None
    engine, player = find_engine(language.name, folders.voices), find_player(folders.cache / "voice")
    if engine is None or player is None:
        notify(f"there is no voice: {NO_ENGINE if engine is None else NO_PLAYER}")
        return None
    return Voice(language, Sounds(engine, folders.cache / "voice"), player, notify, config.volume)


def voice_state(config: Config, folders: Folders) -> tuple[Literal["ok", "absent"], str]:
    """Return whether there is a voice, and a description of it; everything else works without one."""
    try:
        language = Language(config.language, folders.languages).name
    except UsageError:
        language = "en"
    engine, player = find_engine(language, folders.voices), find_player(folders.cache)
    if engine is None:
        return "absent", NO_ENGINE
    if player is None:
        return "absent", f"{engine.name} can speak, but {NO_PLAYER}"
    on = "on" if config.voice else "off, until the configuration has voice = true"
    return "ok", f"{engine.name} speaks, {player.command[0]} plays at volume {config.volume}: {on}"
