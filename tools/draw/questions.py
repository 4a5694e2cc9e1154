"""Draw how questions are asked at the table into docs/questions.md: `python -m tools.draw.questions`."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from robot.match.desk.question_desk import TRANSITIONS, DeskState
from robot.match.questions import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"
MARK = "```mermaid\n"
END = "```\n"


class QuestionStage(StrEnum):
    """What a question belongs to."""

    IDLE = "nobody plays"
    PREPARING = "robots get ready"
    LOST = "a device is lost"
    ALONE = "nobody answers"
    CHOICE = "a move is chosen"
    ASIDE = "somebody leaves or takes back"
    REGRET = "a robot is next"
    TABLE = "the table throws"
    HAND = "somebody throws by hand"
    PIGS = "pigs are thrown"


STAGES: Mapping[str, QuestionStage] = {
    "wake": QuestionStage.IDLE,
    "go-on": QuestionStage.IDLE,
    "preparing": QuestionStage.PREPARING,
    "try-again": QuestionStage.LOST,
    "alone": QuestionStage.ALONE,
    "move": QuestionStage.CHOICE,
    "leave": QuestionStage.ASIDE,
    "agree": QuestionStage.ASIDE,
    "regret": QuestionStage.REGRET,
    "value": QuestionStage.TABLE,
    "mend": QuestionStage.TABLE,
    "ready": QuestionStage.HAND,
    "confirm": QuestionStage.HAND,
    "enter": QuestionStage.HAND,
    "lie": QuestionStage.PIGS,
    "lies": QuestionStage.PIGS,
}
"""To which stage the questions of a kind belong."""
GAME = (
    QuestionStage.CHOICE,
    QuestionStage.ASIDE,
    QuestionStage.REGRET,
    QuestionStage.TABLE,
    QuestionStage.HAND,
    QuestionStage.PIGS,
)
"""The stages of a game."""
WITHIN: Mapping[tuple[QuestionStage, QuestionStage], str] = {
    (QuestionStage.CHOICE, QuestionStage.CHOICE): "the next choice, or after a hint",
    (QuestionStage.CHOICE, QuestionStage.ASIDE): "leave or undo",
    (QuestionStage.ASIDE, QuestionStage.ASIDE): "one after the other agrees",
    (QuestionStage.ASIDE, QuestionStage.CHOICE): "answered",
    (QuestionStage.ASIDE, QuestionStage.REGRET): "a robot plays on",
    (QuestionStage.ASIDE, QuestionStage.TABLE): "a robot plays on",
    (QuestionStage.ASIDE, QuestionStage.PIGS): "a robot plays on",
    (QuestionStage.CHOICE, QuestionStage.REGRET): "a person held or wrote",
    (QuestionStage.REGRET, QuestionStage.CHOICE): "taken back, or the robot is done",
    (QuestionStage.REGRET, QuestionStage.TABLE): "the robot throws",
    (QuestionStage.REGRET, QuestionStage.PIGS): "people throw for the robot",
    (QuestionStage.CHOICE, QuestionStage.TABLE): "a die is in doubt",
    (QuestionStage.TABLE, QuestionStage.TABLE): "another die is in doubt",
    (QuestionStage.TABLE, QuestionStage.CHOICE): "the throw counts",
    (QuestionStage.CHOICE, QuestionStage.HAND): "dice are waited for",
    (QuestionStage.HAND, QuestionStage.HAND): "do they lie there, is that right",
    (QuestionStage.HAND, QuestionStage.CHOICE): "the throw counts",
    (QuestionStage.HAND, QuestionStage.TABLE): "a robot's die is in doubt",
    (QuestionStage.TABLE, QuestionStage.HAND): "the next is thrown by hand",
    (QuestionStage.CHOICE, QuestionStage.PIGS): "people throw",
    (QuestionStage.PIGS, QuestionStage.PIGS): "how each lies, is that right",
    (QuestionStage.PIGS, QuestionStage.CHOICE): "the throw counts",
}
"""What may follow within a game, and why."""
AROUND: Mapping[tuple[QuestionStage | None, QuestionStage | None], str] = {
    (QuestionStage.IDLE, None): "a game begins",
    (QuestionStage.IDLE, QuestionStage.PREPARING): "robots take long",
    (QuestionStage.PREPARING, None): "they are ready",
    (QuestionStage.PREPARING, QuestionStage.IDLE): "people leave",
    (QuestionStage.PREPARING, QuestionStage.LOST): "ready, but no table",
    (QuestionStage.IDLE, QuestionStage.LOST): "a game begins without a table",
    (QuestionStage.IDLE, QuestionStage.IDLE): "asked anew",
    (None, QuestionStage.IDLE): "won or left",
    (None, QuestionStage.LOST): "a device is lost",
    (QuestionStage.LOST, None): "found again",
    (QuestionStage.LOST, QuestionStage.LOST): "lost again",
    (QuestionStage.LOST, QuestionStage.IDLE): "left",
    (None, QuestionStage.ALONE): "silence",
    (QuestionStage.ALONE, None): "somebody is here",
    (QuestionStage.ALONE, QuestionStage.IDLE): "nobody is",
}
"""What may follow around the stages of a game, for each of which None stands."""


def may_follow(before: str, after: str) -> bool:
    """Return whether a question of the kind `after` may be the next one after one of the kind `before`."""
    here, there = STAGES[before], STAGES[after]
    if here in GAME and there in GAME:
        return (here, there) in WITHIN
    return (None if here in GAME else here, None if there in GAME else there) in AROUND


def diagrams() -> tuple[str, str]:
    """Return the states of the desk, and which questions follow which, as Mermaid writes them."""
    return "".join(_desk()), "".join(_stages())


def _desk() -> Iterator[str]:
    yield "stateDiagram-v2\n"
    yield f"    [*] --> {DeskState.CLOSED}\n"
    for (before, event), after in TRANSITIONS.items():
        yield f"    {before} --> {after}: {event}\n"


def _stages() -> Iterator[str]:
    kinds = {stage: [kind for kind in KINDS if STAGES[kind] is stage] for stage in QuestionStage}
    yield "stateDiagram-v2\n"
    for stage in QuestionStage:
        if stage not in GAME:
            yield f"    {_node(stage, kinds[stage])}\n"
    yield f"    [*] --> {QuestionStage.IDLE.name}\n    state GAME {{\n"
    for stage in GAME:
        yield f"        {_node(stage, kinds[stage])}\n"
    for (before, after), why in WITHIN.items():
        yield f"        {before.name} --> {after.name}: {why}\n"
    yield "    }\n"
    for (here, there), why in AROUND.items():
        yield f"    {here.name if here else 'GAME'} --> {there.name if there else 'GAME'}: {why}\n"


def _node(stage: QuestionStage, kinds: list[str]) -> str:
    return f'state "{stage} ({", ".join(kinds)})" as {stage.name}'


def drawn(page: str) -> str:
    """Return the page with its diagrams drawn again."""
    parts = page.split(MARK)
    for place, diagram in enumerate(diagrams(), 1):
        parts[place] = diagram + END + parts[place].partition(END)[2]
    return MARK.join(parts)


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
