"""A print-and-play generator: one workbook in, checked print sheets out."""

__version__ = "0.1.0"
