"""Whether a Raspberry Pi gets enough power, and whether it is too hot."""

import enum
import re
import subprocess

SECONDS = 5
"""Seconds to wait for an answer."""
KNOWN = 0b1111
SINCE_START = 16
"""How many bits the flags of the time since the start are shifted."""


class PowerTrouble(enum.Flag):
    """Why a Pi is slowed down: the bits of `vcgencmd get_throttled`."""

    UNDER_VOLTAGE = 1
    CAPPED = 2
    SLOWED = 4
    HOT = 8


PowerState = tuple[PowerTrouble, PowerTrouble]
"""What a Pi reports of its power and heat: now, and at any time since it was started."""


def read_power() -> PowerState | None:
    """Ask the Pi's firmware; None if the machine is not a Pi, or this user may not ask."""
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
