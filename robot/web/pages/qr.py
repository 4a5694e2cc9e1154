"""An address, or a Wi-Fi, as a QR code."""

import re
from base64 import b64encode
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

BLACK_ON_WHITE, RESET = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Letters of a terminal by the modules that are dark in their upper and lower half."""


OPENCV_BORDER = 2
"""Light modules that OpenCV leaves around a code; ISO/IEC 18004 asks for four."""


def wifi_text(name: str, password: str) -> str:
    """Return what a QR code holds by which a phone joins a Wi-Fi, one without a password for ""; "" for no name.

    ZXing's format: https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11
    """
    if not name:
        return ""
    kind = f"T:WPA;S:{_escaped(name)};P:{_escaped(password)}" if password else f"T:nopass;S:{_escaped(name)}"
    return f"WIFI:{kind};;"


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,:"])', r"\\\1", text)


def dark_modules(text: str) -> npt.NDArray[np.bool_]:
    """Return the modules of a QR code that are dark, shape (side, side), with four light ones around it."""
    return np.pad(cv2.QRCodeEncoder.create().encode(text) == 0, 4 - OPENCV_BORDER)


def code_svg(text: str) -> str:
    """Return a QR code as SVG, with one unit a module."""
    modules = dark_modules(text)
    height, width = modules.shape
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, x in np.argwhere(modules))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/><path d="{dark}"/></svg>'
    )


def code_lines(text: str) -> list[str]:
    """Return a QR code as lines for a terminal that knows ANSI colours: black on white, two modules a letter."""
    dark = dark_modules(text)
    dark = np.pad(dark, ((0, dark.shape[0] % 2), (0, 0)))
    rows = zip(dark[::2].tolist(), dark[1::2].tolist(), strict=True)
    return [f"{BLACK_ON_WHITE}{''.join(map(HALVES.__getitem__, zip(*row, strict=True)))}{RESET}" for row in rows]


@lru_cache(maxsize=8)
def code_picture(text: str) -> str:
    """Return a QR code as a data URL."""
    return f"data:image/svg+xml;base64,{b64encode(code_svg(text).encode()).decode()}"
