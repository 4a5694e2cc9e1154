"""The page of faults and words, from tools/cad/help.toml; it does not need solids."""

import re
import tomllib
from pathlib import Path

from hardware.dictionary import FaultNumber
from robot.language import __file__ as language_file
from tools.cad import __file__ as cad_file
from tools.guide import render_page

HELP = Path(cad_file).with_name("help.toml")
ENGLISH = Path(language_file).with_name("en.ftl")
FIGURE = re.compile(r"\{ \$\w+ \}")


def help_page(path: Path = HELP) -> str:
    """Return the text of the page. Raises ValueError for a fault of the board that help.toml does not explain."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    missing = set(FaultNumber) - {fault["number"] for fault in found["fault"]}
    if missing:
        raise ValueError(f"{path.name} lacks fault {', '.join(str(number.value) for number in sorted(missing))}")
    firsts = [it | {"says": _look_up(it["kind"]), "remedy": _look_up(f"{it['kind']}-do")} for it in found["first"]]
    return render_page("help.md", firsts=firsts, faults=found["fault"], words=found["word"])


def _look_up(kind: str) -> str:
    """Return the self-test's message about a kind of trouble, without figures. Raises ValueError if there is none."""
    said = re.search(rf"^selftest-{kind} = (.+)$", ENGLISH.read_text(encoding="utf-8"), re.MULTILINE)
    if said is None:
        raise ValueError(f"the self-test has no message about {kind}")
    return FIGURE.sub("…", said[1])
