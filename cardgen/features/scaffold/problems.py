"""The wording of everything that can be wrong with a new game."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem("CG780")
def already_there(path: str) -> Wording:
    """A new game would lie where something is already.

    ``cardgen new`` never writes over anything. Choose another name, or move what is there out of
    the way: ``card_data/<game>`` and ``templates/<game>`` together are a game.
    """
    return Wording(
        f"`{path}` is there already",
        hints=("choose another name; nothing was changed",),
    )


@problem("CG781")
def bad_title(reason: str) -> Wording:
    """A new game cannot have this title.

    It is printed on the backs of the cards, the board, the box and the rules. Later you may change
    it in ``game.yaml``, together with the templates that show it.
    """
    return Wording(f"this title cannot be used: {reason}", hints=("choose another with `--title`",))
