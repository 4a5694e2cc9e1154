"""Every game at the table, by name: its random games, and every legal move by buttons, page and coach.

`GAPS` holds what a game does not offer yet. A test fails when one of them is closed: then its line goes.
"""

import itertools
import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from robot.coach.answers import ScriptedCoach
from robot.coach.dialogue import TypedReader
from robot.coach.lines import Manner, read_counted
from robot.coach.session import CoachSession, CoachSetting, make_coached
from robot.errors import RobotError
from robot.games.dialog import begin_draft
from robot.games.game import Tally
from robot.games.reasons import event_decision
from robot.games.registry import PLAYED, RULES, make_game
from robot.language import Language, languages
from robot.match.events import Tallied
from robot.match.journal import Entry
from robot.match.questions import ChooseMove
from robot.match.standing import Standing, read_action, write_action
from robot.review.past_games import PastGame, review
from robot.web.game.choice import game_of
from robot.web.game.view import view
from robot.web.game.words import Words
from robot.web.input import reply_of, step_of, to_json
from solver.action import Action
from solver.decision import Unit
from solver.environments import learned
from solver.errors import OptionError, SolverError
from solver.reason import SLIP
from tests.support.conformance import (
    BIG,
    CASES,
    LOADED,
    SLOW,
    SMALL,
    GameCase,
    choice_of,
    choices,
    each,
    falls,
    find_solved,
    list_dice,
    list_legal,
    list_pressable,
    number_of_falls,
    random_game,
    restore,
    same_standing,
    set_stage,
    steps_to,
    type_move,
)

TOGETHER = ("swine-herd", "skunk")
PRICED = ("balut", "unsolved")
SHEETS = ("yahtzee", "kniffel", "yatzy", "hooligan", "two-boxes", "quick-four", "generala", "many-rules", *PRICED)


def by_name(*names: str) -> frozenset[GameCase]:
    return frozenset(case for case in CASES if case.name in names)


def apart(case: GameCase) -> bool:
    """Return whether a player's dice differ."""
    return any(map(case.game.differ, range(case.players)))


def thinks_together(case: GameCase) -> bool:
    return case.name == "think" and case.players > 1


def check_coach(case: GameCase) -> None:
    make_coached(case.name, case.rules, None)


def check_review(case: GameCase) -> None:
    review(PastGame(case.game, case.names, (), case.game.begin(case.players)), wins=False)


def own_die(case: GameCase) -> None:
    assert case.players in make_game(case.name, {**case.rules, "die": LOADED}).seats


def kept_standing(case: GameCase) -> None:
    assert all(same_standing(case, made.before) for made in random_game(case))


def on_the_form(case: GameCase) -> None:
    assert game_of({"game": case.name, **case.rules})[1] == dict(case.rules)


def learnt(case: GameCase) -> None:
    """Begin to learn a game; that most are too large for a table is not for a lack of code."""
    try:
        with patch.object(learned, "MOST_LEARNED", 100):
            learned.task_of(find_solved(case))
    except OptionError as error:
        if "too many for a table" not in str(error):
            raise


ROLES: Mapping[str, Callable[[GameCase], None]] = {
    "coach": check_coach,
    "review": check_review,
    "die": own_die,
    "form": on_the_form,
    "learn": learnt,
    "standing": kept_standing,
}
"""What tries whether a game offers a role; it raises where it does not."""
GAPS: Mapping[str, frozenset[GameCase]] = {
    # The coach gets only values, and cannot tell unequal dice apart.
    "coach": frozenset(filter(apart, CASES)),
    # Nobody has solved these.
    "review": by_name(*TOGETHER, "pig-turns") | frozenset(filter(thinks_together, CASES)),
    "die": frozenset(),
    "form": frozenset(case for case in CASES if case.rules.keys() - {"goal"}),
    # Nobody has solved these, no table holds rules such as Generala's, and tables know no dice that differ.
    "learn": by_name(*TOGETHER, *PRICED, "generala", "many-rules")
    | frozenset(case for case in CASES if case.name == "pig" and (case.seats > 3 or "last_round" in case.rules))
    | frozenset(filter(apart, CASES)),
    # The JSON of a standing leaves out which dice were kept in the last throw.
    "standing": by_name(*SHEETS),
}


@each(slow=SLOW)
@pytest.mark.parametrize("role", ROLES)
def test_gaps_are_those_that_are_known(case: GameCase, role: str) -> None:
    try:
        ROLES[role](case)
    except (RobotError, SolverError, AssertionError):
        assert case in GAPS[role], f"{case.id} offers no {role}"
    else:
        assert case not in GAPS[role], f"{case.id} offers {role} now: take it out of GAPS"


def test_every_game_and_every_rule_stands_in_the_table() -> None:
    assert {case.name for case in CASES} >= {*PLAYED}
    assert {rule for case in CASES for rule in case.rules} == {*RULES}
    assert len({case.id for case in CASES}) == len(CASES)


some = pytest.mark.parametrize("most", [2, pytest.param(10, marks=pytest.mark.check)], ids=["some", "many"])


@each()
def test_a_random_game_ends_as_it_should_and_each_of_its_positions_comes_back_from_json(case: GameCase) -> None:
    game, moves = case.game, random_game(case)
    assert make_game(case.name, json.loads(json.dumps(dict(game.rules)))) == game
    log = Standing(moves[0].before)
    for number, one in enumerate(moves, 1):
        position = one.before
        assert not position.over
        assert not position.winners
        assert 0 <= position.player < case.players
        written = json.loads(json.dumps(write_action(position, one.action)))
        assert read_action(position, written) == one.action
        log.apply(Entry("intention" if one.action.throws else "booking", number, written))
        if one.action.throws:
            log.apply(Entry("reading", number, {"values": [*one.values]}))
        assert log.position == one.after
        found = restore(case, position)
        assert (found.to_json(), found.view()) == (position.to_json(), position.view())
        assert {move.bare for move in list_legal(found)} == {move.bare for move in list_legal(position)}
        view = position.view()
        parts = (view.track.points if view.track else (), view.sheet.cards if view.sheet else ())
        assert sorted(map(len, parts)) == [0, case.players]
    end = moves[-1].after
    assert list_legal(end) == ()
    result = end.result(case.names)
    assert len(result["scores"]) == case.players
    (winner,) = end.winners if len(end.winners) == 1 else (None,)
    assert result["winner"] == (None if winner is None else case.names[winner])
    assert end.winners or case.players == 1
    if case.players > 1 and case.name != "swine-herd":
        best = (min if end.fewest else max)(result["scores"])
        if case.rules.get("last_round"):
            assert result["scores"][end.winners[0]] == best
            return
        assert end.winners == tuple(seat for seat, score in enumerate(result["scores"]) if score == best)
    if ended := game.chances(end):
        assert ended == tuple((seat in end.winners) / max(1, len(end.winners)) for seat in range(case.players))


@each()
@some
@pytest.mark.parametrize("buttons", [BIG, SMALL], ids=["big", "all"])
def test_every_legal_move_is_reached_by_the_buttons_and_no_other(case: GameCase, most: int, buttons: Any) -> None:
    for position in choices(case, most if most > 2 else 1):
        assert list_pressable(position, buttons) == {move.bare for move in list_legal(position)}


@each()
@some
def test_every_legal_move_is_an_answer_of_the_page_which_offers_it_after_its_steps(case: GameCase, most: int) -> None:
    words = Words(Language())
    for position in choices(case, most):
        topic, moves = ChooseMove(position), list_legal(position)
        for move in moves:
            sent = json.loads(json.dumps(to_json(choice_of(position, move))))
            reply = reply_of(sent)
            topic.check(reply)
            assert position.find_move(reply).bare == move.bare
        for move in Random(case.id).sample(moves, min(5, len(moves))):
            stage, draft = set_stage(case, position), begin_draft(position, big=False)
            for step in steps_to(position, choice_of(position, move)):
                drafted = topic.mark(draft, step_of(json.loads(json.dumps(step))))
                assert isinstance(drafted, Tally)
                draft = drafted
                stage.hear(Tallied(position.player, draft, position))
            offered = view(stage.now, words, [None])["answers"]
            assert to_json(choice_of(position, move)) in offered.values()
            assert all(to_json(reply_of(one)) == one for one in offered.values())


@each(*GAPS["coach"])
def test_every_legal_move_is_a_line_of_the_coach_in_json_and_as_it_is_typed(case: GameCase) -> None:
    session = CoachSession(CoachSetting(case.name, case.rules, case.names))
    tongues = [Language(name) for name in languages()]
    tried = choices(case, 6)
    for one, dice in list_dice(case):
        position = session.position
        assert position == one.before
        for move in list_legal(position) if position in tried else (one.action,):
            for tongue in tongues:
                read: Any = TypedReader(session, tongue).read(type_move(position, move, tongue))
                assert position.find_move(read).bare == move.bare
            after = session.hear(read_counted(json.loads(json.dumps(move.to_json()))))
            assert (after.pending or after.steps[-1].action).bare == move.bare == session.lines[-1]
            session.undo()
        session.hear(read_counted(one.action.to_json()))
        if one.values:
            session.hear(read_counted({"dice": list(dice)}))
    assert session.position == random_game(case)[-1].after


@each(*GAPS["coach"], slow=(*SLOW, "ten-thousand"))
def test_a_scripted_game_costs_what_its_review_says(case: GameCase) -> None:
    setting = CoachSetting(case.name, case.rules, case.names, Manner.AFTER)
    coach, lost = ScriptedCoach(CoachSession(setting), lambda _: pytest.fail("there is no photo")), [0.0] * case.players
    answer: dict[str, Any] = {}
    for one, dice in list_dice(case):
        for line in (one.action.to_json(), {"dice": [*dice]})[: 1 + bool(one.values)]:
            answer = coach.answer(line)
            lost[one.before.player] += answer.get("chosen", {"cost": 0.0})["cost"] or 0.0  # null by a rule of thumb
    assert answer["over"]
    assert answer["result"] == random_game(case)[-1].after.result(case.names)
    for seat, account in enumerate(answer["summary"]["accounts"]):
        assert account["lost"] == pytest.approx(lost[seat], abs=1e-6)


@each(slow=SLOW)
def test_a_robot_of_every_level_moves_legally_and_says_what_it_compared(case: GameCase) -> None:
    game = case.game
    for position in choices(case, 2):
        moves = {move.bare for move in list_legal(position)}
        for level in (level for level in game.levels if level != "win"):  # which is computed for minutes
            move, decision = game.robot(level, Random(1)).decide(position)
            said = event_decision(decision, position.tell)
            assert said["action"] == move.to_json()
            assert move.bare in moves
            if case.name not in TOGETHER and decision.cost(decision.value) > 1e-9:
                assert decision.rule is SLIP
        _, decision = game.robot("", None).decide(position)
        values, said = decision.options, event_decision(decision, position.tell)
        assert {*values} == moves
        assert values[Action.of_json(said["action"])] == said["value"]
        if case.name not in TOGETHER:  # whose robots follow a rule of thumb
            assert said["value"] == pytest.approx((min if decision.unit.fewer else max)(values.values()), abs=1e-9)


@each(slow=SLOW)
def test_chances_to_win_are_the_best_of_what_the_moves_are_worth_and_these_the_means_of_what_falls(
    case: GameCase,
) -> None:
    game, looks = case.game, 150
    for position in choices(case, 12):
        if not (chances := game.chances(position)):
            continue
        assert len(chances) == case.players
        assert sum(chances) == pytest.approx(1.0, abs=1e-9) or case.players == 1
        decision = game.robot("", None).decide(position)[1]
        unit, values = decision.unit, decision.options
        assert unit is Unit.WINS
        assert chances[position.player] == pytest.approx(max(values.values()), abs=1e-9)
        if game.approximates(case.players):  # turns do not quite agree
            continue
        for move in Random(case.id).sample(list_legal(position), len(values)):
            if (count := number_of_falls(position, move)) > looks:
                continue
            looks -= count
            mean = sum(
                chance * game.chances(position.after(move, dice))[position.player]
                for chance, dice in falls(case, position, move)
                if chance
            )
            assert values[move.bare] == pytest.approx(mean, abs=1e-9), move


@each(*GAPS["review"], slow=SLOW)
def test_a_review_takes_luck_and_choices_apart(case: GameCase) -> None:
    game, moves = case.game, random_game(case)
    past = PastGame(game, case.names, moves, moves[-1].after)
    found = review(past, wins=False)
    for play in found.plays:
        for swing in filter(None, (play.wins, play.points)):
            assert swing.loss >= -1e-9
    if found.curve:
        assert found.curve[0] == pytest.approx(game.chances(moves[0].before), abs=1e-6)
    end = moves[-1].after
    for seat, account in enumerate(found.wins):
        assert account.end == pytest.approx((seat in end.winners) / max(1, len(end.winners)), abs=1e-12)
    for account, score in zip(found.points, end.result(case.names)["scores"], strict=False):
        assert account.end == pytest.approx(score)
    fewest = case.players == 1 and end.fewest  # luck and losses count what was saved or not
    for account in found.points:
        brought = account.luck - account.lost
        assert found.about or account.end == pytest.approx(account.start + (-brought if fewest else brought), abs=1e-9)
    assert found.about == game.approximates(case.players)
    steps = list(zip(found.plays, itertools.pairwise(found.curve), strict=False))
    for seat, account in enumerate(found.wins):
        others = sum(after[seat] - before[seat] for play, (before, after) in steps if play.player != seat)
        assert found.about or account.others == pytest.approx(others, abs=1e-9)
        assert account.end == pytest.approx(account.start + account.luck - account.lost + account.others)
    assert found.wins or found.points
