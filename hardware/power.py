"""Whether a Raspberry Pi gets enough power, and whether it is too hot."""

import enum
import re
import subprocess

SECONDS = 5
"""After so many seconds without an answer, there is none."""
KNOWN = 0b1111
SINCE_START = 16
"""By so many bits those are shifted which say what has happened since the start."""


class PowerTrouble(enum.Flag):
    """Why a Pi is slowed down: the bits of `vcgencmd get_throttled`."""

    UNDER_VOLTAGE = 1
    CAPPED = 2
    SLOWED = 4
    HOT = 8


PowerState = tuple[PowerTrouble, PowerTrouble]
"""What a Pi says of its power and heat: now, and at any time since it was started."""


def read_power() -> PowerState | None:
    """Ask the Pi's firmware; None where the machine is no Pi, or may not be asked."""
    try:
        asked = subprocess.run(
            ["vcgencmd", "get_throttled"],  # noqa: S607  in /usr/bin since Raspberry Pi OS 11, in /opt before
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"throttled=(0x[0-9a-fA-F]+)", asked.stdout)
    if not found:
        return None
    bits = int(found[1], 16)
    return PowerTrouble(bits & KNOWN), PowerTrouble(bits >> SINCE_START & KNOWN)
