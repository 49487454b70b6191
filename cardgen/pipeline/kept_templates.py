"""The stored templates and YAML files of the last build, to recognise edits without effect.

Edits of comments and white space do not change a game. Each build stores its templates and YAML
files. The next build compares them with the present ones by tokens and values, and, if they have
the same meaning, reads no card.
"""

import re
from pathlib import Path

from cardgen.core.diagnostics import CardgenError
from cardgen.pipeline.inputs import SEPARATOR, Texts, read_texts, texts_digest
from cardgen.pipeline.store import RecordKind, database_of
from cardgen.source.files import BUNDLED, decode
from cardgen.source.yaml import load_yaml
from cardgen.template.sandbox import template_digest

_TEXTS = RecordKind("inputs")
_COMMENT, _WORD = re.compile(rb"(?m)(?:^|[ \t])#.*$"), re.compile(rb"\w+")


def note_texts(output: Path, place: str, root: Path, game: str, inputs: str) -> None:
    """Store the texts of a game's inputs, unless a file has changed since ``inputs`` was taken.

    ``place`` is the path of the game's files below ``output``.
    """
    texts = _texts(root, game, inputs)
    if texts is not None:
        database_of(output, place).put_single({_TEXTS: (inputs, texts)})


def have_same_meaning(
    root: Path, output: Path, place: str, game: str, old_inputs: str, new_inputs: str
) -> bool:
    """Whether the old and the new inputs, given by their digests, have the same meaning.

    They do if only templates and YAML files differ, and only in comments and white space.
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
    """Whether two versions of a file have the same meaning; False if one has errors."""
    try:
        old_source, new_source = decode(name, before), decode(name, after)
        if name.endswith(".j2"):
            meaning = template_digest(old_source.text, name)
            return meaning != "" and meaning == template_digest(new_source.text, name)
        alike = _words(before) == _words(after)  # a quick test before parsing
        return alike and load_yaml(old_source).has_same_values(load_yaml(new_source))
    except CardgenError:
        return False


def _words(yaml: bytes) -> list[bytes]:
    """Return the words of a YAML file without its comments.

    Files with equal values almost always have equal words; if not, a build runs, which is safe.
    """
    return _WORD.findall(_COMMENT.sub(b"", yaml))
