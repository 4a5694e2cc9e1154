"""The sounds of moments: made by the project's script, played beside the game, silent once they cannot be."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from robot.errors import VoiceError
from robot.games.game import Position
from robot.games.registry import make_game
from robot.match.events import Read
from robot.match.moments import MomentKind
from robot.voice.playing import MomentSounds, moment_sound
from robot.voice.synthesis import Sound
from solver.action import ROLL


def thrown(*faces: int) -> Read:
    """Return the reading of the last of these throws of Pig."""
    position: Position = make_game("pig", {}).begin(2)
    for face in faces[:-1]:
        position = position.after(ROLL, (face,))
    return Read(len(faces), position, ROLL, faces[-1:], position.after(ROLL, faces[-1:]))


@dataclass
class Loudspeaker:
    """Keeps what it plays, or fails."""

    broken: bool = False
    played: list[tuple[float, int]] = field(default_factory=list)

    def __call__(self, sound: Sound, volume: int) -> None:
        if self.broken:
            raise VoiceError("aplay plays nothing: check the sound device")
        self.played.append((sound.seconds, volume))


def test_there_is_a_sound_for_each_kind_of_moment_short_and_not_too_loud() -> None:
    for kind in MomentKind:
        found = moment_sound(kind)
        assert 0.5 < found.seconds < 2.0
        assert abs(found.samples).max() <= 0.7 * 32768


def test_a_bust_is_heard_and_a_throw_is_not() -> None:
    speaker = Loudspeaker()
    with MomentSounds(speaker, pytest.fail, 50) as sounds:
        sounds.hear(thrown(6, 5))
        sounds.hear(thrown(6, 1))
    assert speaker.played == [(moment_sound(MomentKind.BUST).seconds, 50)]


def test_sounds_that_fail_are_told_once_and_stop_no_game() -> None:
    told: list[str] = []
    notify: Callable[[str], None] = told.append
    with MomentSounds(Loudspeaker(broken=True), notify) as sounds:
        for _ in range(3):
            sounds.hear(thrown(6, 1))
    assert told == ["the sounds have failed: aplay plays nothing: check the sound device"]


def test_muted_sounds_are_silent_and_heard_again() -> None:
    speaker = Loudspeaker()
    with MomentSounds(speaker, pytest.fail) as sounds:
        sounds.muted = True
        sounds.hear(thrown(6, 1))
        sounds.muted, sounds.volume = False, 30
        sounds.hear(thrown(6, 1))
    assert [volume for _, volume in speaker.played] == [30]
