"""The page of faults and words, from tools/cad/help.toml. It needs no solids."""

import tomllib
from pathlib import Path

from hardware.dictionary import FaultNumber
from tools.cad import __file__ as cad_file
from tools.guide import rendered_page

HELP = Path(cad_file).with_name("help.toml")


def help_page(path: Path = HELP) -> str:
    """Return the page. Raises ValueError for a fault of the board that it does not explain."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    missing = set(FaultNumber) - {fault["number"] for fault in found["fault"]}
    if missing:
        raise ValueError(f"{path.name} explains no fault {', '.join(str(number.value) for number in sorted(missing))}")
    return rendered_page("help.md", faults=found["fault"], words=found["word"])
