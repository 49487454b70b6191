"""The set-up of a game: who gets what and what lies where, written once under ``setup:``.

`steps` reads what is written for one number of players into steps, blocks with ``each`` written
out. `counts` goes through the steps with the cards that there are, and says what lies where, who
holds what, and what is left. Tables, pictures and texts read these values.
"""
