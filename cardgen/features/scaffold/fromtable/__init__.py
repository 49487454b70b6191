"""Make a game from an existing table.

`source_table` reads any file into columns, `records` does so for JSON and YAML, `texts` turns
texts into markup of cards, `roles` decides what each column is on a card, and `table_game` writes the files.
"""
