"""Run benchmarks: print each measurement, its limit on this machine, and their ratio."""

import importlib
import sys

ROOMS = {
    "link": ("hardware",),
    "match": ("robot", "past"),
    "page": ("page", "first_throw", "ready", "requests"),
    "readers": ("picture", "vision", "vision_table"),
    "sheets": ("sheet", "sheet_winning"),
    "solvers": ("solver", "solver_more", "keep_and_throw", "rounds"),
}
"""The benchmarks in each module: functions that yield lines."""
BENCHES = {bench: room for room, benches in ROOMS.items() for bench in benches}


def main() -> int:
    """Run the benchmarks that the command line names, or all, and print their lines."""
    chosen = sys.argv[1:] or list(BENCHES)
    if unknown := sorted(set(chosen) - set(BENCHES)):
        print(f"no benchmark {', '.join(unknown)}: choose from {', '.join(sorted(BENCHES))}", file=sys.stderr)
        return 2
    for bench in chosen:
        print(f"{bench}:")
        for line in getattr(importlib.import_module(f"tools.bench.{BENCHES[bench]}"), bench)():
            print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
