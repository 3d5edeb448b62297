"""Where pieces lie on paper: layouts, imposition, tiles, crop marks, and the pages made of them."""
