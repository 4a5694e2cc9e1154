"""`python -m tests.shaking search NOTES` tries shakes, `confirm NOTES` throws 3,000 times with the one that is chosen.

`vary NOTES` throws on other surfaces than are taken. NOTES is a file, outside of the repository, to which every
portion of throws is added: what was broken off is taken up.
"""

import argparse
from itertools import product
from pathlib import Path

from hardware.controller import ShakeProgram
from tests.shaking.tally import Tally
from tests.shaking.throws import SURFACES, Notebook

SEARCH_SEEDS = (11, 12)
OTHER_SEED = 21
CONFIRM_SEEDS = (1001, 1002, 1003)
THROWS_A_SEED = 1000
KEEPS = 1000
CHOSEN = ShakeProgram(frequency=9.0, stroke=24, rock=6.0, seconds=0.9, ramp=0.2)
TRIED = tuple(
    ShakeProgram(frequency, 24, rock, seconds, 0.2)
    for frequency, rock, seconds in (
        *product((9.0,), (6.0,), (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.5)),
        *product((8.0,), (6.0,), (0.8, 0.9, 1.1)),
        *product((10.0,), (6.0,), (0.7, 0.9)),
        *product((9.0,), (0.0, 3.0, 11.0), (0.9,)),
    )
)


def words(program: ShakeProgram) -> str:
    """Return a program's numbers."""
    return (
        f"{program.frequency:4.1f} Hz, {program.stroke} mm, rock {program.rock:4.1f}, "
        f"{program.seconds:.2f} s, ramp {program.ramp:.2f} s"
    )


def told(tally: Tally) -> str:
    """Return a tally's numbers in one line."""
    return (
        f"{tally.throws} throws: repeated {tally.repeated:.4f} ({tally.deviations:+.1f} errors), least p "
        f"{min(tally.face_p):.3f} of faces, {min(tally.neighbour_p):.3f} of neighbours, cocked "
        f"{tally.cocked / tally.dice:.2%}, {tally.seconds / tally.throws:.2f} s a throw, {tally.longest:.2f} s at most"
    )


def search(notes: Notebook, throws: int) -> None:
    """Print how each shake that is tried does."""
    for program in TRIED:
        tally = Tally()
        for seed in SEARCH_SEEDS:
            tally.add(notes.throws(program, seed, throws // len(SEARCH_SEEDS)))
        print(words(program), told(tally), flush=True)


def confirm(notes: Notebook) -> None:
    """Print how the chosen shake does on seeds that the search has not seen."""
    tally = Tally()
    for seed in CONFIRM_SEEDS:
        one = Tally().add(notes.throws(CHOSEN, seed, THROWS_A_SEED))
        print(f"seed {seed}: {told(one)}", flush=True)
        tally.add(notes.throws(CHOSEN, seed, THROWS_A_SEED))
    print(f"{words(CHOSEN)}: {told(tally)}")
    print(*tally.failures() or ["every demand is met"], sep="\n", flush=True)
    kept, changed = notes.keeps(CHOSEN, CONFIRM_SEEDS[0], KEEPS)
    print(f"{changed} of {kept} kept dice changed face")


def vary(notes: Notebook, throws: int) -> None:
    """Print how the chosen shake does where the dice touch something else than is taken."""
    for name in SURFACES:
        print(f"{name}: {told(Tally().add(notes.throws(CHOSEN, OTHER_SEED, throws, name)))}", flush=True)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("search", "confirm", "vary"))
    parser.add_argument("notes", type=Path, metavar="NOTES")
    parser.add_argument("--throws", type=int, default=600, help="throws of each shake that is tried (default 600)")
    args = parser.parse_args()
    notes = Notebook(args.notes)
    if args.what == "search":
        search(notes, args.throws)
    elif args.what == "confirm":
        confirm(notes)
    else:
        vary(notes, args.throws)


if __name__ == "__main__":
    main()
