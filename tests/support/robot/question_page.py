"""The diagrams of docs/questions.md: the states of the desk, and which question may follow which."""

import re

from tests.support.repository import DOCS

(ORDER,) = re.findall(r"^```mermaid\n(.*?)^```$", (DOCS / "questions.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
ARROW = re.compile(r"^ *(\S+) --> (\w+): (.+)$", re.MULTILINE)
STAGE = re.compile(r'^ *state ".+ \((.+)\)" as (\w+)$', re.MULTILINE)
WITHIN = ORDER.partition("state GAME {\n")[2].partition("\n    }\n")[0]
"""What stands within the state GAME."""
STAGES = {kind: stage for kinds, stage in STAGE.findall(ORDER) for kind in kinds.split(", ")}
"""The stage to which the questions of each kind belong."""
GAME = {stage for _, stage in STAGE.findall(WITHIN)}
ARROWS = {(before, after) for before, after, _ in ARROW.findall(ORDER)}


def may_follow(before: str, after: str) -> bool:
    """Return whether a question of the kind `after` may be the next one after one of the kind `before`."""
    here, there = STAGES[before], STAGES[after]
    if not {here, there} <= GAME:
        here, there = ("GAME" if stage in GAME else stage for stage in (here, there))
    return (here, there) in ARROWS
