"""The guide in docs/build, from the machine's parts and tools/cad/steps.toml: make guide, or python -m tools.guide."""

import math
import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape


def time_of(minutes: float) -> str:
    """Return a duration as text, such as 1 h 20 min."""
    hours, rest = divmod(round(minutes), 60)
    return " ".join([*([f"{hours} h"] if hours else []), *([f"{rest} min"] if rest or not hours else [])])


TEMPLATES = Environment(
    autoescape=select_autoescape(["html"]),
    keep_trailing_newline=True,
    loader=PackageLoader("tools.guide"),
    lstrip_blocks=True,
    trim_blocks=True,
    undefined=StrictUndefined,
)
TEMPLATES.filters |= {
    "time": time_of,
    "hours": lambda minutes: f"{math.floor(minutes / 60 + 0.5)} h" if minutes >= 90 else time_of(minutes),
    "euros": lambda cost: f"{cost:.2f}",
    "number": lambda amount: f"{amount:.1f}".removesuffix(".0") if amount < 100 else f"{amount:.0f}",
    # A cell without Markdown's marks.
    "plain": lambda cell: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell).replace("`", ""),
}
TEMPLATES.tests["in_folder"] = str.startswith


def render_page(name: str, **words: Any) -> str:
    """Return a template of tools/guide/templates, filled with `words`. Raises UndefinedError for a missing word."""
    return TEMPLATES.get_template(name).render(words)
