"""The answers of a coach to scripts: one JSON object for each line."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot.coach.advice import NO_ADVICE, CoachAdvice
from robot.coach.lines import CoachWish, DiceLine, Manner, PhotoLine, read_line
from robot.coach.photographs import ReadPhoto, read_photograph_dice
from robot.coach.session import CoachSession, CoachStanding
from robot.errors import IllegalAnswerError
from robot.language import english
from robot.match.standing import Step
from solver.errors import RuleError
from vision.errors import VisionError


@dataclass(frozen=True, slots=True)
class ScriptedCoach:
    """Answers the lines of a script. `read_photo` reads the picture of a file."""

    session: CoachSession
    read_photo: ReadPhoto

    def answer(self, data: Any) -> dict[str, Any]:
        """Return the answer to a line, {"error": ...} if it is illegal. Raises SolverError if there is no solution."""
        try:
            return self._answer(data)
        except IllegalAnswerError as error:
            return {"error": english().say(error.saying)}
        except (RuleError, VisionError) as error:
            return {"error": str(error)}

    def _answer(self, data: Any) -> dict[str, Any]:
        line = read_line(data)
        if isinstance(line, CoachWish):  # JSON has only one, to undo
            self.session.undo()
            return self._answer_heard(None)
        if isinstance(line, PhotoLine):
            photo = read_photograph_dice(self.session, line.photo, self.read_photo)
            if not photo.sure:
                return self._standing(photo.values, photo.doubts, NO_ADVICE)
            line = DiceLine(photo.values)
        return self._answer_heard(self.session.hear(line))

    def _answer_heard(self, heard: CoachStanding | None) -> dict[str, Any]:
        """Return the answer to a line. `heard` is None if a line was taken back."""
        session = self.session
        told = find_advice(session, heard)
        answer = self._standing(session.standing.dice, (), told.to_json() if told else NO_ADVICE)
        if heard and heard.chosen and session.setting.manner is not Manner.SILENT:
            answer["chosen"] = self._choice_json(heard.chosen)
        if session.position.over:
            answer["result"] = session.position.result(session.names)
            answer["worst"] = [[choice.to_json() for choice in choices] for choices in session.worst_choices()]
            answer["summary"] = session.summary().to_json()
        return answer

    def _choice_json(self, step: Step) -> dict[str, Any]:
        advice = self.session.advice(step.before)
        cost = None if advice.by_rule else advice.cost(step.action)
        worth = {"value": advice.decision.options[step.action.bare], "cost": cost}
        return {"player": self.session.names[step.before.player], "action": step.action.to_json(), **worth}

    def _standing(self, dice: tuple[int, ...], doubts: tuple[str, ...], decision: Mapping[str, Any]) -> dict[str, Any]:
        position = self.session.position
        told = position.to_json()
        standing = {key: value for key, value in told.items() if key not in {"dice", "thrown"}}
        return {
            "player": self.session.names[position.player],
            "seat": position.player + 1,
            "dice": list(dice),
            "doubts": list(doubts),
            **decision,
            **({"sheet": told["cards"][position.player]} if "cards" in told else {}),
            **standing,
            "over": position.over,
        }


def find_advice(session: CoachSession, heard: CoachStanding | None) -> CoachAdvice | None:
    """Return the coach's advice after a line that was `heard`, by its manner; None if it says nothing.

    With the manner "open" it is about the position, which a choice to throw does not change before the throw. With the
    manner "after" it is about the choice that was just made. Raises SolverError.
    """
    match session.setting.manner:
        case Manner.OPEN if not session.position.over:
            advice = session.advice(session.position)
            return None if advice.by_rule and not session.position.chooses else advice
        case Manner.AFTER if heard and heard.chosen:
            return session.advice(heard.chosen.before)
    return None
