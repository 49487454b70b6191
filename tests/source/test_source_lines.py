"""Lines end only where YAML ends them, for reading, locations and editing alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.locale.po import parse_po
from cardgen.source.editing.edited_file import Edit, EditedFile
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml

SEPARATORS = "\x85\u2028\u2029"
WORDS = st.text(f"ab {SEPARATORS}\U000f0000", min_size=1, max_size=8)
STYLES = st.sampled_from(['"{}"', "'{}'", "|-\n    x{}y", "x{}y", "&a x{}y  # {}", "[x{}y, '{}']"])


@given(st.lists(st.tuples(STYLES, WORDS), min_size=1, max_size=5))
def test_separators_are_part_of_a_line(entries):
    lines = [f"  k{n}: {style.replace('{}', words)}" for n, (style, words) in enumerate(entries)]
    text = "cards:\n" + "\n".join(lines) + "\n  last: old\n"
    file = decode("a.yaml", text.encode())
    root = load_yaml(file).value["cards"]
    assert root.value["last"].location.line == text.count("\n")
    for n, (style, words) in enumerate(entries):
        node = root.value[f"k{n}"]
        assert text.split("\n")[node.location.line - 1].startswith(f"  k{n}: ")
        if style == "'{}'":
            assert node.value == words
            assert node.locate(len(words) - 1).line == node.location.line
    edited = EditedFile("a.yaml", text.encode()).apply_edits([Edit(("cards", "last"), "new")])
    assert edited.decode() == text.replace("last: old", "last: new")


@pytest.mark.parametrize("separator", SEPARATORS)
def test_a_translation_keeps_separators(separator):
    text = f'msgctxt "c"\nmsgid "a{separator}b"\nmsgstr "c{separator}d"\n'
    [entry] = parse_po(decode("a.po", text.encode())).entries
    assert (entry.msgid, entry.msgstr) == (f"a{separator}b", f"c{separator}d")
