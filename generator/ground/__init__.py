"""What every room stands on: Problems, files, the fence, lengths, outlines, spelling."""
