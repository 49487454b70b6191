"""The wording of everything that can be wrong with a new game."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem("CG780")
def already_there(path: str) -> Wording:
    """A new game would replace files. ``cardgen new`` never writes over anything.

    Choose another name, or move ``card_data/<game>`` and ``templates/<game>`` away; or the files of
    an older ``cardgen new --github``.
    """
    what = "move it away" if path.startswith(".github/") else "choose another name"
    return Wording(f"`{path}` is there already", hints=f"{what}; nothing was changed")


@problem("CG789")
def settings_there(path: str, text: str) -> Wording:
    """A project has settings of VS Code, which ``cardgen schema --vscode`` does not write over.

    The settings that it would write are in the hint: put them there by hand.
    """
    return Wording(f"`{path}` is there already", hints=f"add to it: {' '.join(text.split())}")


@problem("CG781", hint="choose another with `--title`")
def bad_title(reason: str) -> str:
    """A new game cannot have this title, which goes on backs, board, box and rules.

    You may change it later, in ``game.yaml`` and in the templates that show it.
    """
    return f"this title cannot be used: {reason}"
