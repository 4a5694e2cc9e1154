"""The table's devices: camera, controller and panel, real or simulated."""

import logging

# The room writes to its loggers only; the program that uses it decides where the lines go.
logging.getLogger(__name__).addHandler(logging.NullHandler())
