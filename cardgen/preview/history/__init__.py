"""What a game looked like before: before the last saves, when it was printed, at a commit."""
