"""The physical things a game consists of; one file a kind, each registers itself."""
