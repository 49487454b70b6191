"""The processes that do the work of a build: this one, its children, or those of a cluster."""
