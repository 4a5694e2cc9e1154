"""The files to build the machines from: each can be read by what it is made for, and all are in the archive."""

import csv
import io
import re
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.support.requirements import browser_program, needs, needs_package

pytestmark = pytest.mark.check
for package in ("build123d", "ezdxf", "lib3mf", "playwright", "rectpack", "trimesh"):
    needs_package(package)

import lib3mf  # noqa: E402
import trimesh  # noqa: E402

from tests.support.repository import REPOSITORY  # noqa: E402
from tools.cad.files import MadeMachine, write_files  # noqa: E402
from tools.cad.listing import counted_in_list, counted_in_step  # noqa: E402
from tools.cad.plates import APART, SETTINGS, plates, write_plate  # noqa: E402
from tools.cad.sheets import read_cuts  # noqa: E402
from tools.files import FIRMWARE, packed  # noqa: E402
from tools.zips import zip_of  # noqa: E402
