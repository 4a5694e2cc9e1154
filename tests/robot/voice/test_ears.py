"""Whole games by ear: a player gets the words of the voice alone, and each word is compared with the game."""

import random
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from robot.games.registry import make_game
from robot.language import languages
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Event
from robot.match.match import Match
from robot.match.people import PATIENCE, PeopleAtTheDesk
from robot.match.players import make_player
from robot.table.table import Table, Witness
from robot.voice.voice import Voice
from tests.support.robot.ear_player import VOCABULARIES, EarPanel, EarPlayer, HeardWords, voice_of
from tests.support.robot.stubs import DrawnTable, drawing_robot, look, machine_of
from tests.support.robot.told_truth import Heard, Key, Moment, NotedJournal, ToldTruth

SEATS = {"pig": ("you:Ann", "robot:hold20"), "yahtzee": ("you:Ann", "draw robot")}


class SometimesInDoubt(DrawnTable):
    """A table that asks people now and then what its last die shows."""

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], witness: Witness) -> tuple[int, ...]:
        values = tuple(keep.get(well) or self.random.randint(1, 6) for well in wells)
        if wells[-1] in keep or self.random.random() < 0.9:
            witness.looked(look(*values))
            return values
        unsure = look(*values[:-1], None)
        witness.looked(unsure)
        return (*values[:-1], witness.asked(len(values) - 1, unsure) or 0)


class Ear:
    """A player by ear, for one game after the other with one voice."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.moments: list[Moment] = []
        self.player = EarPlayer(random.Random(0), VOCABULARIES[language])
        self.voice: Voice = voice_of(HeardWords(self._heard), language)

    def _heard(self, text: str) -> None:
        self.moments.append(Heard(text))
        self.player.hear(text)

    def hear(self, event: Event) -> None:
        """Note an event before the voice says it."""
        self.moments.append(event)
        self.voice.hear(event)

    def play(self, game: str, seed: int, folder: Path, table: Table, rules: Mapping[str, Any]) -> Match:
        """Play a whole game."""
        self.moments.clear()
        self.player = EarPlayer(random.Random(seed), VOCABULARIES[self.language])
        panel = EarPanel(self.player, self.voice, lambda key: self.moments.append(Key(key)))
        desk = QuestionDesk(panel, VirtualClock(), self.hear)
        made = make_game(game, rules)
        seats = SEATS[game]
        players = [
            drawing_robot("draw robot", seed) if seat.startswith("draw") else make_player(seat, made, desk)
            for seat in seats
        ]
        with NotedJournal(folder / f"{game}-{self.language}-{seed}") as journal:
            journal.noted = self.moments.append
            match = Match(journal.begin(made.name, made.rules, seats, seed), made, players, table, journal, [self])
            match.onlooker = PeopleAtTheDesk(desk, match.announced, PATIENCE)
            match.play()
        self.voice.settle()
        return match


def play_all(game: str, games: int, folder: Path) -> tuple[int, int]:
    """Play so many games and compare every word; return how many readings and questions there were."""
    readings = questions = 0
    ear = Ear("en")
    with ear.voice:
        for seed in range(games):
            ear.play(game, seed, folder, SometimesInDoubt(random.Random(seed)), {})
            truth = ToldTruth()
            truth.check(ear.moments)
            readings, questions = readings + truth.readings, questions + truth.questions
    return readings, questions


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_is_played_by_ear_and_every_word_is_so(game: str, tmp_path: Path) -> None:
    readings, questions = play_all(game, 1, tmp_path)
    assert readings > 15
    assert questions > 10


@pytest.mark.check
@pytest.mark.parametrize("game", SEATS)
def test_ten_whole_games_are_played_by_ear_and_every_word_is_so(game: str, tmp_path: Path) -> None:
    readings, questions = play_all(game, 10, tmp_path)
    assert readings > 300
    assert questions > 200


@pytest.mark.soak
@pytest.mark.parametrize("game", SEATS)
def test_a_thousand_whole_games_are_played_by_ear_and_every_word_is_so(game: str, tmp_path: Path) -> None:
    readings, questions = play_all(game, 1000, tmp_path)
    print(f"\n1,000 games of {game} by ear: {readings} readings and {questions} questions, all heard and right")
    assert readings > 30_000


@pytest.mark.check
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_a_whole_game_is_played_by_ear_in_other_languages(game: str, language: str, tmp_path: Path) -> None:
    ear = Ear(language)
    with ear.voice:
        match = ear.play(game, 1, tmp_path, SometimesInDoubt(random.Random(1)), {})
    assert match._position.over
    assert sum(isinstance(moment, Key) for moment in ear.moments) > 20


@pytest.mark.check
def test_a_game_on_the_simulated_table_is_played_by_ear(tmp_path: Path) -> None:
    ear, truth = Ear("en"), ToldTruth()
    with ExitStack() as stack, ear.voice:
        table = stack.enter_context(closing(machine_of(stack, 4)[1]))
        ear.play("pig", 4, tmp_path, table, {"goal": 10})
        truth.check(ear.moments)
    assert truth.readings >= 2
