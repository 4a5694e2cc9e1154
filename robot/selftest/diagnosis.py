"""Find what is wrong from measurements: pure functions without access to devices."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any, Literal

from hardware.camera import Readout
from robot.saying import Saying, Value
from vision.calibration.camera_check import Sighting

TURNED = 90.0
"""Degrees of roll above which a camera hangs the wrong way round."""
ASKEW = 4.0
"""The most degrees of roll that a careful hand leaves."""
HEIGHT_OFF = 9.0
"""mm by which the lens may hang too low or too high: lenses differ by 2 per cent."""
BESIDE = 12.0
"""mm by which the lens may be off its place to a side."""
WIDTH_OFF = 0.12
"""The share by which the field may differ; above it, the sensor has another mode, or the lens is another one."""
UNSHARP = 1.9
"""The blur of a marker's edge (standard deviation in pixels) in a picture 1280 wide; a sharp one has 1."""
HAZY = 0.10
"""The light of a marker's black divided by that of its white; print has 0.04."""
CLOUDED = 0.20
"""The light of the wells' black, seen through the lid, divided by that of the markers' white."""
FLICKERS = 0.012
"""The share by which a row's light may change from picture to picture."""
DARK_WHITE, CLIPPED_WHITE = 70.0, 248.0
"""The lowest grey level of the markers' white, and one that is too high."""
DEAD_HALF = 0.1
"""A half is dead below this share of the other half's light."""
NO_LIGHT = 0.02
"""Nothing shines if the linear light of the markers' white is lower."""
UNEVEN = 1.6
"""How many times brighter one half may be than the other."""
JOINED = 0.25
"""The halves are joined if their light differs less from side to side, as a difference of logarithms."""
STILL = 2.0
"""mm by which the wells may seem to move while they stand still."""
HOMING = 2.0
"""Turns of the crank in a second while it looks for home, and in the slow shake."""
WHOLE_TURN = 20.0
"""mm that the wells move in each whole turn of the crank."""
BOUND = 10.0
"""mm that the wells move on the way home if nothing holds them: with a stuck switch the crank turns by 110 degrees."""
OFF_HOME = 0.5
"""mm that the wells may move further left than home, which is the end of their stroke."""
SWINGS = 1.0
"""mm by which the plate may seem to move in a shake, because the camera moves."""
LEVER_MOVED = 3.0
"""The fewest grey levels by which a lever's motion changes its picture; noise changes it by less than one."""
LEVER_STILL = 0.35
"""A lever rests on its die if its picture changes by less than this share of the largest change of a step."""
RESTING = 2
"""After so many steps without motion, a lever lies on its die."""
ROWS = {"upper": frozenset({1, 2, 3}), "lower": frozenset({4, 5, 6})}
"""The wells of each row. All servos point the same way, so those of one row press in the other direction."""
TEETH = 21
"""Teeth on the shaft of a micro servo."""
HORN_OFF = 0.6
"""From this share of a tooth on, a horn sits on a wrong tooth."""
TRAVEL_OFF = 0.08
"""The share by which the common travel of the servos may differ."""
MOST_SERVOS = 4
"""The fewest servos that must touch their dice to tell the common travel."""
LEANS = "cocked"
UNREAD = 0.05
"""The share of thrown dice that may stay unread."""
LEANING_THROWS = 3
"""If a die leans in each of so many throws, this is no accident."""
FEW_THROWS = 12
"""So many equal throws are no accident: their chance is less than 1 in 10**8."""
FACES = 6
UNFAIR = 1e-4
"""The chance of calling any of a machine's fair dice unfair; each face and the repeats get an equal share."""
HOT_JAMS, CHANCE = 3, 0.05
"""The fewest jams of a hot drive, and the chance below which the throws before them did not go well by luck."""
SLIPS_FAST = ("slipping-crank", "weak-motor", "mid-band", "rocker-binds")
SLIPS = ("slipping-crank", "coil-open", "weak-motor")
"""Causes of a lost place of the crank in fast shakes only, and in slow ones: a motor with one coil sometimes turns."""
LID, SWITCH, LIMIT, JAM = 3, 4, 6, 7
"""Faults of the board: the lid, the home switch, the time of a motion, and the crank's place."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong. `kind` names its messages; `causes` are the possible causes, which the test cannot tell apart."""

    kind: str
    causes: tuple[str, ...]
    values: Mapping[str, Value] = field(default_factory=dict)

    @property
    def what(self) -> Saying:
        return Saying(f"selftest-{self.kind}", self.values)

    @property
    def wells(self) -> frozenset[int]:
        """The wells (1 to 6) whose dice or levers have the trouble."""
        one, more = self.values.get("well"), self.values.get("wells")
        named = (one,) if isinstance(one, int) else more if isinstance(more, tuple) else ()
        return frozenset(well for well in named if isinstance(well, int))

    @property
    def remedy(self) -> Saying:
        return Saying(f"selftest-{self.kind}-do", self.values)


@dataclass(frozen=True, slots=True)
class CameraMeasure:
    """What the camera shows. `nominal` is its place (x, y, height) in the drawings, `field` their width of view, in mm.

    If the camera may hang anywhere, `nominal` is None. `veil` is the light of the wells' black divided by that of the
    markers' white (0 to 1), None if they are not seen. The wells `cut` are not completely in the picture.
    """

    sighting: Sighting
    flicker: float
    nominal: tuple[float, float, float] | None
    field: float
    mode: Readout | None = None
    veil: float | None = None
    cut: tuple[int, ...] = ()


def of_camera(measure: CameraMeasure) -> Iterator[Trouble]:
    """Yield what is wrong with the camera, its lens, or the plate's markers."""
    sighting, mode = measure.sighting, measure.mode
    flickers = measure.flicker > FLICKERS
    if flickers:
        yield Trouble("flicker", ("flicker",), {"percent": round(100 * measure.flicker, 1)})
    share = mode.share if mode else None
    wide = sighting.width
    if share is not None and share < 1 - WIDTH_OFF:
        shown = {"read": mode.crop[2], "whole": mode.whole[0]} if mode else {}
        yield Trouble("wrong-mode", ("wrong-mode",), {"mm": round(wide or measure.field * share), **shown})
        return
    if measure.nominal and wide is not None and abs(wide / measure.field - 1) > WIDTH_OFF:
        values = {"mm": round(wide), "right": round(measure.field)}
        yield Trouble("wrong-field", ("wrong-mode", "wrong-lens", "wrong-height"), values)
        return
    if sighting.camera is None or sighting.roll is None:
        yield Trouble("no-plate", ("no-plate",), {"count": len(sighting.seen)})
        return
    if sighting.blur is not None and sighting.blur > UNSHARP:
        yield Trouble("out-of-focus", ("out-of-focus",), {"pixels": round(sighting.blur, 1)})
    elif sighting.haze is not None and sighting.haze > HAZY:
        yield Trouble("dirty-lens", ("dirty-lens",), {"percent": round(100 * sighting.haze)})
    elif measure.veil is not None and measure.veil > CLOUDED:
        yield Trouble("hazy-lid", ("hazy-lid",), {"percent": round(100 * measure.veil)})
    if abs(sighting.roll) > TURNED:
        yield Trouble("camera-turned", ("camera-turned",), {"degrees": round(abs(sighting.roll))})
    elif abs(sighting.roll) > ASKEW and measure.nominal:
        yield Trouble("camera-askew", ("camera-askew",), {"degrees": round(abs(sighting.roll))})
    if measure.nominal:
        yield from _of_place(sighting.camera, measure.nominal)
    for well in measure.cut:
        yield Trouble("well-outside", ("well-outside",), {"well": well})
    for kind, markers in (
        ("marker-missing", sighting.unseen),
        ("marker-outside", sighting.outside),
        ("marker-turned", sighting.turned),
    ):
        for marker in markers:
            yield Trouble(kind, (kind,), {"marker": marker})


def _of_place(there: tuple[float, float, float], nominal: tuple[float, float, float]) -> Iterator[Trouble]:
    """Yield what is wrong with the place of a camera, (x, y, height) in mm."""
    off = there[2] - nominal[2]
    if abs(off) > HEIGHT_OFF:
        kind = "camera-low" if off < 0 else "camera-high"
        yield Trouble(kind, (kind,), {"mm": round(abs(off)), "height": round(there[2]), "right": nominal[2]})
    beside = math.hypot(there[0] - nominal[0], there[1] - nominal[1])
    if beside > BESIDE:
        yield Trouble("camera-beside", ("camera-beside",), {"mm": round(beside)})


Lights = Sequence[float | None]
"""The linear light around markers 1 to 4 (top left, top right, bottom right, bottom left); None if unseen."""


@dataclass(frozen=True, slots=True)
class LightMeasure:
    """The markers' white without light, under each half, and under both; `white` is the grey level under both."""

    none: Lights
    left: Lights
    right: Lights
    both: Lights
    white: float

    def gain(self, half: Literal["left", "right"]) -> float:
        """Return the light that a half adds, as the mean of the markers."""
        added = [lit - dark for lit, dark in _pairs(getattr(self, half), self.none)]
        return max(0.0, sum(added) / max(1, len(added)))

    def side(self, half: Literal["left", "right"]) -> float:
        """Return the natural logarithm of a half's light on the left divided by its light on the right."""
        lit: Lights = getattr(self, half)
        sides = []
        for places in ((0, 3), (1, 2)):
            added = [one - dark for one, dark in _pairs([lit[k] for k in places], [self.none[k] for k in places])]
            sides.append(max(1e-4, sum(added) / max(1, len(added))))
        return math.log(sides[0] / sides[1])


def _pairs(one: Lights, other: Lights) -> list[tuple[float, float]]:
    return [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]


def of_lights(measure: LightMeasure) -> tuple[Trouble, ...]:
    """Return what is wrong with the two halves of the ring."""
    left, right = measure.gain("left"), measure.gain("right")
    if max(left, right) < NO_LIGHT:
        return (Trouble("lights-dead", ("both-halves-dead", "no-24-volts")),)
    for name, own, other in (("left", left, right), ("right", right, left)):
        if own < DEAD_HALF * other:
            return (Trouble(f"half-dead-{name}", (f"{name}-half-dead",)),)
    apart = measure.side("left") - measure.side("right")
    if abs(apart) < JOINED:
        return (Trouble("halves-joined", ("joined-halves",)),)
    found = []
    if apart < 0:
        found.append(Trouble("halves-swapped", ("swapped-halves",)))
    if max(left, right) > UNEVEN * min(left, right):
        weak = "left" if left < right else "right"
        found.append(
            Trouble(
                f"half-weak-{weak}", (f"{weak}-half-weak",), {"times": round(max(left, right) / min(left, right), 1)}
            )
        )
    if measure.white < DARK_WHITE:
        found.append(Trouble("light-dim", ("light-dim",), {"level": round(measure.white)}))
    if measure.white >= CLIPPED_WHITE:
        found.append(Trouble("light-glaring", ("light-glaring",), {"level": round(measure.white)}))
    return tuple(found)


Reads = tuple[bool, bool, bool]
"""The board's readings of a switch: before people moved it, after that, and after they moved it back."""
LID_READS: Mapping[Reads, str] = {
    (True, True, True): "lid-shorted",
    (False, False, False): "lid-unplugged",
    (False, True, False): "lid-inverted",
}
STOP_READS: Mapping[Reads, str] = {
    (True, True, True): "stop-unwired",
    (False, False, False): "stop-shorted",
    (True, False, True): "stop-inverted",
}
"""The causes of wrong readings of a switch; other wrong readings come from a loose contact."""


def of_switches(lid_closed: Reads, stopped: Reads) -> tuple[Trouble, ...]:
    """Return what is wrong with the switches that people operate."""
    found = []
    if lid_closed != (True, False, True):
        cause = LID_READS.get(lid_closed, "lid-loose")
        found.append(Trouble({"lid-unplugged": "lid-open", "lid-loose": "lid-unsure"}.get(cause, cause), (cause,)))
    if stopped != (False, True, False):
        cause = STOP_READS.get(stopped, "stop-loose")
        found.append(Trouble("stop-unsure" if cause == "stop-loose" else cause, (cause,)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class MotorMeasure:
    """The results of homing and shaking, and of the pictures during them.

    `homed` is the fault (0: none) that ended homing, `home_seen` the largest motion of the wells in mm. `slow` and
    `slow_seen` are the same for a slow shake, None without one; `off_home` is how many mm further left than home the
    wells went in it. `rates` are the faster shakes: Hz, and the fault that ended each. `swings` are the camera's
    motions against the plate in these: Hz, and mm. What was not seen is None.
    """

    homed: int
    home_seen: float | None = None
    slow: int | None = None
    slow_seen: float | None = None
    off_home: float | None = None
    rates: tuple[tuple[float, int], ...] = ()
    swings: tuple[tuple[float, float], ...] = ()


def of_motor(measure: MotorMeasure) -> tuple[Trouble, ...]:
    """Return what is wrong with motor, crank, rocker and home switch, and with lid and post during shakes."""
    rate, swing = max(measure.swings, key=lambda seen: seen[1], default=(0.0, 0.0))
    post = (Trouble("post-swings", ("post-swings",), {"mm": round(swing, 1), "rate": rate}),) if swing > SWINGS else ()
    opened = [rate for rate, fault in ((HOMING, measure.homed), (HOMING, measure.slow), *measure.rates) if fault == LID]
    lid = (Trouble("lid-shakes", ("lid-shakes",), {"rate": opened[0]}),) if opened else ()
    return *_of_drive(measure), *lid, *post


def _of_drive(measure: MotorMeasure) -> tuple[Trouble, ...]:
    seen = measure.home_seen
    if measure.homed == LID:
        return ()
    if measure.homed:
        if measure.homed not in {SWITCH, LIMIT, JAM}:
            return (Trouble("motor-stopped", (f"fault-{measure.homed}",), {"fault": measure.homed}),)
        if seen is None:
            return (Trouble("home-lost", ("motor-unplugged", "coil-open", "home-dead", "home-inverted")),)
        if seen < STILL:
            return (Trouble("motor-still", ("motor-unplugged", "coil-open")),)
        if seen < BOUND:
            return (Trouble("rocker-binds", ("rocker-binds",), {"mm": round(seen)}),)
        if seen < WHOLE_TURN:
            return (Trouble("home-stuck", ("home-inverted", "home-stuck"), {"mm": round(seen)}),)
        return (Trouble("home-dead", ("home-dead",), {"mm": round(seen)}),)
    if measure.slow_seen is not None and measure.slow_seen < STILL:
        return (Trouble("motor-still", ("motor-unplugged", "coil-open")),)
    if measure.slow == JAM and measure.slow_seen is not None and measure.slow_seen < WHOLE_TURN:
        return (Trouble("rocker-binds", ("rocker-binds",), {"mm": round(measure.slow_seen)}),)
    found = []
    if measure.off_home is not None and measure.off_home > OFF_HOME:
        found.append(Trouble("home-beside", ("home-inverted", "cam-turned"), {"mm": round(measure.off_home, 1)}))
    slow = measure.slow not in {None, 0, LID}
    lost = [0.0] if slow else [rate for rate, fault in measure.rates if fault not in {0, LID}]
    if lost and not found:
        values = {"rate": lost[0]}
        if slow:
            found.append(Trouble("crank-slips", SLIPS, values))
        elif any(rate > lost[0] and not fault for rate, fault in measure.rates):
            found.append(Trouble("mid-band", ("mid-band",), values))
        else:
            found.append(Trouble("crank-slips-fast", SLIPS_FAST, values))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LeverMeasure:
    """The measured motions of the levers. `changes[n]` are those of wells 1 to 6 when only signal n + 1 went down.

    They are in grey levels. `over_die` are the changes over each lever's own die when its own signal went down.
    `contacts` are the pulses (µs) at which each lever came to rest on its die, None if that was not seen. `nominal` is
    the pulse of the drawings for this, `way` its difference (µs) from the pulse of a lever that is up, `tooth` the
    difference for one tooth of a servo's shaft. `sagged` says whether the board was reset when all levers moved
    together. `odd_wells` do not hold exactly one die, so that their pictures say nothing about levers.
    """

    changes: tuple[tuple[float, ...], ...]
    over_die: tuple[float, ...]
    contacts: tuple[float | None, ...]
    nominal: float
    way: float
    tooth: float
    sagged: bool = False
    odd_wells: frozenset[int] = frozenset()

    def find_moved(self, signal: int) -> frozenset[int]:
        """Return the wells (1 to 6) whose levers moved with this signal (1 to 6)."""
        moved = frozenset(well for well, change in enumerate(self.changes[signal - 1], 1) if change > LEVER_MOVED)
        return moved - (self.odd_wells - {signal})

    @property
    def away(self) -> frozenset[int]:
        """The wells (1 to 6) whose levers follow their own signals, but do not move over their dice."""
        wells = (well for well, change in enumerate(self.over_die, 1) if change < LEVER_MOVED)
        return frozenset(well for well in wells if self.find_moved(well) == {well})


def of_levers(measure: LeverMeasure) -> tuple[Trouble, ...]:
    """Return what is wrong with servos, their plugs, their horns, and their supply."""
    found = [Trouble("levers-sag", ("weak-supply",))] if measure.sagged else []
    found += _find_turned(measure.away)
    right = set[int]()
    for signal in range(1, len(measure.changes) + 1):
        moved = measure.find_moved(signal)
        if moved == {signal}:
            right |= {signal} - measure.away
        elif not moved:
            found.append(Trouble("servo-dead", ("dead-servo",), {"well": signal}))
        elif len(moved) == 1 and measure.find_moved(other := min(moved)) == {signal}:
            if signal < other:
                found.append(Trouble("servos-swapped", ("swapped-servos",), {"one": signal, "other": other}))
        else:
            found.append(Trouble("lever-astray", ("lever-astray",), {"well": signal, "wells": tuple(sorted(moved))}))
    contacts = {well: contact for well in sorted(right) if (contact := measure.contacts[well - 1]) is not None}
    common = median(contacts.values()) - measure.nominal if len(contacts) >= MOST_SERVOS else 0.0
    if abs(common) > TRAVEL_OFF * measure.way:
        percent = round(100 * (measure.way / (measure.way + common) - 1))
        kind = "servos-short" if percent < 0 else "servos-long"
        found.append(Trouble(kind, (kind,), {"percent": abs(percent), "wells": tuple(contacts)}))
    else:
        common = 0.0
    for well, contact in contacts.items():
        off = contact - measure.nominal - common
        if abs(off) > HORN_OFF * measure.tooth:
            kind = "horn-high" if off > 0 else "horn-low"
            teeth = max(1, round(abs(off) / measure.tooth))
            found.append(Trouble(kind, ("horn-off",), {"well": well, "teeth": teeth, "micros": round(abs(off))}))
    return tuple(found)


def _find_turned(away: frozenset[int]) -> Iterator[Trouble]:
    """Yield which levers turn away from their dice: whole rows, then others."""
    for row, wells in ROWS.items():
        if wells <= away:
            yield Trouble("row-away", ("servos-turned",), {"row": row})
        else:
            for well in sorted(wells & away):
                yield Trouble("lever-away", ("servos-turned",), {"well": well})


def contact_of(pulses: Sequence[float], changes: Sequence[float]) -> float | None:
    """Return the pulse (µs) at which a lever came to rest, None if it did not move or did not come to rest.

    `pulses` are its successive pulses (µs); `changes` are the changes of its picture, in grey levels, before each pulse
    after the first.
    """
    if not changes or max(changes) < LEVER_MOVED / 3:
        return None
    moving = [place for place, change in enumerate(changes) if change > LEVER_STILL * max(changes)]
    last = moving[-1] + 1
    if last == len(pulses) - 1:
        return None
    return (pulses[last - 1] + pulses[last]) / 2


def is_at_rest(changes: Sequence[float]) -> bool:
    """Return whether a lever has moved and come to rest, from the changes of its picture from step to step."""
    if len(changes) <= RESTING or max(changes) < LEVER_MOVED / 3:
        return False
    return max(changes[-RESTING:]) <= LEVER_STILL * max(changes)


def touching_way(dimensions: Mapping[str, Any]) -> float:
    """Return the difference (µs) between `touching_pulse` and the pulse of a lever that is up."""
    return touching_pulse(dimensions) - float(dimensions["lever"]["highest_pulse"])


def touching_pulse(dimensions: Mapping[str, Any]) -> float:
    """Return the pulse (µs) at which, by the drawings, a lever touches a die that lies flat in its well."""
    lever, top = dimensions["lever"], dimensions["wells"]["floor"] + dimensions["die"]["side"]
    angle = math.degrees(math.asin((top + lever["tip_radius"] - lever["height"]) / lever["arm"]))
    return float(lever["highest_pulse"] + (lever["highest"] - angle) * micros_a_degree(dimensions))


def micros_a_degree(dimensions: Mapping[str, Any]) -> float:
    """Return the µs of the pulse for one degree of a lever."""
    lever = dimensions["lever"]
    return float((lever["lowest_pulse"] - lever["highest_pulse"]) / (lever["highest"] - lever["lowest"]))


@dataclass(frozen=True, slots=True)
class WellMeasure:
    """A well: the known value of its die (None: unknown), the value read, the doubt, and whether it is `empty`.

    The die of an empty well may lie `beside` it. An `open` well has no lid.
    """

    known: int | None
    read: int | None
    doubt: str | None
    empty: bool
    beside: bool = False
    open: bool = False


def of_dice(wells: Sequence[WellMeasure]) -> tuple[Trouble, ...]:
    """Return what is wrong with the dice in wells 1 to 6. A leaning die has leaned in several throws."""
    found = []
    for well, seen in enumerate(wells, 1):
        values: dict[str, Value] = {"well": well}
        if seen.open:
            found.append(Trouble("lid-off", ("lid-off",), values))
        if seen.empty:
            kind = "die-beside" if seen.beside else "die-missing"
            found.append(Trouble(kind, (kind,), values))
        elif seen.doubt == "double":
            found.append(Trouble("two-dice", ("two-dice",), values))
        elif seen.doubt == LEANS:
            found.append(Trouble("die-leans", ("two-dice", "uneven-floor"), values))
        elif seen.doubt is not None:
            doubt = Saying(f"doubt-{seen.doubt}")
            found.append(Trouble("die-unread", (f"doubt-{seen.doubt}",), {**values, "doubt": doubt}))
        elif seen.known and seen.read != seen.known:
            found.append(Trouble("die-misread", ("misread",), {**values, "read": seen.read or 0, "known": seen.known}))
    return tuple(found)


Throws = Sequence[Sequence[int | None]]
"""The values of the wells in each throw, None for a die that stayed unread."""


def count_unread(throws: Throws, leaning: Mapping[int, int]) -> int:
    """Return how many dice stayed unread although they lay flat. `leaning` counts, by well, those that did not."""
    return sum(tuple(values).count(None) for values in throws) - sum(leaning.values())


def of_jams(jammed: Sequence[bool]) -> tuple[Trouble, ...]:
    """Return what is wrong with a drive; `jammed` says of each throw whether it jammed.

    A hot drive jams often once it has begun to jam, and not before. If it jammed as often from the beginning, there
    would be little chance that all throws before the first jam went well.
    """
    jams = sum(jammed)
    if not jams:
        return ()
    first = jammed.index(True)
    often = (jams - 1) / max(1, len(jammed) - first - 1)
    if jams >= HOT_JAMS and (1 - often) ** first < CHANCE:
        return (Trouble("driver-hot", ("hot-driver",), {"throws": first, "jams": jams}),)
    return (Trouble("throws-jam", SLIPS, {"jams": jams}),)


def of_throws(throws: Throws, leaning: Mapping[int, int], wells: Sequence[int]) -> tuple[Trouble, ...]:
    """Return what is wrong with throws of the dice in these wells.

    `leaning` counts, by well, how often the die was unread only because it leaned.
    """
    found = []
    dice, unread = sum(map(len, throws)), count_unread(throws, leaning)
    if dice and unread > max(1.0, UNREAD * dice):
        found.append(Trouble("throws-unread", ("dice-unread",), {"unread": unread, "dice": dice}))
    for well, times in sorted(leaning.items()):
        if times == len(throws) >= LEANING_THROWS:
            found.append(Trouble("die-leans", ("two-dice", "uneven-floor"), {"well": well}))
    for well, values in zip(wells, zip(*throws, strict=True), strict=False):
        if len(throws) >= FEW_THROWS and values[0] is not None and len(set(values)) == 1:
            found.append(Trouble("die-stuck", ("die-stuck",), {"well": well, "face": values[0]}))
        else:
            found += _of_chance(well, values, UNFAIR / (FACES + 1) / len(wells))
    return tuple(found)


def _of_chance(well: int, values: Sequence[int | None], most: float) -> Iterator[Trouble]:
    """Yield what a fair die does with a chance below `most`: too many repeats of a face, or one face too often."""
    pairs = [one == other for one, other in pairwise(values) if one and other]
    if _tail(sum(pairs), len(pairs)) < most:
        yield Trouble("die-repeats", ("weak-throw",), {"well": well, "times": sum(pairs), "throws": len(pairs)})
        return
    read = [value for value in values if value]
    for face, times in Counter(read).items():
        if _tail(times, len(read)) < most:
            said = {"well": well, "face": face, "times": times, "throws": len(read)}
            yield Trouble("die-unfair", ("weak-throw", "unfair-die"), said)


def _tail(times: int, throws: int) -> float:
    """Return the chance that a face of a fair die falls `times` times or more in `throws` throws."""
    ways = sum(math.comb(throws, k) * int((FACES - 1) ** (throws - k)) for k in range(times, throws + 1))
    return ways / int(FACES**throws)
