"""The packages that the program brings where no extra is named."""

import re
import tomllib
from importlib.metadata import requires

from packaging.requirements import Requirement

from tests.support.repository import REPOSITORY


def canonical(name: str) -> str:
    """Return a package's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def base() -> set[str]:
    """Return the canonical names of the base's packages, and of all that these bring."""
    found: set[tuple[str, str]] = set()
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [(Requirement(one), "") for one in project["dependencies"]]
    while wanted:
        one, extra = wanted.pop()
        if one.marker is None or one.marker.evaluate({"extra": extra}):
            for own in {"", *one.extras} - {extra for name, extra in found if name == canonical(one.name)}:
                found.add((canonical(one.name), own))
                wanted += [(Requirement(further), own) for further in requires(one.name) or []]
    return {name for name, _ in found}
