"""Runs benchmarks: prints each measurement, its limit on this machine, and their ratio."""

import importlib
import pkgutil
import sys

import tools.bench


def main() -> int:
    """Run the named benchmarks, or all, and print their lines."""
    rooms = [module.name for module in pkgutil.iter_modules(tools.bench.__path__) if not module.name.startswith("_")]
    chosen = sys.argv[1:] or rooms
    if unknown := sorted(set(chosen) - set(rooms)):
        print(f"no benchmark {', '.join(unknown)}: known are {', '.join(rooms)}", file=sys.stderr)
        return 2
    for room in chosen:
        print(f"{room}:")
        for line in importlib.import_module(f"tools.bench.{room}").run():
            print(f"  {line}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
