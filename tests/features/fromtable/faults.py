"""What keeps a game out of a table from being built."""

from cardgen.features.scaffold import new_game


def errors_of(game):
    return game.errors(lambda folder, begin: new_game(folder, None, "any", None, begin).project)
