"""Orders at printing services, as `cardgen order` writes them, and their report."""
