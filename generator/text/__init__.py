"""Fonts, and words that are measured, wrapped and fitted before anything is drawn."""
