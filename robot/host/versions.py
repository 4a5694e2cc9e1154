"""The versions of the program and of what it runs on."""

import platform
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Return the versions of the package and of Python, and the name of the system."""
    return {
        "pipsqueak": version("pipsqueak"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
