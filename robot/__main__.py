"""`python -m robot` is `pipsqueak`."""

import sys

from robot.cli import main

sys.exit(main())
