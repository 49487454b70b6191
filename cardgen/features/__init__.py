"""The work of all commands except build, one module or folder a feature; none imports another."""
