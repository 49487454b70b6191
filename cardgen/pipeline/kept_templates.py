"""What was found out about the templates of a game, kept for the next build.

It also answers whether a game says the same as in its last build although texts of its templates
differ: that a comment means nothing shows when a template is split into tokens, and no card has to
be read for it. A note that is written last and removed first says that the kept templates are those
of the build that ``build.json`` records: a build may be killed in between, or told to keep nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from cardgen.pipeline.inputs import PARTED
from cardgen.pipeline.output_lock import FOLDER
from cardgen.pipeline.sealed_files import read_plain, write_plain
from cardgen.template.compiling import COMPILER, KeptTemplate

_TEMPLATES, _NOTE = "templates", "templates.of"


def read_templates(folder: Path) -> dict[str, KeptTemplate]:
    """Return what is kept of templates, by name.

    Nothing, if another version of Python or Jinja compiled them.
    """
    read = read_plain(folder / _TEMPLATES)
    if not isinstance(read, tuple) or read[0] != COMPILER:
        return {}
    return {name: KeptTemplate(*kept) for name, kept in read[1].items()}


def write_templates(folder: Path, templates: Mapping[str, KeptTemplate]) -> None:
    """Keep what is known of templates, by name."""
    plain = {name: tuple(kept) for name, kept in templates.items()}
    write_plain(folder / _TEMPLATES, (COMPILER, plain))


def note_inputs(output: Path, game: str, inputs: str) -> None:
    """Say of which inputs the kept templates are."""
    write_plain(output / FOLDER / game / _NOTE, inputs)


def forget_inputs(output: Path, game: str) -> None:
    """Say nothing about the kept templates, which are about to change."""
    with contextlib.suppress(FileNotFoundError):
        (output / FOLDER / game / _NOTE).unlink()


def mean_the_same(root: Path, output: Path, game: str, was: str, now: str) -> bool:
    """Whether the inputs of the last build and those of now mean the same, given their digests.

    They do if they differ in texts of templates alone, and in these in nothing but comments.
    """
    if was.partition(PARTED)[0] != now.partition(PARTED)[0]:
        return False
    folder = output / FOLDER / game
    if read_plain(folder / _NOTE) != was:
        return False
    from cardgen.pipeline.resources import templates_of

    known = read_templates(folder)
    templates = templates_of(root, game)
    templates.kept.update(known)
    return all(templates.meaning(name) == kept.meaning for name, kept in known.items())
