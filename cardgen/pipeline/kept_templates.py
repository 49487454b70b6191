"""What was found out about the templates of a game, kept for the next build.

It also answers whether a game says the same as in its last build although texts of its templates
differ: that a comment means nothing shows when a template is split into tokens, and no card has to
be read for it. For this a note is left of what all templates meant, and for which inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.core.reads import EVERYTHING
from cardgen.pipeline.inputs import PARTED, template_texts
from cardgen.pipeline.output_lock import FOLDER
from cardgen.pipeline.resources import templates_of
from cardgen.pipeline.sealed_files import read_plain, write_plain
from cardgen.source.files import BUNDLED
from cardgen.template.sandbox import KeptTemplate

_TEMPLATES, _NOTE = "templates", "templates.of"


def read_templates(folder: Path) -> dict[str, KeptTemplate]:
    """Return compiled templates and what is known of them."""
    read = read_plain(folder / _TEMPLATES)
    return {key: KeptTemplate(*kept) for key, kept in read.items()} if read else {}


def write_templates(folder: Path, templates: Mapping[str, KeptTemplate]) -> None:
    """Keep compiled templates and what is known of them."""
    write_plain(folder / _TEMPLATES, {key: tuple(kept) for key, kept in templates.items()})


def note_meaning(output: Path, root: Path, game: str, inputs: str, meaning: str) -> None:
    """Note what all templates of a game mean that was built of some inputs.

    Nothing is noted if a template was saved meanwhile: who knows what was built of it.
    """
    if inputs.partition(PARTED)[2] == template_texts(root, game, BUNDLED):
        write_plain(output / FOLDER / game / _NOTE, (inputs, meaning))


def note_inputs(output: Path, game: str, inputs: str) -> None:
    """Note that these inputs mean what those of the last build did."""
    _, meaning = read_plain(output / FOLDER / game / _NOTE)
    write_plain(output / FOLDER / game / _NOTE, (inputs, meaning))


def mean_the_same(root: Path, output: Path, game: str, was: str, now: str) -> bool:
    """Whether the inputs of the last build and those of now mean the same, given their digests.

    They do if they differ in texts of templates alone, and in these in nothing but comments.
    """
    if was.partition(PARTED)[0] != now.partition(PARTED)[0]:
        return False
    folder = output / FOLDER / game
    note = read_plain(folder / _NOTE)
    if not isinstance(note, tuple) or note[0] != was:
        return False
    templates = templates_of(root, game)
    templates.kept.update(read_templates(folder))
    meaning: str = note[1]
    return templates.meaning(EVERYTHING) == meaning
