"""The physics model: MJCF of the wells with their dice, lid and levers, from the dimensions."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from hardware.twin.measures import Measures

TICK = 0.0005
"""Time step of the physics in seconds."""
GRAVITY = 9.81
CONTACT = 1200.0
"""Frequency of the contact spring in rad/s: an impact lasts 2.6 ms, five time steps."""
LEVER_STIFFNESS = 1.13
"""Stiffness in N m/rad of servo, arm and soft tip in series: a tip 4 degrees further down presses with 3 N."""
LEVER_DAMPING = 0.01
LEVER_INERTIA = 2e-5
"""Moment of inertia in kg m² of a geared servo at its shaft."""
SERVO_TORQUE, GEAR_TORQUE = 0.18, 0.06
"""Torque in N m of a 9 g servo at 5 V, and of its gears without pulses."""
SOLID = 0.02
"""Thickness in metres of the lid: bodies pressed against a thin sheet would pass through it."""
BUMP_RADIUS, BUMP_RISE, BUMP_ASIDE = 0.003, 0.0045, 0.004


@dataclass(frozen=True, slots=True)
class Touch:
    """Contact of a surface with an acrylic die: friction, ratio of speeds after and before an impact, and spring."""

    friction: float
    bounce: float
    spring: float = CONTACT
    """Frequency of the contact spring in rad/s."""

    @property
    def solref(self) -> str:
        """Stiffness and damping of a contact with this bounce, as MJCF has them."""
        fall = -math.log(self.bounce)
        damping = fall / math.hypot(math.pi, fall)
        return f"{-(self.spring**2)} {-2 * damping * self.spring}"


@dataclass(frozen=True, slots=True)
class Surfaces:
    """The surfaces that dice touch: foam rubber, printed plastic, lid, and each other. None is measured."""

    floor: Touch = Touch(0.5, 0.35)
    wall: Touch = Touch(0.3, 0.5)
    lid: Touch = Touch(0.25, 0.6)
    dice: Touch = Touch(0.25, 0.6)


TIP = Touch(0.9, 0.1)


def wells_model(
    measures: Measures, surfaces: Surfaces, dice: Sequence[int], bumps: Collection[int], shifts: Sequence[float]
) -> str:
    """Return the MJCF of the wells block in the rocker's frame.

    `dice` are the wells 1..6 of the dice, each a free body "die0", "die1", …; `bumps` are the wells with a bump.
    `shifts` are the offsets of each die's centre of mass towards its 1, in metres. Gravity and inertial forces are
    applied from outside. Levers are joints and actuators "lever1", ….
    """
    wells = range(1, len(measures.centres) + 1)
    # Bits of contype and conaffinity select the contacts. Planes touch the spheres in a die's corners, as a rounded
    # cube can touch a plane only there. Everything else touches its cube.
    parts = [
        *(part for well in wells for part in _well(measures, surfaces, well, bump=well in bumps)),
        *(_lever(measures, well) for well in wells),
        *(
            _die(measures, surfaces.dice, number, 1 << well, 1 << well + len(wells), shift=shift)
            for number, (well, shift) in enumerate(zip(dice, shifts, strict=True))
        ),
    ]
    servos = "".join(
        f'<general joint="lever{well}" gainprm="{LEVER_STIFFNESS}" biastype="affine" '
        f'biasprm="0 {-LEVER_STIFFNESS} 0" forcerange="{-SERVO_TORQUE} {SERVO_TORQUE}"/>'
        for well in wells
    )
    return write_document("0 0 0", parts, f"<actuator>{servos}</actuator>")


def write_document(gravity: str, parts: Sequence[str], rest: str = "") -> str:
    """Return a whole MJCF document of these bodies under a `gravity` of three numbers in m/s²."""
    return (
        f'<mujoco><compiler angle="radian"/><option timestep="{TICK}" gravity="{gravity}" cone="elliptic" impratio="3">'
        '<flag midphase="disable"/></option>'
        '<default><geom solimp="0.95 0.99 0.0005"/></default>'
        f"<worldbody>{''.join(parts)}</worldbody>{rest}</mujoco>"
    )


def _well(measures: Measures, surfaces: Surfaces, well: int, *, bump: bool) -> Iterator[str]:
    """Yield the body of a well: planes for its floor and walls, boxes around the slot of its lid."""
    (x, y), way, reach = measures.centres[well - 1], measures.ways[well - 1], measures.reach
    corner, cube = 1 << well, 1 << well + len(measures.centres)
    yield f'<body pos="{x} {y} {measures.arm}">'
    yield f'<geom type="plane" size="0 0 1" {set_surface(surfaces.floor, corner)}/>'
    wall = set_surface(surfaces.wall, corner)
    for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        place = f"{-right * reach} {-up * reach} 0"
        yield f'<geom type="plane" size="0 0 1" pos="{place}" zaxis="{right} {up} 0" {wall}/>'
    width, length = measures.slot
    side, half, rise = (reach - width / 2) / 2, SOLID / 2, measures.depth + SOLID / 2
    # The inner half, both sides of the slot, and the rest between its end and the outer wall.
    for left, out, wide, deep in (
        (0.0, -reach / 2, reach, reach / 2),
        (-reach + side, length / 2, side, length / 2),
        (reach - side, length / 2, side, length / 2),
        (0.0, (length + reach) / 2, reach, (reach - length) / 2),
    ):
        lid = set_surface(surfaces.lid, cube)
        place = f"{left} {way * out} {rise}"
        yield f'<geom name="lid{well}.{left}.{out}" type="box" size="{wide} {deep} {half}" pos="{place}" {lid}/>'
    if bump:
        place = f"{BUMP_ASIDE} {way * BUMP_ASIDE} {BUMP_RISE - BUMP_RADIUS}"
        soft = set_surface(surfaces.floor, cube)
        yield f'<geom type="sphere" size="{BUMP_RADIUS}" pos="{place}" {soft}/>'
    yield "</body>"


def _lever(measures: Measures, well: int) -> str:
    x, y, z = measures.lever_axis(well)
    way, cube = measures.ways[well - 1], 1 << well + len(measures.centres)
    along, above = measures.lever_middle
    # It turns about its joint alone, so the moments about the other axes do not matter.
    own = measures.lever_inertia - measures.lever_mass * (along**2 + above**2)
    return (
        f'<body name="lever{well}" pos="{x} {y} {z}"><joint name="lever{well}" axis="{-way} 0 0" '
        f'damping="{LEVER_DAMPING}" armature="{LEVER_INERTIA}"/>'
        f'<inertial pos="0 {-way * along} {above}" mass="{measures.lever_mass}" diaginertia="{own} {own} {own}"/>'
        f'<geom type="sphere" size="{measures.tip_radius}" pos="0 {-way * measures.lever_arm} 0" '
        f"{set_surface(TIP, cube)}/></body>"
    )


def corner_balls(half: float, radius: float, bit: int) -> str:
    """Return the eight spheres in the corners of a die, by its half side and the radius of its edges in metres."""
    inner = half - radius
    return "".join(
        f'<geom type="sphere" size="{radius}" pos="{i * inner} {j * inner} {k * inner}" '
        f'contype="{bit}" conaffinity="{bit}"/>'
        for i in (-1, 1)
        for j in (-1, 1)
        for k in (-1, 1)
    )


def _die(measures: Measures, touch: Touch, number: int, corner: int, cube: int, *, shift: float = 0) -> str:
    half, inertia = measures.die_side / 2, measures.die_inertia
    mass = measures.die_mass
    return (
        f'<body name="die{number}"><freejoint/>'
        f'<inertial pos="{shift} 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>'
        f"{corner_balls(half, measures.die_round, corner)}"
        f'<geom type="box" size="{half} {half} {half}" contype="{cube}" conaffinity="{cube}" '
        f'friction="{touch.friction} 0 0" solref="{touch.solref}"/></body>'
    )


def set_surface(touch: Touch, bit: int) -> str:
    """Return the attributes of a geom that determines its contacts with all others."""
    return f'priority="1" friction="{touch.friction} 0 0" solref="{touch.solref}" contype="{bit}" conaffinity="0"'
