"""Check whether the machine's clock is right: a Pi's clock stands still while it is off, and starts behind."""

import ctypes

DAY = 86_400.0
UNSYNCHRONISED = 0x40
"""The bit STA_UNSYNC of adjtimex(2)."""


class _Timex(ctypes.Structure):
    """The head of struct timex, and room for the rest of its 208 bytes."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 160),
    )


def is_synchronised() -> bool:
    """Return whether the kernel says that a time server keeps the clock right; False if it cannot be asked."""
    asked = _Timex()  # modes = 0 only reads
    try:
        return ctypes.CDLL(None).adjtimex(ctypes.byref(asked)) >= 0 and not asked.status & UNSYNCHRONISED
    except (OSError, AttributeError):
        return False
