"""The user's own printers and print profiles: kept in the user's own pnp folder, and taken by name."""
