"""From an .xlsx file to typed, located values and back without harm: openpyxl lives here alone."""
