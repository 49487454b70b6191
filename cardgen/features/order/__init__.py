"""Orders at printing services for `cardgen order`, and their report."""
