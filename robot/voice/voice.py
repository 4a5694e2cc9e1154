"""The voice: a listener that says aloud what matters, and never delays the game."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from hardware.closing import Closing
from robot.errors import VoiceError
from robot.language import Language
from robot.language.names import called
from robot.match.events import Begun, Event
from robot.voice.playing import SoundPlayer
from robot.voice.speech import boxes, phrases, pieces, speech
from robot.voice.synthesis import Sounds

WAITING = 2
"""The most sentences that wait; with one more, the oldest is dropped, because old news is not needed."""
TRIES = 3
"""Consecutive failures after which the voice stops."""
ENDING = 8.0
"""Seconds in which it may finish its sentence when it is closed."""


@dataclass(slots=True)
class Voice(Closing):
    """Says decisions before motion, throws, turns and the end; opened and closed as a with-block.

    `muted` and `volume` (0 to 100) may change at any time. `notify` takes one line when it falls silent for good.
    """

    language: Language
    sounds: Sounds
    player: SoundPlayer
    notify: Callable[[str], None]
    volume: int = 80
    muted: bool = False
    _names: tuple[str, ...] = ()
    _people: tuple[bool, ...] = ()
    _apart: tuple[str, ...] = ()
    _waiting: "queue.SimpleQueue[str | None]" = field(default_factory=queue.SimpleQueue)
    _worker: threading.Thread | None = None
    _closed: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        self._apart = boxes(self.language)
        self._worker = threading.Thread(target=self._work, name="voice", daemon=True)
        self._worker.start()
        return self

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            self._names, self._people = event.players, event.people
            self._apart = (*boxes(self.language), *(self._name(name) for name in event.players))
        saying = speech(event, self._names, self._people)
        if saying and not self.muted:
            self.say(self.language.say(saying))

    def say(self, text: str) -> None:
        """Say a sentence as soon as the one before is over; returns at once."""
        while self._waiting.qsize() >= WAITING:
            try:
                self._waiting.get_nowait()
            except queue.Empty:
                break
        self._waiting.put(text)

    def close(self) -> None:
        """Finish the current sentence and stop; further calls do nothing."""
        self._closed.set()
        self._waiting.put(None)
        if self._worker:
            self._worker.join(ENDING)
            self._worker = None

    def _name(self, name: str) -> str:
        spoken = called(name)
        return spoken if isinstance(spoken, str) else self.language.say(spoken)

    def _work(self) -> None:
        """Say the waiting sentences; when none waits, synthesise one more piece in advance."""
        ahead = phrases(self.language)
        failures = 0
        while failures < TRIES:
            try:
                text = self._next(block=False)
                if text is None and not self._closed.is_set():
                    piece = next(ahead, None)
                    if piece is not None:
                        self.sounds.piece(piece)
                        continue
                    text = self._next(block=True)
                if text is None:
                    return
                sound = self.sounds.sentence(pieces(text, self._apart))
                if sound and not self.muted:
                    self.player.play(sound, self.volume)
                failures = 0
            except VoiceError as error:
                failures += 1
                if failures == TRIES:
                    self.notify(f"the voice has failed: {error}")

    def _next(self, *, block: bool) -> str | None:
        try:
            return self._waiting.get(block)
        except queue.Empty:
            return None
