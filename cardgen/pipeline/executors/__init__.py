"""The processes that do the work of a build: this process, its children, or a cluster."""
