"""`python -m generator` is the command `pnp`."""

import sys

from generator.cli import run

sys.exit(run())
