"""What every test shares: the user's own pnp folder is a temporary one."""

from __future__ import annotations

import os
import tempfile

os.environ["PNP_HOME"] = tempfile.mkdtemp(prefix="pnp-test-home-")
