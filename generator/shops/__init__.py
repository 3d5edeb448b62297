"""Files for others: exports for a shop or a table on a screen, a look over them, and all of it packed."""
