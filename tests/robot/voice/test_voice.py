"""The voice says what matters, out of pieces that are sound already, and never lets the game wait."""

import random
import re
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from robot.config import Config, Folders
from robot.errors import VoiceError
from robot.games.dialog import choices
from robot.games.game import Tally, Wish
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.match.events import Announced, Asked, Begun, Booked, Closed, Decided, Ended, Event, Looked, Read
from robot.match.journal import Journal
from robot.match.narration import Narration, Weight
from robot.match.questions import ChooseMove, Question
from robot.saying import Saying
from robot.voice.synthesis import Engine, ProgramPlayer, Sound, Sounds, find_engine, find_player
from robot.voice.voice import (
    NO_ENGINE,
    WAITING,
    Voice,
    for_the_ear,
    format_spoken,
    list_names,
    open_voice,
    phrases,
    pieces,
    voice_state,
)
from tests.support.requirements import needs
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Listening, Pressing, desk_of, look, make_begun
from tests.support.robot.waiting import PATIENCE

RATE = 8000


class Humming(Engine):
    """An engine that hums as many samples as there are letters, hundredfold."""

    def __init__(self, *, fails: bool = False) -> None:
        super().__init__("humming", ())
        self.asked, self.fails = list[str](), fails

    def wav(self, words: str) -> bytes:
        self.asked.append(words)
        if self.fails:
            raise VoiceError("hoarse")
        hum = np.full(100 * len(words), 9000, np.int16)
        return Sound(np.concatenate([np.zeros(RATE, np.int16), hum, np.zeros(RATE, np.int16)]), RATE).wav()


@dataclass
class HearingPlayer:
    """A player that keeps what it plays; it waits at `gate` before each sound."""

    heard: list[tuple[Sound, int]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    fails: bool = False

    def __call__(self, sound: Sound, volume: int) -> None:
        assert self.gate.wait(PATIENCE)
        if self.fails:
            raise VoiceError("no sound device")
        self.heard.append((sound, volume))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """Return the events of a game of Pig between a robot and a person."""
    listening, desk = Listening(), desk_of(Pressing.of("rrh" * 60))
    desk.notify = listening.hear
    with Journal(tmp_path_factory.mktemp("journal") / "journal") as journal:
        begun = journal.begin("pig", {"goal": 40}, ("robot:optimal", "you:Anna"), 3, 0)
        match_of(begun, listeners=[listening], desk=desk).play(journal, DrawnTable(random.Random(3)))
    return listening.events


def said_of(game: list[Event], language: Language) -> list[str]:
    narration = Narration()
    return [language.say(for_the_ear(told.saying)) for event in game for told in narration.tell(event)]


def test_readings_questions_decisions_throws_turns_and_the_end_are_said_and_nothing_twice(game: list[Event]) -> None:
    said = said_of(game, Language("de"))
    robots = [event for event in game if isinstance(event, Decided) and event.decision]
    found = [event for event in game if isinstance(event, Begun | Looked | Asked | Read | Booked | Announced | Ended)]
    assert len(said) == len(robots) + len(found) + 1, "one more explains the buttons for wishes"
    assert any(text.endswith("Anna ist dran.") for text in said)
    assert not any("Roboter (optimal) ist dran" in text for text in said)
    first = next(number for number, event in enumerate(game) if isinstance(event, Decided))
    assert not any(isinstance(event, Read) for event in game[:first]), "decisions are told before motion"


@pytest.mark.parametrize("name", languages())
def test_nearly_every_piece_of_a_game_is_sound_before_it_is_needed(game: list[Event], name: str) -> None:
    language = Language(name)
    known = set(phrases(language, ("Anna", "Robot (óptimo)", "Roboter (optimal)", "robot optimal")))
    names = (*list_names(language), "Anna")
    parts = [part for text in said_of(game, language) for part in pieces(text, names)]
    missing = {part for part in parts if part not in known and not re.search(r"obot|\d[.,]\d", part)}
    assert not missing
    assert len(known) < 725, "some fifty are what the robot says beside the game"


def test_numbers_are_rounded_for_the_ear_unless_that_makes_them_alike_or_sure() -> None:
    assert format_spoken("gewinnt 61,4 %, sonst 58,0 %") == "gewinnt 61 %, sonst 58 %"
    assert format_spoken("wins 61.4 %, else 60.9 %") == "wins 61.4 %, else 60.9 %"
    assert format_spoken("wins 99.98 %") == "wins 99.98 %"
    assert format_spoken("wins 0.02 %") == "wins 0.02 %"
    assert format_spoken("Es steht 40 : 12.") == "Es steht 40, 12."
    assert format_spoken("6 bei „Kleine Straße“ (robot:optimal) …") == "6 bei Kleine Straße robot optimal"


def test_pieces_keep_every_word_in_its_order() -> None:
    text = "Anna 2 wirft 12 und 5; 125 für Annabella."
    parts = pieces(text, ("Anna 2", "Anna"))
    assert parts == ["Anna 2", "wirft", "12", "und", "5", "125", "für Annabella"]
    assert pieces(f"{'Max' * 5000} ist dran.", ("Max" * 5000,)) == [("Max" * 20)[:40], "ist dran"]
    assert pieces("wins 61 %, he says. Next: 3") == ["wins", "61 %", "he says", "Next", "3"]


def test_a_piece_is_made_once_and_loses_the_silence_around_it(tmp_path: Path) -> None:
    engine = Humming()
    sounds = Sounds(engine, tmp_path)
    first, again = sounds.piece("drei"), Sounds(engine, tmp_path).piece("drei")
    assert engine.asked == ["drei"]
    assert len(first.samples) == len(again.samples) == 400
    joined = sounds.sentence(["drei", "vier"])
    assert joined is not None
    assert 800 < len(joined.samples) < 800 + RATE // 4
    assert sounds.sentence([]) is None


def test_a_damaged_piece_is_made_again(tmp_path: Path) -> None:
    engine = Humming()
    sounds = Sounds(engine, tmp_path)
    sounds.piece("drei")
    (kept,) = (tmp_path / "humming").iterdir()
    kept.write_bytes(b"RIFF")
    assert len(sounds.piece("drei").samples) == 400
    assert len(engine.asked) == 2


def test_volume_makes_it_quieter_and_not_shorter() -> None:
    sound = Sound(np.full(100, 20000, np.int16), RATE)
    half = Sound.of_wav(sound.wav(50))
    assert len(half.samples) == 100
    assert set(half.samples) == {10000}


def test_a_game_never_waits_and_what_is_old_is_left_out(tmp_path: Path) -> None:
    player = HearingPlayer()
    with Voice(Language("de"), Sounds(Humming(), tmp_path), player, print) as voice:
        for number in range(50):
            voice.say(f"Satz {number}")
        assert len(voice._waiting) <= WAITING
        assert not player.heard, "nobody has waited for a sound"
        player.gate.set()
    assert 0 < len(player.heard) <= WAITING + 1


def test_a_reading_is_heard_before_the_game_goes_on(tmp_path: Path) -> None:
    player = HearingPlayer()
    heard_first: list[int] = []
    with Voice(Language(), Sounds(Humming(), tmp_path), player, print) as voice:

        def look_at_dice() -> None:
            voice.hear(Looked(1, 1, look(3)))
            heard_first.append(len(player.heard))

        game = threading.Thread(target=look_at_dice)
        game.start()
        assert game.is_alive()
        assert not heard_first
        player.gate.set()
        game.join(PATIENCE)
    assert heard_first == [1]


def test_choices_that_are_answered_before_they_are_said_are_left_out(tmp_path: Path) -> None:
    player, rules = HearingPlayer(), make_game("pig", {})
    engine = Humming()
    with Voice(Language(), Sounds(engine, tmp_path), player, print) as voice:
        voice.say("Somebody speaks.", Weight.TOLD)
        voice.hear(make_begun(rules, "Anna", "Ben"))
        voice.hear(Asked(Question(1, ChooseMove(rules.begin(2)), ("Anna",), wishes=frozenset({Wish.HINT}))))
        told = [text for text, _ in voice._waiting]
        voice.hear(Closed(1))
        assert "Anna: ROLL (r) throws." in told
        assert "Anna: ROLL (r) throws." not in [text for text, _ in voice._waiting]
        player.gate.set()
        voice.settle()
    assert len(player.heard) == 3, "the sentence before, the beginning, and the buttons for wishes"


def test_what_a_hold_banks_is_told_and_whether_it_wins() -> None:
    rules = make_game("pig", {"goal": 30})
    for total, told in ((9, "HOLD (h) banks 9."), (10, "HOLD (h) banks 10 and wins.")):
        position = rules.position({"scores": [20, 0], "turn_total": total}, 0)
        said = Language().say(choices(position, "Anna", Tally(), None))
        assert said == f"Anna: ROLL (r) throws. {told}"


def test_without_volume_it_says_nothing_and_closing_ends_the_thread(tmp_path: Path, game: list[Event]) -> None:
    player = HearingPlayer()
    player.gate.set()
    with Voice(Language("es"), Sounds(Humming(), tmp_path), player, print, volume=0) as voice:
        for event in game:
            voice.hear(event)
        thread = voice._worker
    assert not player.heard
    assert thread is not None
    assert not thread.is_alive()
    voice.close()


def test_it_falls_silent_after_some_failures_and_says_so_once(tmp_path: Path) -> None:
    player, found = HearingPlayer(fails=True), list[str]()
    player.gate.set()
    voice = Voice(Language(), Sounds(Humming(), tmp_path), player, found.append)
    with voice:
        thread = voice._worker
        assert thread is not None
        while thread.is_alive():
            voice.say("Hello.")
            thread.join(0.01)
        voice.say("IdlePolicy hears this.")
    assert found == ["the voice has failed: no sound device"]


def test_without_engine_or_player_is_no_voice_nor_fault(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    notices: list[str] = []
    assert open_voice(Config(voice=True), folders, Language(), notices.append) is None
    assert notices == [f"there is no voice: {NO_ENGINE}"]
    assert voice_state(Config(), folders) == ("absent", NO_ENGINE)


def program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_piper_speaks_where_it_has_a_voice(folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin", "piper", 'cat > /dev/null; basename "$2" >&2; exit 3')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    folders.voices.mkdir(parents=True)
    (folders.voices / "de_DE-thorsten-medium.onnx").touch()
    engine = find_engine("de", folders.voices)
    assert engine
    assert engine.name == "piper-de_DE-thorsten-medium"
    with pytest.raises(VoiceError, match=r"cannot speak \(.*de_DE-thorsten-medium\.onnx\)"):
        engine.wav("drei")
    other = find_engine("es", folders.voices)
    assert other is None or not other.name.startswith("piper")


def test_one_player_process_gets_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin", "aplay", f'cp "$2" {tmp_path}/heard.wav')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    player = find_player(tmp_path)
    assert isinstance(player, ProgramPlayer)
    player(Sound(np.full(100, 20000, np.int16), RATE), 10)
    assert set(Sound.of_wav((tmp_path / "heard.wav").read_bytes()).samples) == {2000}
    program(tmp_path / "bin", "aplay", "echo no card >&2; exit 1")
    with pytest.raises(VoiceError, match="no card"):
        player(Sound(np.full(100, 20000, np.int16), RATE), 10)


def test_a_player_has_the_time_that_the_sound_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = list[float]()

    def play(*_: object, timeout: float, **__: object) -> subprocess.CompletedProcess[bytes]:
        limits.append(timeout)
        return subprocess.CompletedProcess((), 0)

    monkeypatch.setattr(subprocess, "run", play)
    ProgramPlayer(("aplay",), tmp_path / "now.wav")(Sound(np.zeros(20 * RATE, np.int16), RATE), 10)
    assert limits[0] > 20


@pytest.mark.check
@pytest.mark.parametrize("name", languages())
def test_espeak_says_a_sentence_in_each_language(name: str, tmp_path: Path) -> None:
    needs("espeak-ng")
    engine = find_engine(name, None)
    assert engine
    assert engine.name == f"espeak-ng-{name}"
    text = Language(name).say(Saying("pig-throw", {"name": "Anna", "values": (6,), "total": 17}))
    sound = Sounds(engine, tmp_path).sentence(pieces(text, ("Anna",)))
    assert sound is not None
    assert 1.0 < sound.seconds < 6.0
    loud = np.abs(sound.samples.astype(float))
    assert np.sqrt((loud**2).mean()) > 500
    longer = Sounds(engine, tmp_path).sentence(pieces(f"{text} {text}", ("Anna",)))
    assert longer is not None
    assert longer.seconds == pytest.approx(2 * sound.seconds, rel=0.05)


@pytest.mark.check
def test_words_that_differ_sound_different(tmp_path: Path) -> None:
    needs("espeak-ng")
    engine = find_engine("de", None)
    assert engine is not None
    sounds = Sounds(engine, tmp_path)
    assert sounds.piece("drei").samples.tobytes() != sounds.piece("zwei").samples.tobytes()
