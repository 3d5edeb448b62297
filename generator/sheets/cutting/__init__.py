"""What is done to printed sheets: the order of straight cuts, a guide, outlines for cutting machines."""
