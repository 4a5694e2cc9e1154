"""What a servo of the reference build gets for a pulse of the command set."""

TURNED = frozenset({1, 2, 3})
"""The wells of the upper row: all servos lie alike, with their shafts to the left, so these press by shorter pulses."""


def at_pin(well: int, pulse: int) -> int:
    """Return the pulse (µs, 0 for none) at the pin of a well's servo."""
    return 3000 - pulse if pulse and well in TURNED else pulse


def at_pins(*pulses: int) -> dict[int, int]:
    """Return the pulses at the pins of servos 1 to 6."""
    return {well: at_pin(well, pulse) for well, pulse in enumerate(pulses, 1)}
