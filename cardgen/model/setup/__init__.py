"""The set-up of a game: which pieces go where, written once under ``setup:``.

`steps` reads the YAML for one number of players into a list of steps; a block with ``each`` becomes
several steps. `counts` carries out the steps with the game's pieces. Its result, a `SetUp`, has the
position of each piece, the hands of the players and the size of each deck after the last step.
"""
