"""What a workbook has to hold to be a Meaning Made that can be played."""
