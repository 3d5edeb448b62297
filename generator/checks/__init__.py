"""What every workbook and game folder has to keep, whatever its rules, before anything is drawn."""
