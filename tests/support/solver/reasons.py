"""A reason taken apart: its parts by their keys."""

from collections.abc import Mapping

from solver.reason import Reason, Told


def parts(reason: Reason) -> dict[str, Mapping[str, Told]]:
    """Return a reason and all in it, from the outside in, by their keys, with what each tells."""
    found = {reason.key: reason.values}
    for value in reason.values.values():
        inner = (value,) if isinstance(value, Reason) else value if isinstance(value, tuple) else ()
        for one in inner:
            found |= parts(one)
    return found
