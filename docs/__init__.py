"""The manual for designers, and what keeps it true: its reference is made, and its examples are tried."""
