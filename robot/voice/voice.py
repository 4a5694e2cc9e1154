"""The voice: a listener that says aloud all that people need to play without looking."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from hardware.closing import Closing
from robot.errors import VoiceError
from robot.language import Language
from robot.language.names import called
from robot.match.events import Asked, Begun, Closed, Event
from robot.match.narration import Narration, Weight
from robot.voice.playing import SoundPlayer
from robot.voice.speech import boxes, for_the_ear, phrases, pieces
from robot.voice.synthesis import Sounds

WAITING = 2
"""The most asides that wait; with one more, the oldest is dropped, because old news is not needed."""
TRIES = 3
"""Consecutive failures after which the voice stops."""
ENDING = 8.0
"""Seconds in which it may finish its sentences when it is closed."""


@dataclass(slots=True)
class Voice(Closing):
    """Says readings, decisions, questions with their answers, throws, turns and the end; used as a with-block.

    `hear` returns from a reading and from the end when they were said, so that nothing counts that was not heard, and
    from a question with a time limit when all was said that people need to know for its answer.
    `muted` and `volume` (0 to 100) may change at any time. `notify` takes one line when it falls silent for good.
    """

    language: Language
    sounds: Sounds
    player: SoundPlayer
    notify: Callable[[str], None]
    volume: int = 80
    muted: bool = False
    _narration: Narration = field(default_factory=Narration)
    _apart: tuple[str, ...] = ()
    _waiting: deque[tuple[str, Weight]] = field(default_factory=deque)
    _change: threading.Condition = field(default_factory=threading.Condition)
    _speaking: bool = False
    _silent: bool = True
    _closed: bool = False
    _worker: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._apart = boxes(self.language)
        self._silent = False
        self._worker = threading.Thread(target=self._work, name="voice", daemon=True)
        self._worker.start()
        return self

    def hear(self, event: Event) -> None:
        if isinstance(event, Begun):
            self._apart = (*boxes(self.language), *(self._name(name) for name in event.players))
        if isinstance(event, Closed):
            self._drop(Weight.PROMPT, 0)
        waits = False
        for told in self._narration.tell(event):
            if not self.muted:
                self.say(self.language.say(for_the_ear(told.saying)), told.weight)
                waits = waits or told.weight is Weight.READING
        if waits or (isinstance(event, Asked) and event.question.seconds is not None):
            self.settle()

    def say(self, text: str, weight: Weight = Weight.ASIDE) -> None:
        """Say a sentence as soon as those before are over; returns at once."""
        if weight is Weight.ASIDE:
            self._drop(weight, WAITING - 1)
        if weight is Weight.PROMPT:
            self._drop(weight, 0)
        with self._change:
            if not self._silent:
                self._waiting.append((text, weight))
                self._change.notify_all()

    def settle(self) -> None:
        """Wait until everything is said, or the voice has fallen silent for good."""
        with self._change:
            self._change.wait_for(lambda: self._silent or not (self._waiting or self._speaking))

    def close(self) -> None:
        """Finish what waits and stop; further calls do nothing."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        if self._worker:
            self._worker.join(ENDING)
            self._worker = None

    def _drop(self, weight: Weight, keep: int) -> None:
        """Drop the oldest waiting sentences of a weight, but the last `keep`."""
        with self._change:
            extra = [told for told in self._waiting if told[1] is weight]
            for told in extra[: max(0, len(extra) - keep)]:
                self._waiting.remove(told)
            self._change.notify_all()

    def _name(self, name: str) -> str:
        spoken = called(name)
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
        ahead = phrases(self.language)
        failures = 0
        while failures < TRIES:
            try:
                text = self._next()
                if text is None and not self._closed and (piece := next(ahead, None)) is not None:
                    self.sounds.piece(piece)
                    continue
                if text is None:
                    if not self._awaited():
                        return
                    continue
                sound = self.sounds.sentence(pieces(text, self._apart))
                if sound and not self.muted:
                    self.player.play(sound, self.volume)
                failures = 0
            except VoiceError as error:
                failures += 1
                if failures == TRIES:
                    self.notify(f"the voice has failed: {error}")

    def _next(self) -> str | None:
        """Return the next sentence, None if none waits; what was said before is over."""
        with self._change:
            self._speaking = bool(self._waiting)
            self._change.notify_all()
            return self._waiting.popleft()[0] if self._waiting else None

    def _awaited(self) -> bool:
        """Wait for a sentence; return False if none comes because the voice is closed."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            return bool(self._waiting)
