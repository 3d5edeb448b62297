"""A game at a table: seats, legal moves, what each seat may see, undo, and a log that outlives everything."""
