"""An address as a QR code."""

from base64 import b64encode

import cv2


def code_svg(text: str) -> str:
    """Return a QR code as SVG, with one unit a module."""
    dots = cv2.QRCodeEncoder.create().encode(text)
    height, width = dots.shape[:2]
    dark = "".join(f"M{x} {y}h1v1h-1z" for y in range(height) for x in range(width) if not dots[y, x])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/><path d="{dark}"/></svg>'
    )


def code_picture(text: str) -> str:
    """Return a QR code as a data URL."""
    return f"data:image/svg+xml;base64,{b64encode(code_svg(text).encode()).decode()}"
