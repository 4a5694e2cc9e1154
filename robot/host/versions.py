"""The versions of the program and of what it runs on."""

import platform

from robot.installation import VERSION


def versions() -> dict[str, str]:
    """Return the versions of the package and of Python, and the name of the system."""
    return {
        "pipsqueak": VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
