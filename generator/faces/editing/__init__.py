"""A template that is laid out by hand: what stands where in its text, and the least change of it."""
