"""Deck of Signs: three games for one deck of eleven Signs and eleven Numbers."""
