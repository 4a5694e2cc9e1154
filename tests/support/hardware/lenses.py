"""Lenses that no careful builder would take."""

import numpy as np

from hardware.sim.lens import Mounting


def hang_uncorrected(seed: int) -> Mounting:
    """Return a hasty assembly with an uncorrected lens: a dozen pixels of distortion at the edge.

    Data sheets of camera modules with six plastic elements give up to 1.5 per cent of distortion.
    """
    random = np.random.default_rng((seed, 0x1E46))
    right, down, up = (float(v) for v in random.uniform(-4.0, 4.0, 3))
    pitch, yaw, roll = (float(v) for v in random.uniform(-1.5, 1.5, 3))
    first = float(random.uniform(0.03, 0.08) * random.choice([-1.0, 1.0]))
    second, third = (float(v) for v in random.uniform(-0.02, 0.02, 2))
    aslant, beside = (random.uniform(-most, most, 2).tolist() for most in (1e-3, 12.0))
    zoom = float(random.uniform(0.98, 1.02))
    tangential, middle = (aslant[0], aslant[1]), (beside[0], beside[1])
    return Mounting(right, down, up, pitch, yaw, roll, (first, second, third), tangential, zoom, middle)
