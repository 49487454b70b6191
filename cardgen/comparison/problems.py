"""What can be wrong with comparing a game to an earlier state of it (CG76x)."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem(
    "CG760",
    hint="take the file as it was out of git; or, if the box holds what the files say now, "
    "delete it and run `cardgen printed`",
)
def unreadable_record(reason: str) -> str:
    """The record of what was printed cannot be understood.

    ``cardgen printed`` writes this file, and a merge of two branches may have left marks in it.
    Take the version of the last print out of git, or record anew what the box holds.
    """
    return f"the record of what was printed cannot be understood: {reason}"


@problem("CG761")
def other_format(found: int, known: int, game: str) -> Wording:
    """The record of what was printed was written by another version of cardgen.

    Its looks cannot be compared with today's. If the printed state is in git, name its commit with
    ``--against``.
    """
    age = "a newer" if found > known else "an older"
    return Wording(
        f"the record is of format {found}, written by {age} cardgen; this one reads {known}",
        hints=f"compare with the commit of that print: `cardgen diff {game} --against COMMIT`; "
        f"then record it anew with `cardgen printed {game}`",
    )


@problem("CG762")
def nothing_printed(game: str) -> Wording:
    """There is no record of what the printed copy of a game looks like.

    Run ``cardgen printed`` after each print: it writes a small file that belongs in git.
    """
    return Wording(
        f"nothing is recorded as printed of `{game}`",
        hints=f"run `cardgen printed {game}` when the box holds what the files say; until then "
        f"compare with a build or a commit: `cardgen diff {game} --against build`, "
        f"`cardgen reprint {game} --against HEAD`",
    )


@problem("CG763")
def nothing_built(game: str) -> Wording:
    """There is no build to compare with, or none that can be understood.

    ``cardgen clean`` removes what builds remember. Another version of cardgen may have kept it in
    another form.
    """
    return Wording(
        f"there is no build of `{game}` to compare with",
        hints=f"run `cardgen build {game}` first, or name a commit: `--against HEAD`",
    )


@problem("CG764")
def no_git(reason: str) -> Wording:
    """The program ``git``, which cardgen asks for earlier states, is missing or refuses to work.

    It refuses a repository that belongs to another user, as one does that is mounted into a
    container, until its folder is named as safe.
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

    Whatever git takes for a commit will do: a tag, a branch, `HEAD~2`, the digits of a commit.
    """
    return f"there is no commit `{revision}`"


@problem("CG768", hint="fetch the history, `git fetch --unshallow`, or mend the name")
def shallow_clone(revision: str) -> str:
    """The history was cut off when the repository was cloned, as servers that run checks do.

    Fetch the rest of it. In a workflow on GitHub, ``fetch-depth: 0`` clones all of the history.
    """
    return f"there is no commit `{revision}` here: this is a shallow clone, without older history"


@problem("CG769", hint="fetch them: `git fetch --refetch --no-filter`")
def missing_objects() -> str:
    """The commit is known, and files of it are not in this repository.

    A clone with ``--filter`` leaves them out, and cardgen does not use the network. Fetch them all.
    """
    return "files of that commit are not in this repository: it was cloned without them"


@problem("CG766", hint="name a later commit, for example one of `git log -- card_data`")
def not_in_revision(game: str, revision: str) -> str:
    """The game was not in git yet at the commit to compare with."""
    return f"there is no game `{game}` at `{revision}`"


@problem("CG767")
def bad_entry(path: str, revision: str, reason: str) -> str:
    """A commit holds something that cannot be put into a folder.

    A file may be too large, or have a name that leads out of the folder.
    """
    return f"`{path}` at `{revision}` is refused: {reason}"
