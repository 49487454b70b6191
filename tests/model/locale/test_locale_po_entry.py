"""One translation is written into a PO file, and no other line of it changes."""

import pytest
from documents import document
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import Location, SourceError
from cardgen.model.locale.po import MAX_RUN, parse_po, translate_entry, update_po
from cardgen.model.locale.translation import SourceText
from cardgen.source.node import SourceFile

PATH = "card_data/game/locale/de.po"
FORMS = 'msgctxt "a.b"\nmsgid "card"\nmsgid_plural "cards"\nmsgstr[0] "Karte"\nmsgstr[1] "K"\n'
BY_HAND = document("model/locale/po_entry_by_hand.po")
TEXTS = [("title", "Game"), ("decks/heroes/anna.title", "Anna"), ("rules.md", "Shuffle.\n\nDeal.")]


def asked(context, source, line=3):
    return SourceText(context, source, Location("card_data/game/x.yaml", line, 1), "rich")


def written(text, context, source, translation, used=()):
    file = SourceFile(PATH, text)
    return translate_entry(file, parse_po(file), asked(context, source), translation, used)


def entries(text):
    known = parse_po(SourceFile(PATH, text)).entries
    return {(one.msgctxt, one.msgid): (one.msgstr, one.flags, one.obsolete) for one in known}


def test_an_entry_is_sure_again_and_all_other_lines_stay():
    after = written(BY_HAND, "decks/heroes/anna.title", "Anna", 'Die "Änne"')
    expected = BY_HAND.replace('msgstr ""\n"Än"\n"ne"', r'msgstr "Die \"Änne\""')
    assert after == expected.replace("#, fuzzy, no-wrap\n#| msgid", "#, no-wrap\n#| msgid").replace(
        '#| msgid "Anne"\n', ""
    )
    after = written(BY_HAND, "rules.md", "Deal.", "Gib aus.")
    lines = '#, fuzzy\nmsgctxt "rules.md"\nmsgid "Deal."\nmsgstr "Gib."'
    assert after == BY_HAND.replace(
        lines, lines.replace("#, fuzzy\n", "").replace("Gib.", "Gib aus.")
    )
    assert written(BY_HAND, "rules.md", "Shuffle.", "Mische.") == BY_HAND


def test_a_single_text_that_has_changed_takes_its_entry_over():
    here = "decks/heroes/bert.text"
    after = written(BY_HAND, here, "Now a text", "Jetzt ein Text")
    assert after == BY_HAND.replace("Once a long text", "Now a text").replace(
        "Einst ein langer Text", "Jetzt ein Text"
    )
    # If the game still has the other text, both have an entry.
    after = written(BY_HAND, here, "Now a text", "Jetzt", used={(here, "Once a long text")})
    assert entries(after) == {**entries(BY_HAND), (here, "Now a text"): ("Jetzt", [], 0)}


@pytest.mark.parametrize("before", ["", BY_HAND, BY_HAND.rstrip("\n"), BY_HAND.split("#~")[0]])
def test_a_text_without_an_entry_gets_one_before_what_is_obsolete(before):
    after = written(before, "rules.md", "Draw.", "Ziehe.")
    assert entries(after) == {**entries(before), ("rules.md", "Draw."): ("Ziehe.", [], 0)}
    assert set(before.split("\n")) <= set(after.split("\n"))
    assert after.find("Ziehe.") < (after.find("#~") if "#~" in after else len(after))


@pytest.mark.parametrize(
    ("source", "text", "lines"),
    [
        ("card|cards", "Karte|Karten", FORMS.replace('"K"', '"Karten"')),
        ("card", "Karte", FORMS.split("msgid_plural")[0] + 'msgstr "Karte"\n'),
    ],
)
def test_plural_forms_are_written_as_such(source, text, lines):
    assert written(FORMS, "a.b", source, text) == lines


@given(st.sampled_from(TEXTS), st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])))
def test_a_file_stays_as_an_update_would_write_it(text, translation):
    """So a file that is written here and one that is brought up to date never differ."""
    about = {"Language": "de", "Content-Type": "text/plain; charset=UTF-8"}
    all_of_it = [[asked(*one)] for one in TEXTS]
    before = update_po(None, all_of_it, about).text
    after = written(before, *text, translation)
    assert entries(after) == {**entries(before), text: (translation, [], 0)}
    assert update_po(parse_po(SourceFile(PATH, after)), all_of_it, about).text == after


@pytest.mark.parametrize("line", ["# a", "#. a", "#: a", "#, a", '#| msgid "a"', '"a"', "#x", "#"])
def test_many_lines_in_a_row_are_refused_before_they_are_read(line):
    text = "\n".join(['msgid ""', 'msgstr ""', "", *[line] * MAX_RUN, 'msgid "a"', 'msgstr "b"'])
    with pytest.raises(SourceError) as raised:
        parse_po(SourceFile(PATH, text.replace(line, f"{line}\n{line}", 1)))
    [fault] = raised.value.diagnostics
    assert (fault.location.line, "10,000 lines" in fault.message) == (MAX_RUN + 4, True)
