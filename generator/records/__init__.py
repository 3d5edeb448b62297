"""What a cell means: rows and tables, symbols, the notation of costs and effects, rich text."""
