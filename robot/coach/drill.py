"""A drill: positions in which people have made errors, from the journal, asked again."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.dialogue import CoachDialogue
from robot.coach.lines import CoachLine, CoachWish, CountedLine, Manner
from robot.coach.session import CoachSession, CoachSetting
from robot.coach.words import chosen_sayings
from robot.games.actions import make_refusal
from robot.games.reasons import Robot
from robot.language import Language
from robot.language.names import NameFilter
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import is_person
from robot.match.throw_off import in_order
from robot.review.past_games import PastGame, from_journal
from robot.saying import Saying
from robot.table.look import Look
from solver.action import Action
from solver.errors import OptionError


@dataclass(frozen=True, slots=True)
class PastError:
    """A choice of a person in game `number` of the journal, in the position of its `advice`, that cost much."""

    number: int
    setting: CoachSetting
    action: Action
    advice: CoachAdvice

    def to_json(self) -> dict[str, Any]:
        """Return the error as the command line prints it."""
        advice, position = self.advice, self.advice.position
        told = {"game": self.number, "player": self.setting.names[position.player], "position": position.to_json()}
        return told | advice.choice_json(self.action)


def past_errors(journal: Journal, game: str, cache: Path, player: str | None = None) -> list[PastError]:
    """Return the errors of all people in games of this name, or of one `player`: costliest first, each position once.

    Games are left out whose dice differ. Raises OptionError for a game that cannot be reviewed, SolverError.
    """
    found: dict[Hashable, PastError] = {}
    robots: dict[str, Robot] = {}
    whose = NameFilter.of([player]) if player else None
    for entry in journal.games():
        if entry.game != game:
            continue
        past, rules = from_journal(journal, entry.id, cache), json.dumps(entry.rules, sort_keys=True)
        if not past.game.reviewable:
            raise OptionError(f"nobody has solved {game}, so nobody knows what choices cost: name another game")
        if past.game.apart:
            continue
        if rules not in robots:
            robots[rules] = past.game.robot("", None)
        for error in _errors(entry, past, robots[rules], _find_leaves(journal.log(entry))):
            seat = error.advice.position.player
            if whose is None or whose.has_shown(past.names[seat]):
                found.setdefault((rules, error.advice.position.state), error)
    return sorted(found.values(), key=lambda error: -error.advice.cost(error.action))


def _find_leaves(log: Iterable[Entry]) -> dict[int, int]:
    """Return after how many moves each player left who did: a robot has chosen in that seat since."""
    moves, left = 0, dict[int, int]()
    for entry in log:
        if entry.kind in {"reading", "booking"}:
            moves += 1
        elif entry.kind == "undo":
            moves -= 1
            left = {seat: min(at, moves) for seat, at in left.items()}
        elif entry.kind == "leave":
            left.setdefault(entry.data["seat"], moves)
    return left


def _errors(entry: JournalGame, past: PastGame, robot: Robot, left: Mapping[int, int]) -> Iterator[PastError]:
    people = [is_person(spec) for spec in in_order(entry.players, entry.first or 0)]
    setting = CoachSetting(entry.game, entry.rules, past.names, Manner.AFTER)
    for place, step in enumerate(past.steps):
        seat = step.before.player
        if step.before.chooses and people[seat] and place < left.get(seat, len(past.steps)):
            advice = CoachAdvice.of(step.before, robot)
            if advice.costs_much(step.action):
                yield PastError(entry.id, setting, step.action, advice)


class Drill(CoachDialogue):
    """One `error` asked again: `over` once it is answered, `right` where the answer is none; `left` says people leave.

    Tables that the game solves are kept in `cache`.
    """

    def __init__(self, error: PastError, language: Language, cache: Path | None = None) -> None:
        session = CoachSession(error.setting, cache, error.advice.position)
        super().__init__(session, language, _no_photo, lambda: None)
        self.over = self.right = False
        self._error, self._position = error, error.advice.position

    def ask(self, number: int, every: int) -> list[str]:
        """Return question `number` of `every`: the sheets or scores, and what lies on the table."""
        begun = Saying("drill-asked", {"number": number, "all": every, "game": str(self._error.number)})
        told = self._position.describe() or Saying("drill-turn", {"points": self._position.at_risk})
        return [*self.say(begun), *self._sheets(), *self.say(told)]

    def _take_enter(self) -> list[str]:
        """Return the answer to Enter alone, which gives up."""
        self.over = True
        advice, action = self._error.advice, self._error.action
        return self.say(*advice.tell_against(action))

    def _follow(self, line: CoachLine) -> list[str]:
        if line is CoachWish.HELP:
            keys = (key for key in self._position.help if key != "photo")
            return self.say(*(Saying(f"coach-help-{key}") for key in keys), Saying("drill-help"))
        return super()._follow(line)

    def _hear(self, line: CountedLine) -> list[str]:
        chosen = self.session.hear(line).chosen
        assert chosen is not None
        self.over, self.right = True, not self._error.advice.costs_much(chosen.action)
        return self.say(*chosen_sayings(self._error.advice, chosen.action, quiet=False))


def _no_photo(file: str) -> Look:
    raise make_refusal("coach-refused-unknown", said=f"p {file}"[:40])
