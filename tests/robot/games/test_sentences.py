"""Every decision of a robot has a sentence, and a robot whose sentence fails moves all the same."""

import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from robot.coach.advice import CoachAdvice
from robot.coach.words import advice_sayings
from robot.games.game import Move, Position, Reasons, TableGame
from robot.games.registry import PLAYED, make_game
from robot.language import Language, languages
from robot.match.events import Decided, Hinted
from robot.match.narration import describe
from tests.support.conformance import legal

BLUNDERS = 0.3
"""The share of moves that are drawn from all that are legal."""
LOADED = "1/10,1/10,1/5,1/5,1/5,1/5"
ROUND_WHY = "solver.rounds.round_player._why"
LEVELS = ("", "beginner", "casual", "strong")
KNOWS_DICE = (
    *("pig", "progressive-pig", "two-dice-pig", "big-pig", "hog", "ten-thousand", "farkle", "kingdom-come"),
    *("yahtzee", "kniffel", "yatzy", "hooligan"),
)
SENTENCE = re.compile(r"[A-Z\d][^\n]*[^.]\.")
NEVER_SAID = re.compile(r"\.\.|\bnan\b|\binf\b|[{}]|-0[.,]0+\b")
MANY = 200_000
COACHED_EVERY = 10


@cache
def language(name: str) -> Language:
    return Language(name)


def throwing(position: Position, move: Move, chance: random.Random) -> Position:
    """Return the position after a move, whose dice are drawn."""
    if move.keep is None:
        return position.after(move)
    values = [move.keep.get(well, 0) or chance.randint(1, 6) for well in position.wells_for(move)]
    return position.after(move, values)


def decisions(game: TableGame[Any], players: int, chance: random.Random) -> Iterator[tuple[Position, Move, Reasons]]:
    """Yield the decisions of robots of all levels in games with blunders, one game after the other."""
    robots = [game.robot(strategy, chance) for strategy in LEVELS]
    while True:
        position = game.begin(players)
        while not position.over:
            if position.forced is not None:
                position = throwing(position, position.forced, chance)
                continue
            move, reasons = chance.choice(robots).decide(position)
            yield position, move, reasons
            if chance.random() < BLUNDERS:
                move = chance.choice(legal(position))
            position = throwing(position, move, chance)


def check_words(words: str) -> None:
    """Check that words are sentences."""
    assert SENTENCE.fullmatch(words), words
    assert not NEVER_SAID.search(words), words


def check_sentences(name: str, rules: Mapping[str, Any], count: int, cache: Path | None) -> None:
    """Check what is said of so many decisions, in half of them with one player more than there must be."""
    chance = random.Random(f"{name} {rules} {count}")
    game = make_game(name, rules, cache)
    fewest = game.seats[0]
    for players in (fewest, min(fewest + 1, game.seats[-1])):
        for number, (position, move, reasons) in enumerate(islice(decisions(game, players, chance), count // 2)):
            check_words(reasons.why)
            events = Decided(position, move, reasons), Hinted(position, move, reasons)
            told = [describe(event, ("Ada", "Bob", "Cyd")) for event in events]
            if number % COACHED_EVERY == 0 and position.chooses:
                told += advice_sayings(CoachAdvice.of(position, game.robot("", None)), cache)
            for saying in filter(None, told):
                check_words(language(chance.choice(languages())).say(saying))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "rules"), [*((name, {}) for name in PLAYED), *((name, {"die": LOADED}) for name in KNOWS_DICE)]
)
def test_every_one_of_many_decisions_has_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, rules: Mapping[str, Any]
) -> None:
    check_sentences(name, rules, MANY, tmp_path)
    assert not caplog.records


@pytest.mark.parametrize(
    ("name", "broken", "why"),
    [
        ("yahtzee", ("solver.sheet.coach.advise.why_best", "robot.games.sheet.game.sheet_reason"), "Throw all dice."),
        ("pig", ("solver.race.strategies.why_best", "robot.games.pig.race.race_reason"), "Roll."),
        ("hog", ("solver.race.hog_strategies._why", "robot.games.pig.hog.dice_reason"), "Throw 6 dice."),
        ("pig-turns", ("solver.single.games.Solitaire._why", "robot.games.pig.single_player.worth_reason"), "Roll."),
        ("skunk", ("solver.simultaneous.strategy.decimals", "robot.games.pig.simultaneous.worth_reason"), "Stand."),
        ("farkle", ("solver.keep_and_throw.player.WINS", "robot.games.keep_and_throw.game.choice_reason"), "Throw."),
        ("threes", (ROUND_WHY, "robot.games.rounds.one_round.choice_reason"), "Throw 5 dice."),
        ("shut-the-box", (ROUND_WHY, "robot.games.rounds.one_round.choice_reason"), "Throw 2 dice."),
    ],
)
def test_a_robot_whose_sentence_fails_says_only_what_it_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str, broken: tuple[str, str], why: str
) -> None:
    game = make_game(name, {})
    position = game.begin(game.seats[0])
    meant, whole = game.robot("", None).decide(position)
    for function in broken:
        monkeypatch.setattr(function, None)  # calling it raises TypeError, which no room of the program raises
    move, reasons = game.robot("", None).decide(position)
    assert move == meant
    assert reasons.to_json() == whole.to_json() | {"why": why}
    assert [len(caplog.records), {record.name for record in caplog.records}] == [2, {"solver.explanation"}]
    for tongue in map(language, languages()):
        for less, more in ((reasons.own, whole.own), (reasons.hint, whole.hint)):
            check_words(tongue.say(less))
            assert len(tongue.say(less)) < len(tongue.say(more))
