"""Materials of Blender as graphs of nodes; lengths are in mm."""

import math
from collections.abc import Mapping
from typing import Any

from tools.path_traced.looks import Colour, DieFinish, SurfaceLook

UNIT = 0.01
"""Blender's units of a mm."""


class NodeGraph:
    """The nodes of a material or of the world; `add` takes for each input a value, or an output to link it to."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        tree.nodes.clear()

    def add(self, kind: str, inputs: Mapping[str | int, Any] | None = None, **settings: Any) -> Any:
        """Return a new node of a kind, its properties set."""
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
        """Return the output of a sum, a product and so on."""
        return self.add("ShaderNodeMath", {0: one, 1: other}, operation=operation).outputs[0]

    def mixed(self, share: Any, one: Any, other: Any) -> Any:
        """Return the colour between two."""
        node = self.add("ShaderNodeMix", {0: share, 6: _rgba(one), 7: _rgba(other)}, data_type="RGBA")
        return node.outputs[2]

    def between(self, value: Any, low: float, high: float) -> Any:
        """Return 0 where a value is at most `low`, 1 from `high` on, smooth between."""
        inputs: dict[str | int, Any] = {0: value, 1: low, 2: high}
        return self.add("ShaderNodeMapRange", inputs, interpolation_type="SMOOTHSTEP").outputs[0]

    def noise(self, place: Any, pitch: float, detail: float = 4.0, distortion: float = 0.0) -> Any:
        """Return noise, about 0 to 1, whose largest features measure `pitch` mm."""
        inputs: dict[str | int, Any] = {
            "Vector": place,
            "Scale": 1 / (pitch * UNIT),
            "Detail": detail,
            "Distortion": distortion,
        }
        return self.add("ShaderNodeTexNoise", inputs).outputs["Fac"]

    def place(self, stretch: Colour = (1, 1, 1), turned: float = 0.0) -> Any:
        """Return the place in the thing's own frame, each axis stretched, turned about the vertical in radians."""
        own = self.add("ShaderNodeTexCoord").outputs["Object"]
        inputs: dict[str | int, Any] = {"Vector": own, "Rotation": (0, 0, turned), "Scale": stretch}
        return self.add("ShaderNodeMapping", inputs).outputs[0]

    def bump(self, height: Any, depth: float) -> Any:
        """Return the normal of a surface on which 1 is `depth` mm high."""
        return self.add("ShaderNodeBump", {"Height": height, "Distance": depth * UNIT, "Strength": 1.0}).outputs[0]

    def finish(self, shader: Any) -> None:
        """Make a shader the material's surface."""
        self.add("ShaderNodeOutputMaterial", {"Surface": shader})


def _rgba(colour: Any) -> Any:
    return (*colour, 1.0) if isinstance(colour, tuple) and len(colour) == 3 else colour


def _scaled(colour: Colour, by: float) -> Colour:
    r, g, b = (min(1.0, part * by) for part in colour)
    return r, g, b


def _principled(graph: NodeGraph, colour: Any, roughness: Any, **more: Any) -> Any:
    inputs: dict[str | int, Any] = {"Base Color": _rgba(colour), "Roughness": roughness}
    inputs |= {name.replace("_", " "): value for name, value in more.items()}
    return graph.add("ShaderNodeBsdfPrincipled", inputs).outputs[0]


def paint_die(tree: Any, look: DieFinish, side: float) -> None:
    """Make the material of a die; its mesh says with `outside` and `one` where pips are, and which are a one's."""
    graph = NodeGraph(tree)
    outside = graph.add("ShaderNodeAttribute", attribute_name="outside").outputs["Fac"]
    is_one = graph.add("ShaderNodeAttribute", attribute_name="one").outputs["Fac"]
    body_share = graph.between(outside, -0.004, 0.004)
    ink = graph.mixed(is_one, look.ink, look.ink_of_one)
    smudges = graph.between(graph.noise(graph.place(), side / 2), 0.4, 0.7)
    rough = graph.math("ADD", look.roughness, graph.math("MULTIPLY", smudges, 0.08))
    pips = _principled(graph, ink, 0.45)
    body: Any
    match look.stuff:
        case "translucent":
            body = _translucent(graph, look, rough)
        case "swirled":
            swirl = graph.between(graph.noise(graph.place(), side * 0.6, 3, 2.0), 0.42, 0.6)
            body = _principled(graph, graph.mixed(swirl, look.colour, look.other), rough, Coat_Weight=0.4)
        case "glossy":
            body = _principled(graph, look.colour, rough, Coat_Weight=1.0, Coat_Roughness=look.roughness)
        case _:
            speckle = graph.bump(graph.noise(graph.place(), 0.35, 2), 0.01)
            body = _principled(graph, look.colour, rough, Normal=speckle)
    graph.finish(graph.add("ShaderNodeMixShader", {0: body_share, 1: pips, 2: body}).outputs[0])


def _translucent(graph: NodeGraph, look: DieFinish, rough: Any) -> Any:
    """Return coloured clear plastic; light that casts shadows passes it straight, which saves much noise."""
    tint = tuple(0.12 + 0.86 * part**0.45 for part in look.colour)
    glass = _principled(graph, tint, rough, Transmission_Weight=0.97, IOR=1.46)
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
            shader = _principled(graph, metal, worn, Metallic=1.0, Normal=relief)
        case "book":
            up = graph.add("ShaderNodeSeparateXYZ", {0: graph.place()}).outputs[2]
            middle = graph.math("ABSOLUTE", graph.math("SUBTRACT", up, height / 2 * UNIT))
            cover = graph.between(middle, (height / 2 - 1.1) * UNIT, (height / 2 - 0.9) * UNIT)
            lines = graph.noise(graph.place((0.02, 0.02, 1)), 0.5, 2)
            pages = graph.mixed(lines, (0.75, 0.7, 0.58), (0.5, 0.46, 0.38))
            shader = _principled(graph, graph.mixed(cover, pages, colour), 0.45)
        case "tray" | "wall":
            grain = graph.noise(graph.place((1, 8, 8)), 40, 6, 0.6)
            darker = _scaled(colour, 0.55)
            shader = _principled(graph, graph.mixed(grain, colour, darker), 0.4, Normal=graph.bump(grain, 0.1))
        case "can":
            worn = graph.math("ADD", 0.15, graph.math("MULTIPLY", spots, 0.15))
            shader = _principled(graph, colour, worn, Metallic=0.6)
        case _:
            shader = _principled(graph, colour, 0.3, Coat_Weight=0.5)
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
            colour = graph.mixed(graph.between(tone, 0.3, 0.7), look.other, look.colour)
            shader = _principled(graph, colour, look.roughness, Normal=graph.bump(fine, 0.08))
        case "cloth" | "checked":
            shader = _woven(graph, look, place, turned)
        case "felt":
            hairs = graph.noise(graph.place((1, 0.5, 1), turned), 0.7, 5, 1.5)
            shade = graph.math("ADD", graph.math("MULTIPLY", hairs, 0.7), graph.math("MULTIPLY", large, 0.3))
            colour = graph.mixed(shade, _scaled(look.colour, 0.6), _scaled(look.colour, 1.5))
            shader = _principled(graph, colour, 1.0, Sheen_Weight=0.3, Normal=graph.bump(hairs, 0.5))
        case "marble":
            veins = graph.math("ABSOLUTE", graph.math("SUBTRACT", graph.noise(place, look.pitch, 8, 1.0), 0.5))
            clouds = graph.math("MULTIPLY", graph.noise(place, look.pitch, 4), 0.35)
            share = graph.math("MINIMUM", 1.0, graph.math("ADD", graph.between(veins, 0.0, 0.05), 0.25))
            body = graph.mixed(clouds, look.colour, look.other)
            shader = _principled(graph, graph.mixed(share, look.other, body), look.roughness)
        case "granite":
            cells = graph.add("ShaderNodeTexVoronoi", {"Vector": place, "Scale": 1 / (look.pitch * UNIT)})
            grey = graph.add("ShaderNodeSeparateColor", {0: cells.outputs["Color"]}).outputs[0]
            colour = graph.mixed(graph.between(grey, 0.2, 0.9), look.colour, look.other)
            shader = _principled(graph, colour, look.roughness)
        case _:
            wear = graph.math("ADD", look.roughness, graph.math("MULTIPLY", large, 0.15))
            shade = graph.mixed(large, _scaled(look.colour, 0.88), look.colour)
            grain = graph.bump(graph.noise(place, 0.6, 3), 0.03)
            shader = _principled(graph, shade, wear, Normal=grain)
    graph.finish(shader)


def _woven(graph: NodeGraph, look: SurfaceLook, place: Any, turned: float) -> Any:
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
    darker = _scaled(look.colour, 0.62)
    colour = graph.mixed(graph.math("MULTIPLY", weave, graph.noise(place, thread * 3, 4)), darker, look.colour)
    if look.stuff == "checked":
        axes = graph.add("ShaderNodeSeparateXYZ", {0: graph.place(turned=turned)}).outputs[:2]
        waves = [graph.math("SINE", graph.math("MULTIPLY", axis, math.pi / (look.pitch * UNIT))) for axis in axes]
        bands = [graph.math("GREATER_THAN", wave, 0.0) for wave in waves]
        share = graph.math("MULTIPLY", graph.math("ADD", *bands), 0.5)
        colour = graph.mixed(share, colour, look.other)
    return _principled(graph, colour, 0.95, Sheen_Weight=0.15, Normal=graph.bump(weave, 0.12 * thread))
