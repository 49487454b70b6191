"""From a project folder to files: the only package that wires the stages together."""
