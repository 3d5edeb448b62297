"""Not part of the package: what its work costs, beside other programs and beside an older state of itself."""
