"""Design pages → PDF/X-1a in the four inks of a press: separated, flattened, and looked through."""
