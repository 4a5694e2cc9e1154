"""The physics model: MJCF of the wells with their dice, lid and levers, and of the open tray, from the dimensions."""

import math
from collections.abc import Collection, Iterator, Sequence

from hardware.twin.measures import Measures

TICK = 0.0005
"""Seconds of a step of the physics."""

# What touches what stands in the bits of a geom's contype and conaffinity, two of them for each well. Planes meet the
# balls in a die's corners: there is nothing else that a rounded cube could touch a plane with. The rest meets its cube.
FLOOR_FRICTION, WALL_FRICTION, LID_FRICTION = 0.5, 0.3, 0.25
"""Acrylic on foam rubber, on printed plastic, on acrylic."""
FLOOR_BOUNCE, WALL_BOUNCE, LID_BOUNCE, FELT_BOUNCE = 0.35, 0.5, 0.6, 0.3
"""Speed after a straight knock over the speed before it."""
FELT_FRICTION, TIP_FRICTION, DICE_FRICTION = 0.6, 0.9, 0.25
CONTACT = 1200.0
"""Radians a second of the spring that a contact is, so that a knock lasts 2.6 ms: five steps."""
LEVER_STIFFNESS = 1.13
"""N m a radian of servo, arm and soft tip in a row: a tip 4 degrees further down would press with 3 N."""
LEVER_DAMPING = 0.01
LEVER_INERTIA = 2e-5
"""kg m² of a geared servo as its shaft feels it."""
SERVO_TORQUE, GEAR_TORQUE = 0.18, 0.06
"""N m that a servo of 9 g can give at 5 V, and that its gears hold without pulses."""
BUMP_RADIUS, BUMP_RISE, BUMP_ASIDE = 0.003, 0.0045, 0.004
LID_THICKNESS = 0.003
TRAY_WALL = 1
"""The bit of the tray's planes and its dice's corners; their cubes have the next."""


def wells_model(measures: Measures, dice: Sequence[int], bumps: Collection[int]) -> str:
    """Return the MJCF of the wells block in the rocker's frame.

    `dice` are the wells 1..6 of the dice, one free body "die0", "die1", … each; `bumps` the wells whose floor has one.
    Gravity and the forces of a frame that moves come from outside. Levers are joints and actuators "lever1", ….
    """
    wells = range(1, len(measures.centres) + 1)
    parts = [
        *(part for well in wells for part in _well(measures, well, well in bumps)),
        *(_lever(measures, well) for well in wells),
        *(_die(measures, number, 1 << well, 1 << well + len(wells)) for number, well in enumerate(dice)),
    ]
    servos = "".join(
        f'<general joint="lever{well}" gainprm="{LEVER_STIFFNESS}" biastype="affine" '
        f'biasprm="0 {-LEVER_STIFFNESS} 0" forcerange="{-SERVO_TORQUE} {SERVO_TORQUE}"/>'
        for well in wells
    )
    return _document("0 0 0", parts, f"<actuator>{servos}</actuator>")


def tray_model(measures: Measures, count: int) -> str:
    """Return the MJCF of the open tray with so many dice; its origin is the middle of the felt."""
    half = measures.tray[2] / 2000
    felt = _spring(FELT_FRICTION, FELT_BOUNCE, TRAY_WALL)
    parts = [f'<geom type="plane" size="0 0 1" {felt}/>']
    # People keep dice in the tray with their hands: its rim is low, but nothing leaves it.
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        parts.append(f'<geom type="plane" size="0 0 1" pos="{-x * half} {-y * half} 0" zaxis="{x} {y} 0" {felt}/>')
    parts += [_die(measures, number, TRAY_WALL, 2 * TRAY_WALL) for number in range(count)]
    return _document("0 0 -9.81", parts)


def _document(gravity: str, parts: Sequence[str], rest: str = "") -> str:
    return (
        f'<mujoco><compiler angle="radian"/><option timestep="{TICK}" gravity="{gravity}" cone="elliptic" impratio="3">'
        '<flag midphase="disable"/></option>'
        '<default><geom solimp="0.95 0.99 0.0005"/></default>'
        f"<worldbody>{''.join(parts)}</worldbody>{rest}</mujoco>"
    )


def _well(measures: Measures, well: int, bump: bool) -> Iterator[str]:
    """Yield a well's body: planes for its floor and walls, boxes round the slot of its lid."""
    (x, y), way, reach = measures.centres[well - 1], measures.ways[well - 1], measures.reach
    corner, cube = 1 << well, 1 << well + len(measures.centres)
    yield f'<body pos="{x} {y} {measures.arm}">'
    yield f'<geom type="plane" size="0 0 1" {_spring(FLOOR_FRICTION, FLOOR_BOUNCE, corner)}/>'
    wall = _spring(WALL_FRICTION, WALL_BOUNCE, corner)
    for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        place = f"{-right * reach} {-up * reach} 0"
        yield f'<geom type="plane" size="0 0 1" pos="{place}" zaxis="{right} {up} 0" {wall}/>'
    width, length = measures.slot
    side, half, rise = (reach - width / 2) / 2, LID_THICKNESS / 2, measures.depth + LID_THICKNESS / 2
    # Inner half, both sides of the slot, and what is left between its end and the outer wall.
    for left, out, wide, deep in (
        (0.0, -reach / 2, reach, reach / 2),
        (-reach + side, length / 2, side, length / 2),
        (reach - side, length / 2, side, length / 2),
        (0.0, (length + reach) / 2, reach, (reach - length) / 2),
    ):
        lid = _spring(LID_FRICTION, LID_BOUNCE, cube)
        place = f"{left} {way * out} {rise}"
        yield f'<geom name="lid{well}.{left}.{out}" type="box" size="{wide} {deep} {half}" pos="{place}" {lid}/>'
    if bump:
        place = f"{BUMP_ASIDE} {way * BUMP_ASIDE} {BUMP_RISE - BUMP_RADIUS}"
        soft = _spring(FLOOR_FRICTION, FLOOR_BOUNCE, cube)
        yield f'<geom type="sphere" size="{BUMP_RADIUS}" pos="{place}" {soft}/>'
    yield "</body>"


def _lever(measures: Measures, well: int) -> str:
    x, y, z = measures.lever_axis(well)
    way, cube = measures.ways[well - 1], 1 << well + len(measures.centres)
    return (
        f'<body name="lever{well}" pos="{x} {y} {z}"><joint name="lever{well}" axis="{-way} 0 0" '
        f'damping="{LEVER_DAMPING}" armature="{LEVER_INERTIA}"/>'
        f'<geom type="sphere" size="{measures.tip_radius}" pos="0 {-way * measures.lever_arm} 0" mass="0.002" '
        f"{_spring(TIP_FRICTION, 0.1, cube)}/></body>"
    )


def _die(measures: Measures, number: int, corner: int, cube: int) -> str:
    half, inertia = measures.die_side / 2, measures.die_inertia
    inner, mass = half - measures.die_round, measures.die_mass
    balls = "".join(
        f'<geom type="sphere" size="{measures.die_round}" pos="{i * inner} {j * inner} {k * inner}" '
        f'contype="{corner}" conaffinity="{corner}"/>'
        for i in (-1, 1)
        for j in (-1, 1)
        for k in (-1, 1)
    )
    return (
        f'<body name="die{number}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>{balls}'
        f'<geom type="box" size="{half} {half} {half}" contype="{cube}" conaffinity="{cube}" '
        f'friction="{DICE_FRICTION} 0 0" solref="{_solref(LID_BOUNCE)}"/></body>'
    )


def _spring(friction: float, bounce: float, bit: int) -> str:
    """Return the attributes of a geom that settles how its contacts are, whatever meets it."""
    return f'priority="1" friction="{friction} 0 0" solref="{_solref(bounce)}" contype="{bit}" conaffinity="0"'


def _solref(bounce: float) -> str:
    """Return stiffness and damping of a contact that gives back this share of a knock's speed."""
    fall = -math.log(bounce)
    damping = fall / math.hypot(math.pi, fall)
    return f"{-(CONTACT**2)} {-2 * damping * CONTACT}"
