"""Two small rulesets that the package does not know, each with a workbook of its own."""
