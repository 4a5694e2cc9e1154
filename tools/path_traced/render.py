"""A scene as Blender's path tracer sees it: `rendered` needs the package bpy; lengths in mm."""

import math
import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from tools.odd_things.view import Floats, PhotoView, Reals
from tools.path_traced.bodies import ConvexBody
from tools.path_traced.dice import PosedDie
from tools.path_traced.layout import HEIGHT, WIDTH, TableLayout, seen_side
from tools.path_traced.looks import DieFinish, LightLook, SceneLook
from tools.path_traced.materials import UNIT, NodeGraph, paint_die, paint_prop, paint_surface
from tools.path_traced.mesh import die_mesh
from tools.path_traced.props import TableProp

GROUND, FOLDED_GROUND, CELL = 6000.0, 900.0, 2.0
"""Sides of the table, and of its middle part if the cloth is folded there, in cells of that size."""

SKIRT = 0.25
"""How smoothly a fold runs out into the table, in mm."""


def rendered(scene: TableLayout, look: SceneLook, samples: int, seed: int) -> Floats:
    """Return the linear light (h, w, 3), blue, green, red, that the camera sees, by one thread."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    world = bpy.context.scene
    _settings(world, samples, seed)
    folds = [prop for prop in scene.props if prop.kind == "fold"]
    ground = _ground(folds)
    paint_surface(_material(ground).node_tree, look.surface)
    for die, die_look in zip(scene.dice, look.dice, strict=True):
        _die(die, die_look, seen_side(scene.view, die))
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


def _thing(name: str, points: Reals, quads: NDArray[Any], turn: Reals, at: Reals) -> Any:
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
    thing = _thing("die", surface.points, surface.quads, die.turn, die.centre)
    for name, of_points in (("outside", surface.outside), ("one", surface.values == 1)):
        attribute = thing.data.attributes.new(name, "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.asarray(of_points, np.float32))
    thing.data.shade_smooth()
    paint_die(_material(thing).node_tree, look, die.side)


def _solid(prop: TableProp, body: ConvexBody) -> Any:
    """Return a convex body as a thing with slightly broken edges, in its prop's own frame."""
    local = (body.corners - prop.at) @ prop.turn
    thing = _thing(prop.kind, local, np.empty((0, 4), np.int32), prop.turn, prop.at)
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
        return _thing("table", corners, np.array([[0, 1, 2, 3]]), np.eye(3), np.zeros(3))
    count = int(FOLDED_GROUND / CELL) + 1
    steps = np.linspace(-FOLDED_GROUND / 2, FOLDED_GROUND / 2, count)
    # Beyond the folded part the cells become long, so that one mesh reaches the table's edge.
    steps = np.concatenate([[-reach], steps, [reach]])
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps, indexing="ij"))
    heights = np.zeros(len(x))
    for fold in folds:
        heights = np.maximum(heights, _fold_height(fold, x, y))
    size = len(steps)
    first = (np.arange(size - 1)[:, None] * size + np.arange(size - 1)).ravel()
    quads = np.column_stack([first, first + size, first + size + 1, first + 1])
    thing = _thing("table", np.column_stack([x, y, heights]), quads, np.eye(3), np.zeros(3))
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
    """Light the scene so that the lamps bring about 1 to the table, and the room its share."""
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
    """Make the room that things mirror: a pale ceiling with a window's glow, darker walls."""
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
    walls = graph.mixed(graph.between(up, -0.1, 0.9), (0.22, 0.2, 0.18), (0.75, 0.74, 0.72))
    glow = graph.between(window, 0.86, 0.93)
    colour = graph.mixed(glow, walls, (2.6, 2.8, 3.1))
    back = graph.add("ShaderNodeBackground", {"Color": colour, "Strength": light.fill / 1.6})
    graph.add("ShaderNodeOutputWorld", {"Surface": back.outputs[0]})
