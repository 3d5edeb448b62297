"""The games whose rules the package knows. A game without an entry here is built all the same."""
