"""The wording of everything that can go wrong when built files are removed."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG791", hint="close the program that holds it open")
def cannot_remove(path: str, reason: str) -> str:
    """A built file cannot be removed: its folder is read-only, or a program holds it open."""
    return f"cannot remove `{path}`: {reason}"


@problem("CG792", Severity.WARNING, hint="run `cardgen build` first")
def unreadable_manifest(path: str) -> str:
    """A build.json is damaged, so it is unknown which files in its folder cardgen made.

    ``cardgen clean`` leaves such a folder alone until ``cardgen build`` has written a new one.
    """
    return f"`{path}` cannot be understood, so the files in its folder are left alone"


@problem("CG793")
def leads_outside(path: str, manifest: str) -> Wording:
    """A build.json names a file outside its own folder.

    cardgen never writes such an entry: the file was changed by hand, or a folder was replaced
    by a link. The entry is ignored, so that cleaning can only ever touch built files.
    """
    return Wording(
        f"`{manifest}` names `{path}`, which is not inside its folder",
        notes="the entry was ignored",
    )
