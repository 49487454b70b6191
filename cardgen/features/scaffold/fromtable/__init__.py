"""Makes a game of a table that exists.

The way is: `foreign` reads the file, `mending` sets right what keeps its cells from being read,
`kinds` declares the columns as fields, `roles` decides where a card shows them, and `table_game`
writes the files. `columns` is the table that they hand on, `words` what headers and texts mean.
"""
