"""The rules of Life~Meaning: states, moves and what comes of them."""
