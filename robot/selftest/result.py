"""What a step has found, and what every step is."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from robot.language import Language
from robot.saying import Saying
from robot.selftest.bench import Bench
from robot.selftest.diagnosis import Trouble
from robot.table.look import Image

State = Literal["ok", "trouble", "unjudged", "skipped"]
MARKS: Final[dict[State, str]] = {"ok": "✓", "trouble": "✗", "unjudged": "?", "skipped": "–"}


@dataclass(frozen=True, slots=True, eq=False)
class StepResult:
    """What came of a step: `lines` say what was measured, `pictures` (BGR) show it, each with its caption.

    A step that could not be tried is `skipped` for a reason. `unjudged` says what could not be judged, and why.
    """

    step: str
    lines: tuple[Saying, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    pictures: tuple[tuple[Saying, Image], ...] = ()
    figures: dict[str, Any] = field(default_factory=dict)
    skipped: Saying | None = None
    unjudged: Saying | None = None

    @property
    def state(self) -> State:
        if self.troubles:
            return "trouble"
        if self.unjudged:
            return "unjudged"
        return "skipped" if self.skipped else "ok"

    @property
    def said(self) -> tuple[Saying, ...]:
        """All that is said of the step besides its troubles."""
        return *self.lines, *(reason for reason in (self.unjudged, self.skipped) if reason)

    def to_json(self, language: Language) -> dict[str, Any]:
        return {
            "step": self.step,
            "state": self.state,
            "figures": self.figures,
            "troubles": [
                {**_plain(trouble, language), "what": language.say(trouble.what), "do": language.say(trouble.remedy)}
                for trouble in self.troubles
            ],
            "said": [language.say(line) for line in self.said],
        }


def _plain(trouble: Trouble, language: Language) -> dict[str, Any]:
    values = {
        name: language.say(value) if isinstance(value, Saying) else value for name, value in trouble.values.items()
    }
    return {"kind": trouble.kind, "causes": list(trouble.causes), "values": values}


class SelftestStep(Protocol):
    """One step of the self-test. It can be repeated."""

    @property
    def name(self) -> str:
        """Its name on the command line, and the end of the keys of its title and of what it does."""

    @property
    def needs(self) -> frozenset[str]:
        """Which devices it needs: board, camera."""

    @property
    def alone(self) -> bool:
        """Whether it needs no people."""

    def run(self, bench: Bench) -> StepResult:
        """Try it. May raise any error of ROOMS."""
