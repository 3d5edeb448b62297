"""A game as it goes out: everything built and exported, looked over, and packed into zips to upload."""
