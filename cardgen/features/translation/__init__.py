"""PO files of a game: begun, kept up with its texts, and counted."""
