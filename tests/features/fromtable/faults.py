"""What keeps a game out of a table from being built."""

from cardgen.features.scaffold import new_game


def made(folder, game):
    new = new_game(folder, None, "any", None, game.files)
    return new.project, new.files


def mended(game):
    return game.mend(made)


def errors_of(game):
    return [one for one in mended(game).findings if one.severity.value == "error"]
