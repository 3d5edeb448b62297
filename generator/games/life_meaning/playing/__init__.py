"""Life~Meaning as replay, repair and bots see it."""
