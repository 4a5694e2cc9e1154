"""How large letters are for whoever stands before a screen."""

HEIGHT = 336.2
"""Millimetres: a screen of 27 inches, 16 to 9."""
DISTANCE = 3000.0
"""Millimetres."""
LETTER = 16.0
"""Arc minutes of a capital: the least of ISO 9241-303 for what has to be read."""
MEASURED = """element => {
    const ink = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(element);
    ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return ink.measureText("H").actualBoundingBoxAscent;
}"""


def arc_minutes(pixels: float, height: int) -> float:
    """Return at which angle so much of a screen of so many lines is seen."""
    return pixels * HEIGHT / height / DISTANCE * 10800 / 3.141592653589793
