"""Make a game from an existing table.

`source_table` reads any file into columns, `records` does so for JSON and YAML, `texts` makes texts
markup of cards, `roles` decides where a card has each column, and `table_game` writes the files.
"""
