"""Where a keep-and-throw game stands: what is set aside must score, and who reaches the goal wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robot.games.game import Move
from robot.games.keep_and_throw.aside import AsidePosition, kept_words
from robot.games.table_position import in_row
from robot.games.views import KeepView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.aside import FIRST, KeepAction, read_keep_action
from solver.keep_and_throw.rules import BLANKS
from solver.keep_and_throw.state import KeepFault, KeepState, faulty_dice

REFUSED = {fault: f"refused-aside-{fault.name.lower().replace('_', '-')}" for fault in KeepFault}
"""The messages that say why dice cannot be set aside so."""


@dataclass(frozen=True, slots=True)
class KeepPosition(AsidePosition[KeepState]):
    """The solver's state with the table's side of it."""

    @property
    def dice(self) -> int:
        return self.state.rules.dice

    @property
    def remark(self) -> Saying | None:
        """What else people should know: what the first hold must bring, or that a penalty is near."""
        rules, state = self.state.rules, self.state
        if self.over:
            return None
        if rules.penalty and state.blanks[self.player] == BLANKS - 1:
            return Saying("aside-penalty-next", {"penalty": rules.penalty})
        if rules.opening > rules.step and not state.banked:
            return Saying("aside-opening", {"opening": rules.opening})
        return None

    def fault_of(self, action: KeepAction) -> Saying | None:
        """Return why an action is not legal, None if it is."""
        fault = self.state.fault(action)
        if fault is None:
            return None
        values: dict[str, Value] = {"opening": self.state.rules.opening}
        return Saying(REFUSED[fault], values | {"dice": in_row(faulty_dice(self.state, action.keep))})

    @property
    def most(self) -> tuple[int, ...]:
        """The dice thrown last that score most together, the fewest of several; () if none can be set aside."""
        keeps = {action.keep for action in self.state.legal_actions()}
        return max(keeps, key=lambda keep: (self.state.rules.points(keep), -len(keep)), default=())

    def view(self) -> KeepView:
        faces = () if self.over else self.faces
        return KeepView(
            self.scores,
            self.pending,
            self.state.goal,
            self.remark,
            self.wells,
            faces,
            self.aside,
            throws=bool(faces),
        )

    def to_json(self) -> dict[str, Any]:
        standing = {"scores": list(self.scores), "turn_total": self.state.turn, "dice": list(self.faces)}
        standing["aside"] = list(self.aside)
        return standing | ({"blanks": list(self.state.blanks)} if self.state.rules.penalty else {})

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        action, thrown = read_keep_action(move.action), self.thrown_by(move, values)
        after, total = self.after(move, values), self.state.total(action.keep)
        told: dict[str, Value] = {"name": actor(name), "thrown": in_row(sorted(thrown)), "total": total}
        key = "aside-throw" if action == FIRST else "aside-keep-throw"
        if after.player == self.player:
            return Saying(key, told | {"kept": kept_words(action)})
        lost = self.scores[self.player] - after.scores[self.player]
        if lost or (self.state.rules.penalty and self.state.blanks[self.player] == BLANKS - 1):
            told |= {"penalty": lost, "scores": after.score_words}
            return Saying(f"{key}-penalty", told | {"kept": kept_words(action)})
        return Saying(f"{key}-lost", told | {"kept": kept_words(action)})
