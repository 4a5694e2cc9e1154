"""The tutor warns a person once of a choice that costs much; the drill asks the same positions again."""

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.errors import PanelLeftError
from hardware.panel import Button, Panels
from robot.coach.advice import Tutor
from robot.coach.drill import Drill, PastError, past_errors
from robot.errors import UsageError
from robot.games.pig.race import RacePosition
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Asked, Booked, Event
from robot.match.journal import Journal
from robot.match.people import PATIENCE
from robot.match.questions import REGRET_HOLD
from robot.match.seats import GameSetting
from robot.review.past_games import from_journal, review_past
from robot.review.summary import rate
from solver.action import HOLD, ROLL
from solver.games import find_game
from solver.race.rules import PigState
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, PushedPanel

COSTS = "Careful: "
BEST = "Throw, with 2 points at risk: that wins 53.6 of 100 games, against only 48.4 for holding."
WHY = (
    "Throw, with 2 points at risk: that wins 53.6 of 100 games. The cost of holding is 5.3 of 100 games: it loses 5.5 "
    "by not throwing on (83 of 100 throws score), and gains 0.2 by not risking the turn (17 of 100 throws end it)."
)


@dataclass
class TutoredGame:
    """A game of Pig in which a person is warned; each question takes the next button of `script`, then they go."""

    script: list[Button]
    events: list[Event] = field(default_factory=list)

    def play(self, folder: Path) -> None:
        clock, self.panel = VirtualClock(), PushedPanel()
        desk = QuestionDesk(Panels(clock, self.panel, rest=0.0), clock, self.hear)
        setting = GameSetting("pig", {}, ("you:Ada", "robot:hold20"), first="1")
        seating = setting.seating(None)
        with Journal(folder / "journal.sqlite") as journal:
            game = journal.begin("pig", {}, seating.players, 1)
            match = match_of(game, listeners=[self], desk=desk, patience=PATIENCE, warn=Tutor.of(seating).warn)
            with pytest.raises(PanelLeftError):
                match.play(journal, DrawnTable(random.Random(1)))

    def hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Asked):
            if not self.script:
                raise PanelLeftError("they go away")
            self.panel.push(self.script.pop(0))

    @property
    def warnings(self) -> list[str]:
        said = [english().say(event.saying) for event in self.events if isinstance(event, Announced)]
        return [words for words in said if words.startswith(COSTS)]

    @property
    def kinds(self) -> list[str]:
        return [event.question.topic.kind for event in self.events if isinstance(event, Asked)]


def test_a_costly_choice_is_told_its_cost_and_asked_about_once(tmp_path: Path) -> None:
    game = TutoredGame([Button.ROLL, Button.HOLD, Button.NEW, Button.HOLD])
    game.play(tmp_path)
    assert game.kinds[:4] == ["move", "move", "regret", "move"], "chosen again, it counts without another question"
    assert len(game.warnings) == 1
    assert [event.action for event in game.events if isinstance(event, Booked)] == [HOLD]


def test_a_costly_choice_that_is_kept_counts_and_is_not_asked_about_again(tmp_path: Path) -> None:
    game = TutoredGame([Button.ROLL, Button.HOLD, Button.HOLD])
    game.play(tmp_path)
    assert game.kinds.count(REGRET_HOLD.kind) == 1
    assert REGRET_HOLD.press(None, Button.ROLL, False) is None, "who throws, as the warning advises, keeps nothing"
    assert any(isinstance(event, Booked) for event in game.events)


@pytest.fixture
def error(tmp_path: Path) -> PastError:
    """Return the only error of a game in the journal: Ada holds after one throw of Pig."""
    TutoredGame([Button.ROLL, Button.HOLD, Button.HOLD]).play(tmp_path)
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert past_errors(journal, "pig", tmp_path, "Bob") == []
        assert past_errors(journal, "hog", tmp_path) == []
        (found,) = past_errors(journal, "pig", tmp_path, "ada")
    return found


def test_an_error_in_the_journal_is_asked_again(error: PastError) -> None:
    drill = Drill(error, english())
    asked = drill.ask(1, 1)
    assert (asked[0], asked[-1][:17]) == ("1 of 1, from game 1. What do you do?", "Type your choice;")
    assert asked[-2] == str(error.advice.position.state)
    assert asked[-3].startswith(f"{error.advice.position.at_risk} points are at risk")
    for typed, said in (
        ("blue", "means nothing here"),
        ("u", "nothing to take back"),
        ("p a.jpg", "means nothing here"),
        ("?", "Choice: r says"),
    ):
        assert said in drill.answer(typed)[0]
        assert not drill.over
    assert drill.answer("h") == [WHY]
    assert (drill.over, drill.chosen) == (True, HOLD)


@pytest.mark.parametrize(("typed", "chosen", "said"), [("r", ROLL, "That was the best choice."), ("", None, BEST)])
def test_a_choice_is_told_and_enter_shows_the_best(error: PastError, typed: str, chosen: Any, said: str) -> None:
    drill = Drill(error, english())
    assert drill.answer(typed) == [said]
    assert (drill.over, drill.chosen) == (True, chosen)


def test_what_a_robot_chose_for_somebody_who_left_is_no_error_of_theirs(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for leaves in (1, 3):  # before the hold, which costs much, and after it
            game = journal.begin("pig", {}, ("you:Ada", "robot:hold20"), 1)
            entries: list[tuple[str, dict[str, Any]]] = [
                ("intention", {"wells": [2], "action": "roll", "keep": {}}),
                ("reading", {"values": [3]}),
                ("booking", {"action": "hold"}),
            ]
            entries.insert(leaves, ("leave", {"seat": 0}))
            for kind, data in entries:
                journal.write(game, kind, None if kind in {"booking", "leave"} else 1, **data)
        assert [error.number for error in past_errors(journal, "pig", tmp_path)] == [2]
        games = [from_journal(journal, number, tmp_path) for number in (1, 2)]
        assert [len(rate(past, review_past(past, wins=True))[0].costs) for past in games] == [0, 1]


@pytest.mark.parametrize("turn", [2, 19, 20, 21, 40])
def test_the_warning_tells_what_the_solver_says_that_it_costs(turn: int) -> None:
    worth = find_game("pig").advise(f"0:0 +{turn}").options
    position = RacePosition(PigState(turn_total=turn))
    tutor = Tutor.of(GameSetting("pig", {}, ("you", "robot")).seating(None))
    costs = 100 * (worth[ROLL] - worth[HOLD])
    warning = tutor.warn(position, position.with_wells(HOLD))
    if costs < 1:
        assert warning is None
    else:
        assert warning is not None
        assert f"The cost of holding is {costs:.1f} of 100 games" in english().say(warning)


@pytest.mark.parametrize(
    ("game", "players", "why"),
    [("pig", ("robot", "robot"), "only robots play"), ("skunk", ("you", "robot"), "skunk is not solved")],
)
def test_nobody_is_tutored_where_that_makes_no_sense(game: str, players: tuple[str, ...], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        Tutor.of(GameSetting(game, {}, players).seating(None))
