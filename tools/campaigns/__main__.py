"""Run a long measurement: `python -m tools.campaigns NAME …`, and `python -m tools.campaigns NAME --help`."""

import argparse
import importlib
import sys
from collections.abc import Sequence

import cv2

from vision.errors import VisionError

CAMPAIGNS = ("live_throws", "own_dice", "rule_cards", "table_reader")
"""Modules with `add_options`, which takes a parser, and `run`, which takes the parsed options and yields lines."""
LEAST = {"count": 1, "jobs": 1, "seed": 0}


def main(words: Sequence[str]) -> int:
    """Run the campaign that the first word names; return the exit status: 1 after an error, 2 for an unknown name."""
    if not words or words[0] not in CAMPAIGNS:
        print(f"name one of the campaigns: {', '.join(CAMPAIGNS)}", file=sys.stderr)
        return 2
    name, *rest = words
    campaign = importlib.import_module(f"tools.campaigns.{name}")
    parser = argparse.ArgumentParser(
        prog=f"python -m tools.campaigns {name}",
        description=campaign.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    campaign.add_options(parser)
    options = parser.parse_args(rest)
    for option, least in LEAST.items():
        if getattr(options, option, least) < least:
            parser.error(f"{option} must be {least} or more")
    cv2.setNumThreads(1)
    try:
        for line in campaign.run(options):
            print(line, flush=True)
    except VisionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
