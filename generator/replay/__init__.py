"""A written game against its rules: script, two worlds, findings, repair, and what is told of it."""
