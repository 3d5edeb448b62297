"""What a prepress operator would look at before printing, read from the finished files."""
