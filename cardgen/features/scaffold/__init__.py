"""A new game to begin with, small, complete and commented, and the schemas that editors use."""
