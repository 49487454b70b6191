"""Programs for those who work on cardgen; none is part of the package."""
