"""Plant faults one after the other in a copy of the tree, and print the test that finds each.

`python -m tools.planted` tries all faults, `python -m tools.planted NAME …` some. The copy has all files that git
lists, committed or new. Tests nearest to a fault's file run first. The exit status is 0 if all faults were found, else
1.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from robot.files import write_whole
from tools.planted import FOUND, REPOSITORY, git
from tools.planted.faults import PlantingError, all_faults
from tools.planted.hunt import TIERS, CopiedTree, Hunted, Hunter


def main() -> int:
    """Try the faults that the command line names, and return the exit status."""
    faults = {fault.name: fault for fault in all_faults()}
    asked = _parser().parse_args()
    if unknown := sorted(set(asked.names) - set(faults)):
        print(f"no fault {', '.join(unknown)}: the list is in tools/planted/faults", file=sys.stderr)
        return 2
    found = _load_record(FOUND)
    if asked.record:
        record = {name: entry for name, entry in _load_record(asked.record).items() if name in faults}
        commit = git(REPOSITORY, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*").strip()
    names = asked.names or list(faults)
    known = {name: found[name]["test"] for name in names if name in found and found[name]["test"]}
    tiers = list(TIERS) if asked.tier == "both" else [asked.tier]
    hunted: list[Hunted] = []
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        try:
            tree = CopiedTree(REPOSITORY, Path(folder) / "tree")
            hunter = Hunter(tree, tiers, near=asked.near)
            hunter.trust(tuple(known.values()))
            for name in names:
                hunted.append(hunter.hunt(faults[name], known.get(name)))
                print(hunted[-1].line, flush=True)
                if asked.record:
                    record[name] = hunted[-1].to_json() | {"commit": commit}
                    ordered = {one: record[one] for one in faults if one in record}
                    write_whole(asked.record, f"{json.dumps({'faults': ordered}, indent=1)}\n".encode())
        except PlantingError as error:
            print(error, file=sys.stderr)
            return 2
    counts = Counter(one.tier or "not found" for one in hunted)
    print(f"{len(hunted)} faults: {', '.join(f'{count} {tier}' for tier, count in counts.items())}")
    return 1 if counts["not found"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.planted", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to try (default: all)")
    parser.add_argument("--tier", choices=[*TIERS, "both"], default="both", help="tier of the tests (default both)")
    parser.add_argument("--near", action="store_true", help="try only the nearest tests")
    parser.add_argument("--record", type=Path, metavar="FILE", help="update a JSON record of what tests found")
    return parser


def _load_record(path: Path) -> dict[str, dict[str, Any]]:
    faults: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["faults"] if path.exists() else {}
    return faults


if __name__ == "__main__":
    sys.exit(main())
