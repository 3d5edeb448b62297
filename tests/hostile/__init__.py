"""Game folders as somebody with bad intentions would make them, by kind, of any size, wherever it hurts."""

from tests.hostile.kinds import KINDS, Hostile, Kind

__all__ = ["KINDS", "Hostile", "Kind"]
