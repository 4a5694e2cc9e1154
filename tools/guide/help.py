"""The page of faults and words, from tools/cad/help.toml. It needs no solids."""

import tomllib
from pathlib import Path

from hardware.dictionary import FaultNumber
from tools.cad import __file__ as cad_file
from tools.guide import MADE

HELP = Path(cad_file).with_name("help.toml")


def help_page(path: Path = HELP) -> str:
    """Return the page. Raises ValueError for a fault of the board that it does not explain."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    missing = set(FaultNumber) - {fault["number"] for fault in found["fault"]}
    if missing:
        raise ValueError(f"{path.name} explains no fault {', '.join(str(number.value) for number in sorted(missing))}")
    lines = [
        "# If something goes wrong, and what the words mean",
        MADE,
        "",
        "[All pages](README.md).",
        "",
        "## Faults",
        "",
    ]
    lines += [
        "`pipsqueak selftest` tries each part and names what is built wrong: see [the self-test](../selftest.md)."
    ]
    lines += ["", "| what you see | why | what to do |", "|---|---|---|"]
    lines += [f"| {fault['seen']} | {fault['why']} | {fault['do']} |" for fault in found["fault"]]
    lines += ["", "## Words", "", "| word | what it means here |", "|---|---|"]
    lines += [f"| {word['name']} | {word['means']} |" for word in sorted(found["word"], key=_name)]
    return "\n".join(lines) + "\n"


def _name(word: dict[str, str]) -> str:
    return word["name"].lower()
