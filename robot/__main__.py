"""`python -m robot` is `pipsqueak`."""

import sys


def main() -> int:
    """Run the command line, and return its exit status; Ctrl-C is one line even before it is ready."""
    try:
        from robot.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("pipsqueak: stopped\n")
        return 1
    return run()


if __name__ == "__main__":
    sys.exit(main())
