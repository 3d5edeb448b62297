"""The most memory that this process had."""

from __future__ import annotations

import sys


def peak_mb(*, helpers: bool = False) -> float:
    """Of this process; or of the largest of those that worked for it, what both share counted for each."""
    try:
        import resource
    except ImportError:  # Windows
        return float("nan")
    who = resource.RUSAGE_CHILDREN if helpers else resource.RUSAGE_SELF
    return resource.getrusage(who).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
