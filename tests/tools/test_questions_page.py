"""The page about questions shows what the code does."""

from robot.match.desk.question_desk import TRANSITIONS, DeskEvent, DeskState
from robot.match.questions import KINDS, Topic
from tools.draw.questions import GAME, PAGE, STAGES, WITHIN, QuestionStage, drawn, may_follow


def test_the_page_is_drawn_from_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert drawn(page) == page, "draw it anew: python -m tools.draw.questions"


def test_every_state_can_be_reached_and_left() -> None:
    assert {state for state, _ in TRANSITIONS} == {*TRANSITIONS.values()} == {*DeskState}
    assert {event for _, event in TRANSITIONS} == {*DeskEvent}


def test_every_kind_of_question_has_its_place() -> None:
    topics = [topic for base in Topic.__subclasses__() for topic in (base, *base.__subclasses__())]
    kinds = {topic.kind for topic in topics if "kind" in vars(topic)}
    assert set(KINDS) == kinds == set(STAGES)
    assert {*STAGES.values()} == {*QuestionStage}
    assert {stage for steps in WITHIN for stage in steps} == {*GAME}


def test_what_cannot_follow_differs_from_what_can() -> None:
    assert may_follow("move", "leave")
    assert may_follow("confirm", "move")
    assert may_follow("try-again", "wake")
    assert not may_follow("confirm", "regret")
    assert not may_follow("alone", "preparing")
