"""Make a game from an existing table.

`columns` reads the file, `mending` repairs cells that could not be read, `kinds` declares the
columns as fields, `roles` decides where a card shows them, and `table_game` writes the files.
`words` knows what headers mean.
"""
