"""What can be wrong when a translation is begun (CG702 and CG710)."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem("CG702")
def translation_there(game: str, language: str) -> Wording:
    """A translation is to be begun that is there already. Nothing was written.

    `cardgen translate update` adds entries for new texts, and loses nothing.
    """
    return Wording(
        f"there is a translation into `{language}`",
        hints=f"keep it up with `cardgen translate update {game} {language}`",
    )


@problem("CG710", hint="build with `--locale qps`")
def needs_none(language: str) -> str:
    """The pseudo-language is made by cardgen: nobody translates into it."""
    return f"`{language}` needs no translation"
