"""Changes single values of a YAML file and leaves every other byte as its author wrote it."""
