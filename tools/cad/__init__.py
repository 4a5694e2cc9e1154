"""The machine's solids, the files to make them from, and their checks: make cad [KERF=0.2].

All lengths are in mm, masses in g. The machine's frame is that of the twin's pictures: x to the right, y up in the
picture (away from the players), z upward. The origin is the plate's top left corner; the plate lies at y -200 to 0.
Everything is at home, with levers up.

    from tools.cad.assembly import assemble
    machine = assemble("cut")           # or "print"; assemble("cut", it) builds other dimensions

    machine.parts                       # tuple of CadPart, in the order of building
        name        "motor bracket"     # unique; for lists, labels and file names
        group       "drive"             # wells, rocker, drive, box, camera, controls, fasteners
        make        "cut", "print", "bought" or "fastener"
        material    "plywood 3 mm", "PLA", "steel", ...
        solid       build123d solid in its own frame: a cut part lies flat on z = 0, a print as it lies on the bed
        places      tuple of Placing(body, location): each piece, at home; len(places) is the quantity mass        of
        one piece
        source      of the measures of a bought part or a fastener
        note        what matters
        outline     of a cut part: the build123d Sketch in the DXF
        infill      of a print, percent
    machine.find("motor bracket")       # one CadPart
    machine.joints                      # dict: "motor to bracket" -> Counter of its fasteners' names

    Placing.body    "fixed", "rocker", "lid", "crank", "rod" or "lever1" to "lever6": the pieces that move together
    Placing.joint   of a fastener: its joint
    from tools.cad.mesh import poses  # poses(it, crank, lever), in degrees: body -> 4 x 4 matrix from home

A fastener is placed by its joint, so a step of a guide names joints and parts: `machine.joints` then counts its screws.
Meshes for pictures: `tools.cad.mesh.mesh_of(part)` gives (vertices, triangles) of a part's solid, kept between calls.

`python -m tools.cad` writes a folder in build/machine for each way to make a machine: assembly.step, step/, print/,
plates/, cut/, templates.pdf, prints.md, parts.csv, checks.json; and hardware/machine_masses.toml, which the twin reads.
`make files` packs them, with guide, board and firmware, into build/pipsqueak-files.zip (tools/files.py).
"""
