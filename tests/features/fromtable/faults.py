"""What keeps a game out of a table from being built."""

from cardgen.features.scaffold import new_game


def mended(game):
    return game.mended(lambda folder, game: new_game(folder, None, "any", None, game.files).project)


def errors_of(game):
    return [one for one in mended(game).findings if one.severity.value == "error"]
