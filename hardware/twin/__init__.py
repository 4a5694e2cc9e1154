"""The digital twin: the firmware's binary in simavr, its pins on a machine that moves, behind a pseudo-terminal."""
