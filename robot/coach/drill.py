"""A drill: positions in which people have made errors, from the journal, asked again."""

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any

from robot.coach.advice import CoachAdvice
from robot.coach.dialogue import CoachDialogue
from robot.coach.lines import CoachLine, CoachWish, CountedLine, Manner
from robot.coach.session import CoachSession, CoachSetting
from robot.coach.words import choice_sayings
from robot.files import keep_file
from robot.games.actions import make_refusal
from robot.games.game import TableGame
from robot.games.playing import throw
from robot.games.reasons import Robot, tell_decision
from robot.language import Language
from robot.language.names import NameFilter
from robot.match.journal import Journal, JournalGame
from robot.match.players import is_person
from robot.match.throw_off import in_order
from robot.review.past_games import PastGame, from_journal
from robot.review.rating import kind_at
from robot.review.summary import tell_position
from robot.saying import Saying
from robot.table.look import Look
from solver.action import Action

TESTED = 20
"""The number of positions in a test."""
SHARE = 0.25
"""The share of a game's choices that a test examines."""


@dataclass(frozen=True, slots=True)
class PastError:
    """A person's costly choice in game `number` of the journal, with the `advice` for its position."""

    number: int
    setting: CoachSetting
    action: Action
    advice: CoachAdvice

    @property
    def kind(self) -> str:
        """The kind of the mistake."""
        return kind_at(self.advice.position, self.advice.action, self.action)

    def to_json(self) -> dict[str, Any]:
        """Return the error as the command line prints it."""
        advice, position = self.advice, self.advice.position
        told: dict[str, Any] = {"kind": self.kind} if self.number else {}
        told |= {"game": self.number, "player": self.setting.names[position.player], "position": position.to_json()}
        return told | advice.choice_json(self.action)


def past_errors(journal: Journal, game: str, cache: Path, player: str | None = None) -> list[PastError]:
    """Return the errors of people, or of one `player`, in games of this name: costliest first, each position once.

    Games with dice that differ are left out. Raises SolverError.
    """
    found: dict[Hashable, PastError] = {}
    robots: dict[str, Robot] = {}
    whose = NameFilter.of([player]) if player else None
    for entry in journal.games():
        if entry.game != game:
            continue
        past, rules = from_journal(journal, entry.id, cache), json.dumps(entry.rules, sort_keys=True)
        if past.game.apart:
            continue
        if rules not in robots:
            robots[rules] = past.game.robot("", None)
        for error in _errors(entry, past, robots[rules]):
            seat = error.advice.position.player
            if whose is None or whose.has_shown(past.names[seat]):
                found.setdefault((rules, error.advice.position.state), error)
    return sorted(found.values(), key=lambda error: -error.advice.cost(error.action))


class SpacedErrors:
    """The drills in which errors are due, kept in a `file`. Each right answer doubles an error's wait."""

    def __init__(self, file: Path) -> None:
        self._file, self._drill, self._due = file, 1, dict[str, tuple[int, int]]()
        with suppress(OSError, ValueError, KeyError, TypeError):  # a damaged file is ignored
            kept = json.loads(file.read_text(encoding="utf-8"))
            due = {line: (int(a), int(b)) for line, (a, b) in kept["due"].items()}
            self._drill, self._due = int(kept["drill"]), due

    def pick(self, errors: Sequence[PastError]) -> list[PastError]:
        """Return the errors that are due, by the total cost of their kind and then by their own, costliest first."""
        kinds: dict[str, float] = {}
        for error in errors:
            kinds[error.kind] = kinds.get(error.kind, 0.0) - error.advice.cost(error.action)
        due = (error for error in errors if self._find_wait(error)[1] <= self._drill)
        return sorted(due, key=lambda error: (kinds[error.kind], -error.advice.cost(error.action)))

    def keep(self, answers: Iterable[tuple[PastError, bool]]) -> None:
        """Keep which answers of a drill were right. Raises FileError."""
        for error, right in answers:
            wait = 2 * self._find_wait(error)[0] if right else 1
            self._due[str(error.advice.position.state)] = wait, self._drill + wait
        keep_file(self._file, json.dumps({"drill": self._drill + 1, "due": self._due}).encode())

    def _find_wait(self, error: PastError) -> tuple[int, int]:
        """Return how many drills an error last waited, and the drill in which it is due."""
        return self._due.get(str(error.advice.position.state), (1, 0))


def pick_test(game: TableGame[Any], seed: int) -> list[PastError]:
    """Return the positions of a test, each with an error: a choice of another kind than the best.

    They come from games of robots of the level casual. A seed always gives the same test. Raises SolverError.
    """
    chance, best, found = Random(f"{game.name} {seed}"), game.robot("", None), list[PastError]()
    robot, seats = game.robot("casual", chance), min(2, game.seats[-1])
    if best.weigh(game.begin(seats)).by_rule:
        seats = 1  # nobody has solved THINK for two
    setting = CoachSetting(game.name, game.rules, tuple(ascii_uppercase[:seats]), Manner.AFTER)
    position = game.begin(seats)
    while len(found) < TESTED:
        position = game.begin(seats) if position.over else position
        action = position.forced or robot.decide(position)[0]
        if position.chooses and not position.forced and chance.random() < SHARE:
            advice = CoachAdvice.of(position, best)
            if (other := advice.decision.rival) and advice.costs_much(other):
                found.append(PastError(0, setting, other, advice))
        position = throw(game, position, action, chance)
    return found


def _errors(entry: JournalGame, past: PastGame, robot: Robot) -> Iterator[PastError]:
    people = [is_person(spec) for spec in in_order(entry.players, entry.first or 0)]
    setting = CoachSetting(entry.game, entry.rules, past.names, Manner.AFTER)
    for place, step in enumerate(past.steps):
        seat = step.before.player
        if step.before.chooses and people[seat] and place < past.left.get(seat, len(past.steps)):
            advice = CoachAdvice.of(step.before, robot)
            if advice.costs_much(step.action):
                yield PastError(entry.id, setting, step.action, advice)


class Drill(CoachDialogue):
    """A question about one `error`. `over` is true once people have `chosen` or given up, `left` if they leave.

    `chosen` stays None if they give up. Tables that the game solves are kept in `cache`.
    """

    def __init__(self, error: PastError, language: Language, cache: Path | None = None) -> None:
        session = CoachSession(error.setting, cache, error.advice.position)
        super().__init__(session, language, _no_photo, lambda: None, cache=cache)
        self.over = False
        self.chosen: Action | None = None
        self._error, self._position = error, error.advice.position

    def ask(self, number: int, every: int) -> list[str]:
        """Return question `number` of `every`: the sheets or scores, and what lies on the table."""
        key, game = "drill-asked" if self._error.number else "drill-test", str(self._error.number)
        begun = Saying(key, {"number": number, "all": every, "game": game})
        lies = self._position.describe() or Saying("drill-turn", {"points": self._position.at_risk})
        line = tell_position(self._position, self.session.game.rules)
        keys = self.say(Saying("drill-keys")) if number == 1 else []
        return [*self.say(begun), *self._sheets(), *self.say(lies), *filter(None, [line]), *keys]

    def _take_enter(self) -> list[str]:
        """Return the best choice, as the answer to Enter alone, which gives up."""
        self.over = True
        return self.say(tell_decision(self._error.advice.decision, self._position.tell))

    def _follow(self, line: CoachLine) -> list[str]:
        if line is CoachWish.HELP:
            return self.say(*(Saying(f"coach-help-{key}") for key in self._position.help), Saying("drill-help"))
        return super()._follow(line)

    def _hear(self, line: CountedLine) -> list[str]:
        chosen = self.session.hear(line).chosen
        assert chosen is not None
        self.over, self.chosen = True, chosen.action
        return self.say(*choice_sayings(self._error.advice, chosen.action, self._cache, quiet=False))


def _no_photo(file: str) -> Look:
    raise make_refusal("coach-refused-unknown", said=f"p {file}"[:40])
