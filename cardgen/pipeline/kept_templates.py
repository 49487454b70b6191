"""What is kept of the texts of a game whose comments mean nothing.

A game of which only comments have changed, or the places of cards and tags, says the same as in its
last build. For that a note of the texts of its templates and of its YAML is left. The next build
compares them as tokens and values with those of now, and reads no card.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.core.diagnostics import CardgenError
from cardgen.pipeline.inputs import SEPARATOR, Texts, read_texts, texts_digest
from cardgen.pipeline.store import RecordKind, database_of
from cardgen.source.files import BUNDLED, decode
from cardgen.source.yaml import load_yaml
from cardgen.template.sandbox import meaning_of

_TEXTS = RecordKind("inputs")
_COMMENT, _WORD = re.compile(rb"(?m)(?:^|[ \t])#.*$"), re.compile(rb"\w+")


def note_texts(output: Path, place: str, root: Path, game: str, inputs: str) -> None:
    """Note the texts that some inputs of a game have; nothing if one was saved meanwhile.

    ``place`` is the folder of the game's files below ``output``.
    """
    texts = _texts(root, game, inputs)
    if texts is not None:
        database_of(output, place).keep({_TEXTS: (inputs, texts)})


def have_same_meaning(
    root: Path, output: Path, place: str, game: str, old_inputs: str, new_inputs: str
) -> bool:
    """Whether the inputs of the last build and those of now mean the same, given their digests.

    They do if they differ in texts alone, and in these in nothing but comments and places.
    """
    if old_inputs.partition(SEPARATOR)[0] != new_inputs.partition(SEPARATOR)[0]:
        return False
    note = database_of(output, place).get(_TEXTS, "")
    texts = _texts(root, game, new_inputs)
    if not isinstance(note, tuple) or note[0] != old_inputs or texts is None:
        return False
    return all(
        before == after or _has_same_meaning(name, before, after)
        for old, new in zip(note[1], texts, strict=True)
        for (name, before), (_, after) in zip(old, new, strict=True)
    )


def _texts(root: Path, game: str, inputs: str) -> list[Texts] | None:
    try:
        texts = read_texts(root, game, BUNDLED)
    except OSError:
        return None
    return texts if inputs.partition(SEPARATOR)[2] == texts_digest(texts) else None


def _has_same_meaning(name: str, before: bytes, after: bytes) -> bool:
    """Whether two texts of a file say the same; a faulty one says nothing."""
    try:
        old_source, new_source = decode(name, before), decode(name, after)
        if name.endswith(".j2"):
            meaning = meaning_of(old_source.text, name)
            return meaning != "" and meaning == meaning_of(new_source.text, name)
        alike = _words(before) == _words(after)  # quicker to see than what they say
        return alike and load_yaml(old_source).has_same_values(load_yaml(new_source))
    except CardgenError:
        return False


def _words(yaml: bytes) -> list[bytes]:
    """List what is no space, sign or comment; texts that say the same differ in it next to never.

    Those that do are built again, which is never wrong.
    """
    return _WORD.findall(_COMMENT.sub(b"", yaml))
