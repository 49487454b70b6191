"""Tables of other programs, read as columns of plain values."""
