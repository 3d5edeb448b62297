"""Life~Meaning told: what happened in words, and what lies on the table."""
