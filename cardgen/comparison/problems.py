"""CG76x: errors when a game is compared with an earlier state."""

from cardgen.core.problems import Wording, problem


@problem(
    "CG760",
    hint="restore an earlier version of the file from git; or, if your printed copy is up to date, "
    "delete the file and run `cardgen printed`",
)
def unreadable_record(reason: str) -> str:
    """The record of the printed copy is damaged.

    ``cardgen printed`` writes this file, and a merge of two branches may have left marks in it.
    Restore the version of the last print from git, or record the printed copy again.
    """
    return f"the record of what was printed cannot be understood: {reason}"


@problem("CG761")
def other_format(file_format: int, own: int, game: str) -> Wording:
    """Another version of cardgen wrote the record of the printed copy.

    This version cannot compare its looks. If the printed state is in git, name its commit with
    ``--against``.
    """
    age = "a newer" if file_format > own else "an older"
    return Wording(
        f"the record is of format {file_format}, written by {age} cardgen; this one reads {own}",
        hints=f"compare with the commit of that print: `cardgen diff {game} --against COMMIT`; "
        f"then record it anew with `cardgen printed {game}`",
    )


@problem("CG762")
def nothing_printed(game: str) -> Wording:
    """There is no record of the printed copy of a game.

    Run ``cardgen printed`` after each print. It writes a small file; add the file to git.
    """
    return Wording(
        f"nothing is recorded as printed of `{game}`",
        hints=f"run `cardgen printed {game}` after you print; until then compare with a build or a "
        f"commit: `cardgen diff {game} --against build`, `cardgen reprint {game} --against HEAD`",
    )


@problem("CG763")
def nothing_built(game: str) -> Wording:
    """There is no build to compare with, or another version of cardgen made it.

    ``cardgen clean`` removes the stored state of builds.
    """
    return Wording(
        f"there is no build of `{game}` to compare with",
        hints=f"run `cardgen build {game}` first, or name a commit: `--against HEAD`",
    )


@problem("CG764")
def no_git(reason: str) -> Wording:
    """The program ``git``, from which cardgen reads earlier states, is missing or fails.

    git refuses a repository of another user, for example one that is mounted into a container,
    until you mark its folder as safe.
    """
    trust = (
        "trust it: `git config --global --add safe.directory FOLDER`, with the folder named above"
    )
    usual = "install git and work inside a repository, or use `--against printed` or `build`"
    foreign = "dubious ownership" in reason
    return Wording(f"git cannot be asked: {reason}", hints=trust if foreign else usual)


@problem("CG765", hint="write `printed`, `build`, or a tag, branch or commit, for example `HEAD~1`")
def unknown_revision(revision: str) -> str:
    """`--against` names something that is neither `printed`, `build` nor a commit.

    Give any name of a commit that git accepts: a tag, a branch, `HEAD~2`, the digits of a commit.
    """
    return f"there is no commit `{revision}`"


@problem("CG768", hint="fetch the history, `git fetch --unshallow`, or correct the name")
def shallow_clone(revision: str) -> str:
    """The repository is a shallow clone, without the older history, as on many build servers.

    Fetch the whole history. In a workflow on GitHub, ``fetch-depth: 0`` clones it.
    """
    return f"there is no commit `{revision}` here: this is a shallow clone, without older history"


@problem("CG769", hint="fetch them: `git fetch --refetch --no-filter`")
def missing_objects() -> str:
    """The repository has the commit, but not all of its files.

    A clone with ``--filter`` leaves files out, and cardgen does not use the network. Fetch them.
    """
    return "files of that commit are not in this repository: it was cloned without them"


@problem("CG766", hint="name a later commit, for example one of `git log -- card_data`")
def not_in_revision(game: str, revision: str) -> str:
    """The game was not in git yet at the commit to compare with."""
    return f"there is no game `{game}` at `{revision}`"


@problem("CG767")
def bad_entry(path: str, revision: str, reason: str) -> str:
    """A commit contains a file that cardgen cannot write into a folder.

    The file may be too large, or have a name that leads out of the folder.
    """
    return f"`{path}` at `{revision}` is refused: {reason}"
