"""Pages of bars, lists and pictures that a template draws: charts, and reports of changes."""
