"""The wording of everything that can go wrong with files that cardgen writes or removes."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG790")
def cannot_write(path: str, reason: str, elsewhere: bool = True) -> Wording:
    """A result cannot be written.

    The folder may be read-only, the disk full, or the file open in a program that locks
    it. Whatever stood there before is untouched. Mend the cause, or write elsewhere::

        cardgen build --output /somewhere/else
    """
    other = ", or write elsewhere with `--output DIR`" if elsewhere else ""
    return Wording(f"cannot write `{path}`: {reason}", hints=(f"mend the cause{other}",))


@problem("CG791")
def cannot_remove(path: str, reason: str) -> Wording:
    """A built file cannot be removed.

    The folder may be read-only, or a program may hold the file open. Close the program
    and run ``cardgen clean`` again.
    """
    return Wording(
        f"cannot remove `{path}`: {reason}", hints=("close the program that holds it open",)
    )


@problem("CG792", Severity.WARNING)
def unreadable_manifest(path: str) -> Wording:
    """A build.json is damaged, so nobody knows which files beside it cardgen made.

    ``cardgen clean`` leaves such a folder alone. ``cardgen build`` writes a new build.json;
    after that, cleaning works again.
    """
    return Wording(
        f"`{path}` cannot be understood, so the files beside it are left alone",
        hints=("run `cardgen build` first",),
    )


@problem("CG793")
def leads_outside(path: str, manifest: str) -> Wording:
    """A build.json names a file outside its own folder.

    cardgen never writes such an entry: somebody changed the file, or a folder was replaced
    by a link. The entry is ignored, so that cleaning can only ever touch built files.
    """
    return Wording(
        f"`{manifest}` names `{path}`, which is not inside its folder",
        notes=("the entry was ignored",),
    )


@problem("CG794")
def through_link(path: str) -> Wording:
    """A folder in which cardgen writes is a link to some other place.

    ``output/`` itself may be a link; the folders in it may not. Otherwise a game from a
    stranger could make a build write, or remove, files anywhere. Remove the link; the next
    build makes a folder in its place.
    """
    return Wording(
        f"`{path}` leads through a link out of the output folder",
        hints=("remove the link and build again",),
    )


@problem("CG795")
def no_tts_folder(tried: tuple[str, ...]) -> Wording:
    """The folder in which Tabletop Simulator keeps its data was not found.

    It is there once the game has been started, and has a folder `Saves` in it. cardgen never makes
    it: a folder in the wrong place would be one that the game does not look into.
    """
    return Wording(
        "there is no data folder of Tabletop Simulator here",
        notes=tuple(f"looked for `{path}`" for path in tried),
        hints=("start the game once, or name its folder with `--tts-dir DIR`",),
    )


@problem("CG796")
def no_table(game: str) -> Wording:
    """A game has no table yet that could be installed or served."""
    return Wording(
        f"`{game}` has no table for Tabletop Simulator yet",
        hints=(f"run `cardgen build {game} --product tts` first",),
    )


@problem("CG797")
def port_taken(port: int, reason: str) -> Wording:
    """Another program, perhaps another cardgen, uses the port."""
    return Wording(
        f"port {port} cannot be used: {reason}",
        hints=("choose another with `--port`, or 0 for any that is free",),
    )


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
