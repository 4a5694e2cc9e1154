"""An address as a QR code."""

from base64 import b64encode

import cv2
import numpy as np

BLACK_ON_WHITE, RESET = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Letters of a terminal by the modules that are dark in their upper and lower half."""


def code_svg(text: str) -> str:
    """Return a QR code as SVG, with one unit a module."""
    dots = cv2.QRCodeEncoder.create().encode(text)
    height, width = dots.shape[:2]
    dark = "".join(f"M{x} {y}h1v1h-1z" for y in range(height) for x in range(width) if not dots[y, x])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/><path d="{dark}"/></svg>'
    )


def code_lines(text: str) -> list[str]:
    """Return a QR code as lines for a terminal that knows ANSI colours: black on white, two modules a letter."""
    dark = cv2.QRCodeEncoder.create().encode(text) == 0
    dark = np.pad(dark, ((0, dark.shape[0] % 2), (0, 0)))
    rows = zip(dark[::2].tolist(), dark[1::2].tolist(), strict=True)
    return [f"{BLACK_ON_WHITE}{''.join(map(HALVES.__getitem__, zip(*row, strict=True)))}{RESET}" for row in rows]


def code_picture(text: str) -> str:
    """Return a QR code as a data URL."""
    return f"data:image/svg+xml;base64,{b64encode(code_svg(text).encode()).decode()}"
