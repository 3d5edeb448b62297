"""What may be part of a file's name."""

from __future__ import annotations

import re

FILE_NAME = re.compile(r"[\w][\w .,()&'+-]{0,59}")
"""Names of components and booklets: letters, digits, blanks and a few signs."""
