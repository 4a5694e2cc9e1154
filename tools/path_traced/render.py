"""Render a scene with Blender's path tracer, from the package bpy; lengths are in mm."""

import math
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from tools.odd_things.view import Floats, PhotoView, Reals
from tools.path_traced.bodies import ConvexBody
from tools.path_traced.dice import PosedDie, die_mesh
from tools.path_traced.layout import HEIGHT, WIDTH, TableLayout, measure_side
from tools.path_traced.leaning import TableProp
from tools.path_traced.looks import Colour, DieFinish, LightLook, SceneLook, SurfaceLook

UNIT = 0.01
"""Blender's units per mm."""


class NodeGraph:
    """The nodes of a material or of the world."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        tree.nodes.clear()

    def add(self, kind: str, inputs: Mapping[str | int, Any] | None = None, **settings: Any) -> Any:
        """Return a new node of a kind with these properties; each input is a value, or an output to link to."""
        node = self._tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for key, value in (inputs or {}).items():
            if hasattr(value, "is_linked"):
                self._tree.links.new(value, node.inputs[key])
            else:
                node.inputs[key].default_value = value
        return node

    def math(self, operation: str, one: Any, other: Any = 0.0) -> Any:
        """Return the output of an operation, such as a sum or a product."""
        return self.add("ShaderNodeMath", {0: one, 1: other}, operation=operation).outputs[0]

    def mix(self, share: Any, one: Any, other: Any) -> Any:
        """Return the colour between two."""
        node = self.add("ShaderNodeMix", {0: share, 6: _rgba(one), 7: _rgba(other)}, data_type="RGBA")
        return node.outputs[2]

    def between(self, value: Any, low: float, high: float) -> Any:
        """Return 0 for values up to `low`, 1 from `high` on, and a smooth transition between them."""
        inputs: dict[str | int, Any] = {0: value, 1: low, 2: high}
        return self.add("ShaderNodeMapRange", inputs, interpolation_type="SMOOTHSTEP").outputs[0]

    def noise(self, place: Any, pitch: float, detail: float = 4.0, distortion: float = 0.0) -> Any:
        """Return noise, about 0 to 1, with largest features of `pitch` mm."""
        inputs: dict[str | int, Any] = {
            "Vector": place,
            "Scale": 1 / (pitch * UNIT),
            "Detail": detail,
            "Distortion": distortion,
        }
        return self.add("ShaderNodeTexNoise", inputs).outputs["Fac"]

    def place(self, stretch: Colour = (1, 1, 1), turned: float = 0.0) -> Any:
        """Return the place in the thing's own frame, with stretched axes, turned about the vertical by radians."""
        own = self.add("ShaderNodeTexCoord").outputs["Object"]
        inputs: dict[str | int, Any] = {"Vector": own, "Rotation": (0, 0, turned), "Scale": stretch}
        return self.add("ShaderNodeMapping", inputs).outputs[0]

    def bump(self, height: Any, depth: float) -> Any:
        """Return the normal of a surface on which a height of 1 is `depth` mm."""
        return self.add("ShaderNodeBump", {"Height": height, "Distance": depth * UNIT, "Strength": 1.0}).outputs[0]

    def finish(self, shader: Any) -> None:
        """Make a shader the material's surface."""
        self.add("ShaderNodeOutputMaterial", {"Surface": shader})


def _rgba(colour: Any) -> Any:
    return (*colour, 1.0) if isinstance(colour, tuple) and len(colour) == 3 else colour


def _scale(colour: Colour, by: float) -> Colour:
    r, g, b = (min(1.0, part * by) for part in colour)
    return r, g, b


def _add_principled(graph: NodeGraph, colour: Any, roughness: Any, **more: Any) -> Any:
    inputs: dict[str | int, Any] = {"Base Color": _rgba(colour), "Roughness": roughness}
    inputs |= {name.replace("_", " "): value for name, value in more.items()}
    return graph.add("ShaderNodeBsdfPrincipled", inputs).outputs[0]


def paint_die(tree: Any, look: DieFinish, side: float) -> None:
    """Make the material of a die. Its mesh has `outside`, the distance from the pips, and `one` for a one's pips."""
    graph = NodeGraph(tree)
    outside = graph.add("ShaderNodeAttribute", attribute_name="outside").outputs["Fac"]
    is_one = graph.add("ShaderNodeAttribute", attribute_name="one").outputs["Fac"]
    body_share = graph.between(outside, -0.004, 0.004)
    ink = graph.mix(is_one, look.ink, look.ink_of_one)
    smudges = graph.between(graph.noise(graph.place(), side / 2), 0.4, 0.7)
    rough = graph.math("ADD", look.roughness, graph.math("MULTIPLY", smudges, 0.08))
    pips = _add_principled(graph, ink, 0.45)
    body: Any
    match look.stuff:
        case "translucent":
            body = _add_translucent(graph, look, rough)
        case "swirled":
            swirl = graph.between(graph.noise(graph.place(), side * 0.6, 3, 2.0), 0.42, 0.6)
            body = _add_principled(graph, graph.mix(swirl, look.colour, look.other), rough, Coat_Weight=0.4)
        case "glossy":
            body = _add_principled(graph, look.colour, rough, Coat_Weight=1.0, Coat_Roughness=look.roughness)
        case _:
            speckle = graph.bump(graph.noise(graph.place(), 0.35, 2), 0.01)
            body = _add_principled(graph, look.colour, rough, Normal=speckle)
    graph.finish(graph.add("ShaderNodeMixShader", {0: body_share, 1: pips, 2: body}).outputs[0])


def _add_translucent(graph: NodeGraph, look: DieFinish, rough: Any) -> Any:
    """Return coloured clear plastic; shadow rays pass straight through it, which reduces noise."""
    tint = tuple(0.12 + 0.86 * part**0.45 for part in look.colour)
    glass = _add_principled(graph, tint, rough, Transmission_Weight=0.97, IOR=1.46)
    through = graph.add("ShaderNodeBsdfTransparent", {"Color": (*(0.75 * part for part in tint), 1.0)}).outputs[0]
    shadow = graph.add("ShaderNodeLightPath").outputs["Is Shadow Ray"]
    return graph.add("ShaderNodeMixShader", {0: shadow, 1: glass, 2: through}).outputs[0]


def paint_prop(tree: Any, kind: str, colour: Colour, height: float) -> None:
    """Make the material of a thing on the table."""
    graph = NodeGraph(tree)
    spots = graph.noise(graph.place(), 8)
    match kind:
        case "coins":
            metal = (0.72, 0.62, 0.42) if colour[0] > colour[2] else (0.62, 0.61, 0.58)
            relief = graph.bump(graph.between(graph.noise(graph.place(), 5, 2), 0.45, 0.55), 0.15)
            worn = graph.math("ADD", 0.22, graph.math("MULTIPLY", spots, 0.2))
            shader = _add_principled(graph, metal, worn, Metallic=1.0, Normal=relief)
        case "book":
            up = graph.add("ShaderNodeSeparateXYZ", {0: graph.place()}).outputs[2]
            middle = graph.math("ABSOLUTE", graph.math("SUBTRACT", up, height / 2 * UNIT))
            cover = graph.between(middle, (height / 2 - 1.1) * UNIT, (height / 2 - 0.9) * UNIT)
            lines = graph.noise(graph.place((0.02, 0.02, 1)), 0.5, 2)
            pages = graph.mix(lines, (0.75, 0.7, 0.58), (0.5, 0.46, 0.38))
            shader = _add_principled(graph, graph.mix(cover, pages, colour), 0.45)
        case "tray" | "wall":
            grain = graph.noise(graph.place((1, 8, 8)), 40, 6, 0.6)
            darker = _scale(colour, 0.55)
            shader = _add_principled(graph, graph.mix(grain, colour, darker), 0.4, Normal=graph.bump(grain, 0.1))
        case "can":
            worn = graph.math("ADD", 0.15, graph.math("MULTIPLY", spots, 0.15))
            shader = _add_principled(graph, colour, worn, Metallic=0.6)
        case _:
            shader = _add_principled(graph, colour, 0.3, Coat_Weight=0.5)
    graph.finish(shader)


def paint_surface(tree: Any, look: SurfaceLook) -> None:
    """Make the material of the table."""
    graph = NodeGraph(tree)
    turned = look.pitch * 7 % 3
    place = graph.place(turned=turned)
    large = graph.noise(place, 150, 3)
    match look.stuff:
        case "wood":
            long = graph.place((1, 0.09, 1), turned)
            rings = graph.noise(long, look.pitch / 4, 8, 1.2)
            fine = graph.noise(graph.place((1, 0.03, 1), turned), 1.2, 3)
            tone = graph.math("ADD", graph.math("MULTIPLY", rings, 0.75), graph.math("MULTIPLY", fine, 0.25))
            colour = graph.mix(graph.between(tone, 0.3, 0.7), look.other, look.colour)
            shader = _add_principled(graph, colour, look.roughness, Normal=graph.bump(fine, 0.08))
        case "cloth" | "checked":
            shader = _weave(graph, look, place, turned)
        case "felt":
            hairs = graph.noise(graph.place((1, 0.5, 1), turned), 0.7, 5, 1.5)
            shade = graph.math("ADD", graph.math("MULTIPLY", hairs, 0.7), graph.math("MULTIPLY", large, 0.3))
            colour = graph.mix(shade, _scale(look.colour, 0.6), _scale(look.colour, 1.5))
            shader = _add_principled(graph, colour, 1.0, Sheen_Weight=0.3, Normal=graph.bump(hairs, 0.5))
        case "marble":
            veins = graph.math("ABSOLUTE", graph.math("SUBTRACT", graph.noise(place, look.pitch, 8, 1.0), 0.5))
            clouds = graph.math("MULTIPLY", graph.noise(place, look.pitch, 4), 0.35)
            share = graph.math("MINIMUM", 1.0, graph.math("ADD", graph.between(veins, 0.0, 0.05), 0.25))
            body = graph.mix(clouds, look.colour, look.other)
            shader = _add_principled(graph, graph.mix(share, look.other, body), look.roughness)
        case "granite":
            cells = graph.add("ShaderNodeTexVoronoi", {"Vector": place, "Scale": 1 / (look.pitch * UNIT)})
            grey = graph.add("ShaderNodeSeparateColor", {0: cells.outputs["Color"]}).outputs[0]
            colour = graph.mix(graph.between(grey, 0.2, 0.9), look.colour, look.other)
            shader = _add_principled(graph, colour, look.roughness)
        case _:
            wear = graph.math("ADD", look.roughness, graph.math("MULTIPLY", large, 0.15))
            shade = graph.mix(large, _scale(look.colour, 0.88), look.colour)
            grain = graph.bump(graph.noise(place, 0.6, 3), 0.03)
            shader = _add_principled(graph, shade, wear, Normal=grain)
    graph.finish(shader)


def _weave(graph: NodeGraph, look: SurfaceLook, place: Any, turned: float) -> Any:
    thread = look.pitch if look.stuff == "cloth" else 0.6
    along, across = (
        graph.add(
            "ShaderNodeTexWave",
            {"Vector": place, "Scale": 0.314 / (thread * UNIT), "Distortion": 1.5, "Detail": 2.0, "Detail Scale": 1.5},
            bands_direction=direction,
        ).outputs["Fac"]
        for direction in ("X", "Y")
    )
    weave = graph.math("MAXIMUM", along, across)
    darker = _scale(look.colour, 0.62)
    colour = graph.mix(graph.math("MULTIPLY", weave, graph.noise(place, thread * 3, 4)), darker, look.colour)
    if look.stuff == "checked":
        axes = graph.add("ShaderNodeSeparateXYZ", {0: graph.place(turned=turned)}).outputs[:2]
        waves = [graph.math("SINE", graph.math("MULTIPLY", axis, math.pi / (look.pitch * UNIT))) for axis in axes]
        bands = [graph.math("GREATER_THAN", wave, 0.0) for wave in waves]
        share = graph.math("MULTIPLY", graph.math("ADD", *bands), 0.5)
        colour = graph.mix(share, colour, look.other)
    return _add_principled(graph, colour, 0.95, Sheen_Weight=0.15, Normal=graph.bump(weave, 0.12 * thread))


GROUND, FOLDED_GROUND, CELL = 6000.0, 900.0, 2.0
"""Sides of the table, and of its folded middle part if there is one, in mm, and the size of its cells there."""

SKIRT = 0.25
"""Width in mm of the smooth transition from a fold to the table."""


def render_scene(scene: TableLayout, look: SceneLook, samples: int, seed: int) -> Floats:
    """Return the linear light (h, w, 3), blue, green, red, that the camera sees; it uses one thread."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    world = bpy.context.scene
    _settings(world, samples, seed)
    folds = [prop for prop in scene.props if prop.kind == "fold"]
    ground = _ground(folds)
    paint_surface(_material(ground).node_tree, look.surface)
    for die, die_look in zip(scene.dice, look.dice, strict=True):
        _die(die, die_look, measure_side(scene.view, die))
    for prop, colour in zip(scene.props, look.props, strict=True):
        for body in prop.bodies if prop.kind != "fold" else ():
            paint_prop(_material(_solid(prop, body)).node_tree, prop.kind, colour, prop.height)
    _camera(world, scene, look.blur)
    _light(world, scene.view, look.light)
    with tempfile.TemporaryDirectory() as folder:
        world.render.filepath = str(Path(folder) / "light.exr")
        bpy.ops.render.render(write_still=True)
        return _pixels(world.render.filepath)


def _settings(world: Any, samples: int, seed: int) -> None:
    render, cycles = world.render, world.cycles
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y, render.resolution_percentage = WIDTH, HEIGHT, 100
    render.threads_mode, render.threads = "FIXED", 1
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, seed
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.1, 8
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 8, 2, 3, 8
    cycles.use_light_tree = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.blur_glossy = 0.5


def _pixels(file: str) -> Floats:
    image = bpy.data.images.load(file)
    flat = np.empty(WIDTH * HEIGHT * 4, np.float32)
    image.pixels.foreach_get(flat)
    return np.ascontiguousarray(flat.reshape(HEIGHT, WIDTH, 4)[::-1, :, 2::-1])


def _material(thing: Any) -> Any:
    material = bpy.data.materials.new(thing.name)
    material.use_nodes = True
    thing.data.materials.append(material)
    return material


def _object(name: str, points: Reals, quads: NDArray[Any], turn: Reals, at: Reals) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", (points * UNIT).astype(np.float32).ravel())
    if len(quads):
        mesh.loops.add(quads.size)
        mesh.loops.foreach_set("vertex_index", quads.ravel().astype(np.int32))
        mesh.polygons.add(len(quads))
        mesh.polygons.foreach_set("loop_start", np.arange(0, quads.size, 4, dtype=np.int32))
        mesh.update(calc_edges=True)
    thing = bpy.data.objects.new(name, mesh)
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = turn, np.asarray(at) * UNIT
    thing.matrix_world = frame.T.tolist()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _die(die: PosedDie, look: DieFinish, pixels: float) -> None:
    surface = die_mesh(die, look.pips, int(np.clip(pixels * 0.9, 52, 100)))
    thing = _object("die", surface.points, surface.quads, die.turn, die.centre)
    for name, of_points in (("outside", surface.outside), ("one", surface.values == 1)):
        attribute = thing.data.attributes.new(name, "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.asarray(of_points, np.float32))
    thing.data.shade_smooth()
    paint_die(_material(thing).node_tree, look, die.side)


def _solid(prop: TableProp, body: ConvexBody) -> Any:
    """Return a convex body as an object with slightly rounded edges, in its prop's own frame."""
    local = (body.corners - prop.at) @ prop.turn
    thing = _object(prop.kind, local, np.empty((0, 4), np.int32), prop.turn, prop.at)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.convex_hull(join_triangles=True)
    bpy.ops.object.mode_set(mode="OBJECT")
    thing.data.shade_smooth()
    thing.data.set_sharp_from_angle(angle=math.radians(35))
    bevel = thing.modifiers.new("broken edges", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method, bevel.harden_normals = 0.25 * UNIT, 2, "ANGLE", True
    return thing


def _ground(folds: list[TableProp]) -> Any:
    reach = GROUND / 2
    corners = np.array([(-reach, -reach, 0), (reach, -reach, 0), (reach, reach, 0), (-reach, reach, 0)])
    if not folds:
        return _object("table", corners, np.array([[0, 1, 2, 3]]), np.eye(3), np.zeros(3))
    count = int(FOLDED_GROUND / CELL) + 1
    steps = np.linspace(-FOLDED_GROUND / 2, FOLDED_GROUND / 2, count)
    # Outside the folded part the cells are long, so that one mesh reaches the table's edge.
    steps = np.concatenate([[-reach], steps, [reach]])
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    heights = np.zeros(len(x))
    for fold in folds:
        heights = np.maximum(heights, _fold_height(fold, x, y))
    size = len(steps)
    first = (np.arange(size - 1)[:, None] * size + np.arange(size - 1)).ravel()
    quads = np.column_stack([first, first + size, first + size + 1, first + 1])
    thing = _object("table", np.column_stack([x, y, heights]), quads, np.eye(3), np.zeros(3))
    thing.data.shade_smooth()
    return thing


def _fold_height(fold: TableProp, x: Reals, y: Reals) -> Reals:
    local = (np.column_stack([x, y, 0 * x]) - fold.at) @ fold.turn
    length = float(np.abs((fold.bodies[0].corners - fold.at) @ fold.turn)[:, 1].max())
    beyond = np.maximum(0, np.abs(local[:, 1]) - length) / (4 * fold.breadth)
    height = fold.height * np.exp(-(beyond**2))
    rise = height * (1 - (local[:, 0] / fold.breadth) ** 2) / SKIRT
    return np.asarray(SKIRT * np.where(rise > 30, rise, np.log1p(np.exp(np.minimum(rise, 30)))))


def _camera(world: Any, scene: TableLayout, blur: float) -> None:
    view, usual = scene.view, scene.dice[0]
    data = bpy.data.cameras.new("camera")
    data.sensor_width, data.lens = 36.0, view.focal / WIDTH * 36.0
    data.clip_start, data.clip_end = 0.01, 1000.0
    camera = bpy.data.objects.new("camera", data)
    frame = np.eye(4)
    frame[:3, :3] = np.column_stack([view.turn[0], -view.turn[1], -view.turn[2]])
    frame[:3, 3] = view.eye * UNIT
    camera.matrix_world = frame.T.tolist()
    if blur:
        far = float((usual.centre - view.eye) @ view.turn[2])
        off = 5 * usual.side
        opening = blur * far * (far + off) / (view.focal * off)
        data.dof.use_dof, data.dof.focus_distance = True, far * UNIT
        data.dof.aperture_fstop = data.lens * 1e-3 / (opening * UNIT)
    world.collection.objects.link(camera)
    world.camera = camera


def _towards(elevation: float, azimuth: float) -> Reals:
    e, a = math.radians(elevation), math.radians(azimuth)
    return np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])


def _lamp(world: Any, kind: str, at: Reals, aim: Reals, warmth: float) -> Any:
    data = bpy.data.lights.new("lamp", kind)
    data.color = (1 + warmth, 1.0, max(0.2, 1 - 1.5 * warmth))
    lamp = bpy.data.objects.new("lamp", data)
    back = (at - aim) / np.linalg.norm(at - aim)
    side = np.cross((0.3, 0.9, 0.1), back)
    side /= np.linalg.norm(side)
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = np.column_stack([side, np.cross(back, side), back]), at * UNIT
    lamp.matrix_world = frame.T.tolist()
    world.collection.objects.link(lamp)
    return data


def _light(world: Any, view: PhotoView, light: LightLook) -> None:
    """Light the scene so that the lamps give about 1 on the table, and the room its share."""
    middle = np.zeros(3)
    lamps: list[tuple[Reals, float, float, float]] = []
    match light.kind:
        case "sun":
            data = _lamp(world, "SUN", _towards(light.elevation, light.azimuth) * 1000, middle, light.warmth)
            data.energy, data.angle = 1.0, math.radians(0.5 + light.size / 200)
        case "area":
            lamps.append((_towards(light.elevation, light.azimuth) * 900, light.size, 1.0, light.warmth))
        case "two lamps":
            other = light.azimuth + 70 + light.seed % 200
            lamps.append((_towards(light.elevation, light.azimuth) * 700, light.size / 3, 0.65, light.warmth))
            lamps.append((_towards(90 - light.elevation / 2, other) * 800, light.size / 2, 0.4, -light.warmth))
        case _:
            across, down = view.turn[0], view.turn[1]
            for turn in np.linspace(0, 2 * math.pi, 10, endpoint=False).tolist():
                aside = (across * math.cos(turn) + down * math.sin(turn)) * (40 + light.size / 8)
                lamps.append((view.eye + aside, 22.0, 0.1, light.warmth))
    for at, size, strength, warmth in lamps:
        data = _lamp(world, "AREA", at, middle, warmth)
        data.shape, data.size = "DISK" if light.seed % 3 else "SQUARE", size * UNIT
        data.energy = strength * math.pi * float(np.linalg.norm(at) * UNIT) ** 2 * (1 + (size / 1400) ** 2)
    _room(world, light)


def _room(world: Any, light: LightLook) -> None:
    """Make the room that things reflect: a pale ceiling with the glow of a window, and darker walls."""
    room = bpy.data.worlds.new("room")
    room.use_nodes = True
    room.cycles.sampling_method, room.cycles.sample_map_resolution = "MANUAL", 128
    world.world = room
    graph = NodeGraph(room.node_tree)
    way = graph.add("ShaderNodeTexCoord").outputs["Generated"]
    up = graph.add("ShaderNodeSeparateXYZ", {0: way}).outputs[2]
    window = graph.add(
        "ShaderNodeVectorMath",
        {0: way, 1: _towards(25 + light.seed % 40, light.azimuth + 120).tolist()},
        operation="DOT_PRODUCT",
    ).outputs["Value"]
    walls = graph.mix(graph.between(up, -0.1, 0.9), (0.22, 0.2, 0.18), (0.75, 0.74, 0.72))
    glow = graph.between(window, 0.86, 0.93)
    colour = graph.mix(glow, walls, (2.6, 2.8, 3.1))
    back = graph.add("ShaderNodeBackground", {"Color": colour, "Strength": light.fill / 1.6})
    graph.add("ShaderNodeOutputWorld", {"Surface": back.outputs[0]})
