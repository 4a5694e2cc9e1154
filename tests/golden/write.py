"""Rewrite the golden copies: `python -m tests.golden.write`, or only some kinds: `… write journal verbs`.

A difference is a fault, unless it fixes one: look at each that the tests report, and say in the commit what it fixes.
The games in `tests/golden/home` are a promise to those who have such files: nothing rewrites them.
"""

import sys

from tests.golden.prints import ENVIRONMENTS, KINDS, write, write_environments


def main(words: list[str]) -> None:
    """Write what is asked for, by default all prints."""
    for kind in words or [*KINDS, ENVIRONMENTS]:
        if kind == ENVIRONMENTS:
            write_environments()
        else:
            write(kind)


if __name__ == "__main__":
    main(sys.argv[1:])
