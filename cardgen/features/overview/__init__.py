"""List what a project holds, and the names that its games may use."""
