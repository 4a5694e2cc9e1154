"""One box of the machine of boxes: its floor is a flap that a solenoid knocks up under the die."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from hardware.dimensions import APART
from hardware.sim.cube import DiePose
from hardware.twin.measures import Floats
from hardware.twin.model import GRAVITY, TICK, Surfaces, Touch, corner_balls, set_surface, write_document
from hardware.twin.physics import LOOK_TICKS, RestDetector, engine

DIODE = 0.7
"""Voltage of the diode through which the coil's current dies away."""
IDLE = 0.002
"""Current in A below which a coil without voltage counts as dead."""
DIE, FLAP, TIP = 1, 2, 4
"""Collision bits: balls in the die's corners, its faces, and the plunger's tip."""
TIP_RADIUS = 0.0015
CLEARANCE, LEAST_PLAY = 0.0005, 1e-6
"""Gap from the flap to the walls, and the least play that the physics can have, in metres."""
STOP = Touch(0.3, 0.3)
"""The stops of flap and plunger: printed plastic, and a rubber ring."""
PUSH = Touch(0.2, 0.2)
BARE = Surfaces(floor=Surfaces().wall)
"""The floor is of the same printed plastic as the walls."""


@dataclass(frozen=True, slots=True)
class Solenoid:
    """A solenoid that stands under the flap and pushes it up. Units: m, kg, N, V, ohms.

    The force over the gap g is that of a gap in iron: F = F0 (g0 / (g + g0))². The current follows from the inductance
    that this force implies.
    """

    force: float
    """F0: the force on a seated plunger at the `rated` voltage."""
    resistance: float
    rated: float
    gap: float
    """g0: the gap in the iron that remains when the plunger is seated."""
    plunger: float
    stroke: float
    reach: float
    """Distance from the hinge's axis to where the tip touches the flap."""
    slack: float
    """Distance from the tip at rest up to the flap."""
    friction: float
    leak: float = 0.5
    """Inductance that does not depend on the plunger, as a share of the other at full stroke; assumed."""

    @property
    def law(self) -> float:
        """The inductance times the gap, in H m: from the rated force, as F = i² dL/dx / 2."""
        return 2 * self.force * self.gap**2 / (self.rated / self.resistance) ** 2

    def inductance(self, gap: float) -> tuple[float, float]:
        """Return the inductance in H at a gap in m, and how it grows as the gap closes, in H/m."""
        wide = gap + self.gap
        return self.law / wide + self.leak * self.law / (self.stroke + self.gap), self.law / wide**2

    @property
    def work(self) -> float:
        """The work in J of the rated force over the stroke; a pulse does less, as its current rises first."""
        return self.force * self.gap * self.stroke / (self.stroke + self.gap)


@dataclass(frozen=True, slots=True)
class Flap:
    """Floor and hinge in m, kg, radians (`stop`), N m (`friction`), N m/rad (`spring`) and N m s (`damping`)."""

    mass: float
    thick: float
    stop: float
    play: float
    friction: float
    spring: float = 0.0
    damping: float = 1e-5


@dataclass(frozen=True, slots=True)
class Knocks:
    """The pulses of a throw: number, V, seconds of each, seconds from one to the next, and from one box to the next."""

    count: int
    volts: float
    pulse: float
    gap: float
    stagger: float


@dataclass(frozen=True, slots=True)
class KnockedBoxDesign:
    """A box with all that is in it. Units: m, kg, radians, seconds."""

    side: float
    height: float
    die_side: float
    die_round: float
    die_mass: float
    flap: Flap
    solenoid: Solenoid
    surfaces: Surfaces = BARE
    lean: float = 0.0
    """Angle by which the walls lean outwards."""
    level: tuple[float, float] = (0.0, 0.0)
    """Angles by which the table slopes down, away from the hinge and along it."""
    tick: float = TICK

    @property
    def half(self) -> float:
        """Half the side of the flap."""
        return self.side / 2 - CLEARANCE


def read_design(dimensions: Mapping[str, Any]) -> tuple[KnockedBoxDesign, Knocks]:
    """Return the box and its knocks from the dimensions of a machine of boxes."""
    box, flap, coil, die, knock = (dimensions[name] for name in ("box", "flap", "solenoid", "die", "knock"))
    length, apart = knock["length"] / 1000, APART / 1000
    design = KnockedBoxDesign(
        side=box["side"] / 1000,
        height=box["height"] / 1000,
        die_side=die["side"] / 1000,
        die_round=die["corner_radius"] / 1000,
        die_mass=die["mass"] / 1000,
        flap=Flap(
            mass=flap["mass"] / 1000,
            thick=flap["thickness"] / 1000,
            stop=math.radians(flap["angle"]),
            play=flap["play"] / 1000,
            friction=flap["friction"] / 1000,
        ),
        solenoid=Solenoid(
            force=coil["force"],
            resistance=coil["volts"] / coil["current"],
            rated=coil["volts"],
            gap=coil["gap"] / 1000,
            plunger=coil["plunger"] / 1000,
            stroke=coil["stroke"] / 1000,
            reach=coil["from_hinge"] / 1000,
            slack=coil["slack"] / 1000,
            friction=coil["friction"],
        ),
    )
    return design, Knocks(knock["count"], coil["volts"], length, knock["gap"] / 1000, length + apart)


def box_model(design: KnockedBoxDesign) -> str:
    """Return the MJCF of a box. Its origin is the middle of the floor, x away from the hinge.

    Joints: "play" of the flap's axis upward, its "hinge", "plunger". The die is a rounded cube: the balls in its
    corners meet everything, its faces meet the flap.
    """
    half, long = design.side / 2, design.half
    surfaces, flap, coil = design.surfaces, design.flap, design.solenoid
    down, out = -math.sin(design.lean), math.cos(design.lean)
    parts = [
        f'<geom type="plane" size="0 0 1" pos="0 0 {design.height}" zaxis="0 0 -1" {set_surface(surfaces.lid, DIE)}/>',
        f'<geom type="plane" size="0 0 1" pos="0 0 {-flap.thick}" {set_surface(surfaces.wall, DIE)}/>',
    ]
    parts += [
        f'<geom type="plane" size="0 0 1" pos="{-half * x} {-half * y} 0" zaxis="{out * x} {out * y} {-down}" '
        f"{set_surface(surfaces.wall, DIE)}/>"
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    stop = f'solreflimit="{STOP.solref}" solimplimit="0.95 0.99 0.0005"'
    plate = f'type="box" size="{long} {long} {flap.thick / 2}" pos="{long} 0 {-flap.thick / 2}"'
    inertia = flap.mass * (2 * long) ** 2 / 12
    play = max(flap.play, LEAST_PLAY)
    parts.append(
        f'<body pos="{-long} 0 0"><joint name="play" type="slide" axis="0 0 1" range="0 {play}" limited="true" {stop}/>'
        f'<joint name="hinge" axis="0 -1 0" range="0 {flap.stop}" limited="true" {stop} '
        f'frictionloss="{flap.friction}" damping="{flap.damping}" stiffness="{flap.spring}"/>'
        f'<inertial pos="{long} 0 {-flap.thick / 2}" mass="{flap.mass}" '
        f'diaginertia="{inertia} {inertia} {2 * inertia}"/>'
        f"<geom {plate} {set_surface(surfaces.floor, DIE | FLAP)}/><geom {plate} {set_surface(PUSH, TIP)}/></body>"
        f'<body pos="{coil.reach - long} 0 {-flap.thick - TIP_RADIUS - coil.slack}"><joint name="plunger" type="slide" '
        f'axis="0 0 1" range="0 {coil.stroke}" limited="true" {stop} frictionloss="{coil.friction}"/>'
        f'<geom type="sphere" size="{TIP_RADIUS}" mass="{coil.plunger}" contype="0" conaffinity="{TIP}"/></body>'
    )
    parts.append(_build_die(design))
    x, y = (math.sin(angle) for angle in design.level)
    fall = GRAVITY * math.sqrt(1 - x * x - y * y)
    return write_document(f"{GRAVITY * x} {GRAVITY * y} {-fall}", parts)


def _build_die(design: KnockedBoxDesign) -> str:
    half, mass = design.die_side / 2, design.die_mass
    inner, inertia = half - design.die_round, mass * design.die_side**2 / 6
    faces = "".join(
        f'<geom type="box" size="{x} {y} {z}" contype="0" conaffinity="{FLAP}"/>'
        for x, y, z in ((half, inner, inner), (inner, half, inner), (inner, inner, half))
    )
    return (
        f'<body name="die"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>'
        f"{corner_balls(half, design.die_round, DIE)}{faces}</body>"
    )


class KnockedBox:
    """A box in motion. Its die starts in the air, in a random pose."""

    def __init__(self, design: KnockedBoxDesign, random: np.random.Generator) -> None:
        self.design = design
        self._mujoco = engine()
        self._model = self._mujoco.MjModel.from_xml_string(box_model(design))
        self._model.opt.timestep = design.tick
        self._data = self._mujoco.MjData(self._model)
        self._place = self._data.qpos[3:10]
        self._rest = RestDetector(self._place.reshape(1, 7))
        self.current = 0.0
        """The current, in A."""
        self.peak = 0.0
        """The largest current, in A."""
        self.heat = 0.0
        """The coil's heat since the beginning, in J."""
        turn = random.normal(0, 1, 4)
        self._place[:3] = *random.uniform(-1, 1, 2) * design.side / 8, design.die_side
        self._place[3:] = turn / np.linalg.norm(turn)

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return float(self._data.time)

    @property
    def still(self) -> bool:
        """Whether the die is at rest and the coil is dead."""
        return self._rest.found and not self.current

    @property
    def flap_speed(self) -> float:
        """Speed of the flap's middle in m/s, upward."""
        return float(self._data.qvel[1]) * self.design.half

    @property
    def flap_angle(self) -> float:
        """The angle in radians by which the flap is open."""
        return float(self._data.qpos[1])

    @property
    def plunger(self) -> float:
        """How many m the plunger has risen."""
        return float(self._data.qpos[2])

    @property
    def pose(self) -> DiePose:
        """The die's pose, in mm from the middle of the floor, in the axes of the box."""
        turn = np.empty(9)
        self._mujoco.mju_quat2Mat(turn, self._place[3:])
        x, y, z = 1000 * self._place[:3]
        return DiePose((float(x), float(y), float(z)), tuple(float(v) for v in turn))

    def turn(self, matrix: Floats) -> None:
        """Turn the die where it lies to this rotation (3, 3), in the axes of the box."""
        self._mujoco.mju_mat2Quat(self._place[3:], matrix.ravel())

    def tick(self, volts: float) -> None:
        """Advance by one tick with this voltage at the coil; 0 is off."""
        coil = self.design.solenoid
        where, speed = float(self._data.qpos[2]), float(self._data.qvel[2])
        henry, slope = coil.inductance(coil.stroke - where)
        # V = R i + d(L i)/dt, whose solution over a tick is exponential. Off, the current runs on through the diode.
        drop = coil.resistance + slope * speed
        if not volts and self.current <= IDLE:
            self.current = 0.0
        else:
            end = (volts or -DIODE) / drop
            self.current = max(0.0, end + (self.current - end) * math.exp(-drop / henry * self.design.tick))
        self.heat += self.current**2 * coil.resistance * self.design.tick
        self.peak = max(self.peak, self.current)
        self._data.qfrc_applied[2] = self.current**2 * slope / 2
        self._mujoco.mj_step(self._model, self._data)
        self._rest.wake()

    def knock(self, seconds: float, volts: float) -> None:
        """Power the coil for some time, and wait until its current has died away."""
        for _ in range(round(seconds / self.design.tick)):
            self.tick(volts)
        while self.current:
            self.tick(0)

    def coast(self, seconds: float) -> None:
        """Advance without a current; stop earlier if the die comes to rest."""
        left = round(seconds / self.design.tick)
        while left > 0 and not self._rest.found:
            ticks = min(left, LOOK_TICKS)
            self._mujoco.mj_step(self._model, self._data, ticks)
            self._rest.tick(ticks)
            left -= ticks
