"""How large a share may be of which so many were found: exact bounds, not approximate ones."""

import math

HALVINGS = 60


def at_most(found: int, tries: int, confidence: float = 0.95) -> float:
    """Return the largest share with which `found` or fewer of `tries` still come in one of 20 cases (0 to 1).

    Source: Clopper and Pearson, Biometrika 26 (1934), the upper bound alone. Raises ValueError unless
    0 <= found <= tries and something was tried.
    """
    if not 0 <= found <= tries or not tries:
        raise ValueError(f"{found} of {tries} is no share")
    if found == tries:
        return 1.0
    low, high = found / tries, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance_of_fewer(found, tries, middle) > 1 - confidence else (low, middle)
    return high


def chance_of_fewer(found: int, tries: int, share: float) -> float:
    """Return the chance that `found` or fewer of `tries` come, each with a chance of `share`, between 0 and 1."""
    yes, no = math.log(share), math.log1p(-share)
    ways = (math.lgamma(tries + 1) - math.lgamma(k + 1) - math.lgamma(tries - k + 1) for k in range(found + 1))
    return math.fsum(math.exp(way + k * yes + (tries - k) * no) for k, way in enumerate(ways))
