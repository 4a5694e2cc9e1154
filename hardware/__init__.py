"""The table's devices: camera, controller and panel, real or simulated."""
