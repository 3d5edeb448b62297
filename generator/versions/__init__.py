"""What was printed and what would be now: pieces with digests of their faces, records, differences."""
