"""Values that every stage shares; imports no other package of cardgen."""
