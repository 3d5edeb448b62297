"""How long a build takes, how much memory, how many bytes; side by side with cairosvg on the same SVGs."""
