"""Which design is printed how often on which file, and the list of what was made."""
