"""Values that every stage shares; imports nothing of the rest of cardgen."""
