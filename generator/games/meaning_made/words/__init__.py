"""What the game says of itself: the story of a step, and the words that its rulebook asks for."""
