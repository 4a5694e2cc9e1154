"""The page about questions shows what the code does; tests/robot/host/test_questions.py plays games beside it."""

from robot.match import questions
from robot.match.questions import KINDS, FixedTopic, Topic
from tests.support.robot.question_page import ARROW, ARROWS, GAME, STAGES, WITHIN, may_follow


def test_every_kind_of_question_has_its_place() -> None:
    fixed = {one.kind for one in vars(questions).values() if isinstance(one, FixedTopic)}
    classes = [one for base in Topic.__subclasses__() for one in (base, *base.__subclasses__())]
    kinds = fixed | {kind for one in classes if isinstance(kind := vars(one).get("kind"), str)}
    assert set(KINDS) == kinds == set(STAGES)
    assert {stage for before, after, _ in ARROW.findall(WITHIN) for stage in (before, after)} == GAME
    assert {stage for arrow in ARROWS for stage in arrow} == {*STAGES.values(), "GAME"}


def test_what_cannot_follow_differs_from_what_can() -> None:
    assert may_follow("move", "leave")
    assert may_follow("confirm", "move")
    assert may_follow("try-again", "wake")
    assert not may_follow("confirm", "regret")
    assert not may_follow("alone", "preparing")
