"""The current games: data, laid-out sides and pictures, and the effects of edits."""
