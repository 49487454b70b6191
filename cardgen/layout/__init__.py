"""Elements become Frames: the only stage that decides where things go."""
