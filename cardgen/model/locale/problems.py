"""Diagnostics of translations (CG25x)."""

from collections.abc import Sequence

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices

_SHOWN = 60


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


@problem("CG250")
def no_translation(game: str, language: str, languages: Sequence[str]) -> Wording:
    """A game has no translation into the requested language.

    The translation of a game into German is the file ``card_data/<game>/locale/de.po``. Create it
    with `cardgen translate extract`. The pseudo language ``qps`` needs no file.
    """
    existing = f"choose from {choices(languages)}" if languages else "the game has no translation"
    return Wording(
        f"`{game}` has no translation into `{language}`",
        hints=(f"begin it with `cardgen translate extract {game} {language}`", existing),
        subject=f"no translation into `{language}`",
    )


@problem("CG251")
def po_syntax(fault: str) -> Wording:
    r"""A translation is not a valid PO file. cardgen does not use any of it.

    PO is the format of GNU gettext. Editors for it, such as Poedit, and translation platforms
    write valid files. If you use a text editor, put each text in quotes, and write ``\"`` for a
    quote and ``\n`` for a line break::

        msgctxt "decks/heroes/anna.title"
        msgid "Anna the \"Cat\""
        msgstr "Anna, die „Katze“"
    """
    hint = "write `msgid` or `msgstr` with a text in quotes, or begin the line with `#`"
    return Wording(f"not a valid PO file: {fault}", hints=hint, subject=HERE)


@problem("CG252")
def translated_twice(source: str, first: Location) -> Wording:
    """A PO file has two entries with the same context and text. Keep one of them."""
    return Wording(
        f"`{_short(source)}` is translated twice",
        notes=f"the first entry is at {first}",
        hints="remove one of them",
        subject=HERE,
    )


@problem("CG253", Severity.WARNING)
def untranslated(source: str, context: str) -> Wording:
    """A text has no translation. It is printed untranslated, with the mark ``¿`` behind it."""
    return Wording(
        f"no translation of `{_short(source)}`",
        notes=f"it is `{context}`",
        hints="write it after `msgstr`; `cardgen translate update` adds entries for new texts",
        subject="no translation",
    )


@problem("CG254", Severity.WARNING)
def stale_translation(source: str, context: str, is_changed: bool) -> Wording:
    """A text has changed since its translation, or its translation is marked as fuzzy.

    It is printed untranslated, with the mark ``¿``. Run `cardgen translate update`: it keeps the
    old translation and adds the previous text as a comment. A text that equals a translated one
    gets the same translation. Check or correct it, and delete the word ``fuzzy``; editors for PO
    files delete it when you confirm the translation.
    """
    changed, fuzzy = "has changed since it was translated", "has a translation to check"
    return Wording(
        f"`{_short(source)}` {changed if is_changed else fuzzy}",
        notes=f"it is `{context}`",
        hints="correct the translation, and delete `fuzzy` from its entry",
        subject="changed since",
    )


@problem("CG255", Severity.WARNING)
def same_as_source(source: str) -> Wording:
    """The translation of a sentence is equal to the sentence.

    If you copied it to translate it later, leave ``msgstr`` empty until then.
    """
    return Wording(
        f"the translation of `{_short(source)}` is the same text",
        hints="translate it, or leave `msgstr` empty",
        subject="translation equal to the text",
    )


@problem("CG256", Severity.WARNING)
def markup_not_kept(lost: Sequence[str], added: Sequence[str]) -> Wording:
    """A translation has other icons, terms, rule numbers, links or emphasis than its text.

    Do not translate names in braces. Translate only the two words of a choice:
    ``{rule:draw?card|cards}`` becomes ``{rule:draw?Karte|Karten}``.
    """
    return Wording(_differs(lost, added), hints=_MEND, subject="markup not kept")


@problem("CG257", Severity.WARNING)
def numbers_not_kept(lost: Sequence[str], added: Sequence[str]) -> Wording:
    """A translation has other numbers than its text.

    Check whether a rule has changed, or whether there is a typing error.
    """
    return Wording(_differs(lost, added), hints=_MEND, subject="numbers not kept")


@problem("CG258", Severity.WARNING)
def strange_quotes(marks: Sequence[str], own_marks: Sequence[str]) -> Wording:
    """A translation has quotation marks of another language.

    Type plain `"` and `'`: cardgen prints the quotation marks of the language.
    """
    marks_text = "".join(dict.fromkeys(marks))
    return Wording(
        f"the translation has the quotation marks {marks_text}",
        hints=f'write `"`, which is printed as {own_marks[0]} and {own_marks[1]}',
        subject="strange quotes",
    )


@problem("CG259", Severity.WARNING)
def strange_spaces() -> Wording:
    """A translation has double spaces, spaces at an end or before a comma; its text does not."""
    return Wording(
        "the translation has spaces that its text does not have",
        hints="delete double spaces, spaces at both ends, and spaces before punctuation",
        subject="strange spaces",
    )


@problem("CG260", Severity.WARNING)
def term_not_kept(source: str, translated: str) -> Wording:
    """A text has a term of the game, and its translation does not have the translated term.

    Players look for the same word on cards and in the rules: the one under `terms:`. Inflected
    forms count as the same word if they begin with the same letters. If the translation
    deliberately avoids the word, add the flag ``#, other-words`` above it.
    """
    return Wording(
        f"`{source}` is `{translated}` elsewhere",
        hints=(
            f"write `{translated}`, in the form that fits, or name the term in braces",
            "if you avoid the word deliberately, add the line `#, other-words` to the entry",
        ),
        subject="another word",
    )


@problem("CG261", Severity.WARNING)
def no_glyph(character: str, family: str) -> Wording:
    """A translation has a character that no font of the game has."""
    add = "add a font that has it under `theme: fallback:`"
    return Wording(
        f"the fonts of the game lack the character {character!r}",
        hints=f"{add}, such as {family}, which is free" if family else add,
        subject="no glyph",
    )


@problem("CG262", Severity.WARNING)
def set_smaller(words: str, size: float, usual: float, card: str) -> Wording:
    """A translation fits only in smaller type than its text, or not at all.

    Shorten the translation, or make the box larger. `cardgen check --locale qps` tests the layout
    with longer texts, for all languages.
    """
    how = f"is set in {size:g} pt, its text in {usual:g} pt" if size else "does not fit"
    return Wording(
        f"the translation `{words}` {how}",
        notes=f"on `{card}`",
        hints="shorten it",
        rank=size / usual,
        subject="smaller than its text",
    )


@problem("CG263", Severity.WARNING)
def glued_words(words: str) -> Wording:
    """Words in the code of a template are only a part of a sentence.

    Other languages have another order of words. `_("Play ") ~ n ~ _(" cards.")` fixes the order of
    English; `_("Play {1} cards.", n)` is one text, in which a translation can move the number.
    """
    return Wording(
        f"`{words}` is joined with other words, so translators cannot change their order",
        hints='write one text with places for values, `_("Play {1} cards.", n)`',
        subject="joined words",
    )


_MEND = "write the same braces, links and numbers as in `msgid`"


def _differs(lost: Sequence[str], added: Sequence[str]) -> str:
    parts = [f"lacks {', '.join(f'`{part}`' for part in lost)}"] if lost else []
    parts += [f"has an additional {', '.join(f'`{part}`' for part in added)}"] if added else []
    return f"the translation {' and '.join(parts)}"
