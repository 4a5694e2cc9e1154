"""The mistakes of a builder, with the steps of the self-test that show each, and the causes that it names for it."""

STILL = ("motor-unplugged", "coil-open")
SLIPS = ("slipping-crank", "coil-open", "weak-motor")
LEANS = ("two-dice", "uneven-floor")
SEEN = "camera,lights"
PLANTED = (
    ("motor-unplugged", "motor", {STILL}),
    ("coil-open", "motor", {STILL}),
    ("home-inverted", "motor", {("home-inverted", "cam-turned")}),
    ("home-dead", "motor", {("home-dead",)}),
    ("slipping-crank", "motor", {SLIPS}),
    ("cam-turned", "motor", {("home-inverted", "cam-turned")}),
    ("mid-band", "motor", {("mid-band",)}),
    ("rocker-binds", "motor", {("rocker-binds",)}),
    ("hot-driver", "motor,throws", {("hot-driver",)}),
    ("post-swings", "motor", {("post-swings",)}),
    ("servos-short", "levers", {("servos-short",)}),
    ("servos-long", "levers", {("servos-long",)}),
    ("swapped-servos=25", "levers", {("swapped-servos",)}),
    ("dead-servo=3", "levers", {("dead-servo",)}),
    ("horn-off=4", "levers", {("horn-off",)}),
    ("horn-low=2", "levers", {("horn-off",)}),
    ("servos-turned=123", "levers", {("servos-turned",)}),
    ("weak-supply", "levers", {("weak-supply",)}),
    ("left-half-dead", SEEN, {("left-half-dead",)}),
    ("right-half-dead", SEEN, {("right-half-dead",)}),
    ("swapped-halves", SEEN, {("swapped-halves",)}),
    ("camera-turned", SEEN, {("camera-turned",)}),
    ("camera-low", SEEN, {("camera-low",)}),
    ("wrong-mode", SEEN, {("wrong-mode",)}),
    ("out-of-focus", SEEN, {("out-of-focus",)}),
    ("dirty-lens", SEEN, {("dirty-lens",)}),
    ("hazy-lid", SEEN, {("hazy-lid",)}),
    ("flicker", SEEN, {("flicker",)}),
    ("marker-missing=2", SEEN, {("marker-missing",)}),
    ("marker-turned=3", SEEN, {("marker-turned",)}),
    ("joined-halves", SEEN, {("joined-halves",)}),
    ("lid-shakes", "switches,motor", {("lid-shakes",)}),
    ("stop-inverted", "switches,motor", {("stop-inverted",)}),
    ("lid-shorted", "switches", {("lid-shorted",)}),
    ("stop-unwired", "switches,motor", {("stop-unwired",)}),
    ("wrong-firmware", "board,camera,motor", {("wrong-firmware",)}),
    ("wrong-board", "board,camera,motor", {("wrong-board", "wrong-port")}),
    ("die-missing=5", "dice,throws", {("die-missing",)}),
    ("two-dice=2", "dice,throws", {("two-dice",)}),
)
"""Each fault, the steps, and the causes of each trouble that is named: several cannot be told apart."""
IN_BOXES = (
    ("coil-dead=3", "knocks,dice", {("coil-dead",)}),
    ("coils-swapped=25", "knocks", {("coils-swapped",)}),
    ("coil-weak=3", "knocks", {("coil-weak",)}),
    ("coil-weak=4", "throws", {("weak-throw",)}),
    ("die-missing=5", "knocks,throws", {("die-missing",)}),
    ("two-dice=2", "knocks,dice", {("two-dice",)}),
    ("lid-off=6", "knocks", {("lid-off",)}),
    ("wrong-firmware", "board,camera,knocks", {("wrong-firmware",)}),
    ("wrong-board", "board", {("wrong-board", "wrong-port")}),
    ("camera-turned", "camera,knocks", {("camera-turned",)}),
    ("camera-low", "camera", set[tuple[str, ...]]()),
    ("out-of-focus", "camera,knocks", {("out-of-focus",)}),
    ("hazy-lid", "camera", {("hazy-lid",)}),
    ("marker-missing=2", "camera,knocks", {("marker-missing",)}),
)
"""The same of boxes, whose camera may hang at any height."""
THROWS = {"hot-driver": 40}
"""How many throws show it, where two do not."""
ON_THE_TWIN = {fault: causes for fault, _, causes in PLANTED} | {"two-dice=2": {LEANS}}
"""The causes that are named on the twin: of two dice one leans."""
AS_DICE_FALL = {"two-dice=2": {("two-dice",)}}
"""What is named there where they fall otherwise: both are seen."""
