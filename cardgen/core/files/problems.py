"""What can be wrong with any file before it is read (CG12x)."""

from __future__ import annotations

from cardgen.core.paths import printable
from cardgen.core.problems import Wording, problem


@problem("CG120")
def file_missing(what: str, path: str, hints: tuple[str, ...] = ()) -> Wording:
    """A file that the project needs or names does not exist.

    The location is where the file is named; for a file with a fixed name, such as ``game.yaml``, it
    is the file.
    """
    return Wording(
        f"{what} is missing: there is no `{path}`",
        hints=hints or ("make the file, or mend the path that names it",),
    )


@problem("CG121", hint="a folder may carry the file's name: rename one")
def not_a_file(what: str) -> str:
    """There is a folder, a device or a pipe where a file should be."""
    return f"{what} is not a file"


@problem("CG122", hint="is this the right file? large decks can be split in several files")
def too_large(what: str, size: int, limit: int) -> str:
    """The file is larger than any sensible file of its kind.

    The limit protects the memory. Split an honestly large deck into several. A picture for a card
    needs about 750 x 1050 pixels (300 dpi).
    """
    return f"{what} is {size / 1e6:.1f} MB large (the limit is {limit / 1e6:g} MB)"


@problem("CG126", hint="check the file's permissions")
def unreadable(what: str, reason: str) -> str:
    """The operating system refuses to read the file, by its permissions or a disk error."""
    return f"{what} cannot be read: {reason}"


@problem("CG127")
def bad_path(path: str, reason: str) -> Wording:
    """A path in the data leads out of the project or could not exist on every system.

    Paths are relative, use forward slashes and stay inside the project folder, also through links.
    Copy a file from elsewhere into the game's folder::

        <image src="art/dragon.png"/>        good
        <image src="/home/me/dragon.png"/>   refused
    """
    return Wording(
        f"path `{printable(path)}` is refused: {reason}",
        hints=(
            "write a path relative to its folder, with `/`, inside the project; "
            "copy the file into the game's folder if it is elsewhere",
        ),
    )
