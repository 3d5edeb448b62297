"""From a workbook's file to typed, located values and back without harm."""
