"""What can be wrong with a translation (CG25x)."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices

_SHOWN = 60


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


@problem("CG250")
def no_translation(game: str, language: str, known: Sequence[str]) -> Wording:
    """A game has no file for the language that is asked for.

    The translation of a game into German is ``card_data/<game>/locale/de.po``. `cardgen translate
    extract` begins it. The language ``qps`` needs no file.
    """
    there = f"there is: {choices(known)}" if known else "there is none yet"
    return Wording(
        f"`{game}` has no translation into `{language}`",
        hints=(f"begin it with `cardgen translate extract {game} {language}`", there),
        subject=f"no translation into `{language}`",
    )


@problem("CG251")
def po_syntax(said: str) -> Wording:
    r"""A translation is not a PO file from this place on, and nothing of it is used.

    PO is the format of GNU gettext. Editors for it, such as Poedit, and translation platforms
    write it without such faults. In a text editor, each text stands in quotes, with ``\"`` for a
    quote and ``\n`` for a line break::

        msgctxt "decks/heroes/anna.title"
        msgid "Anna the \"Cat\""
        msgstr "Anna, die „Katze“"
    """
    hint = "write `msgid` or `msgstr` with a text in quotes, or begin the line with `#`"
    return Wording(f"no PO file: {said}", hints=hint, subject=HERE)


@problem("CG252")
def translated_twice(source: str, first: Location) -> Wording:
    """A PO file has two entries for the same text in the same place of the game.

    Which one is meant cannot be known. Keep one of them.
    """
    return Wording(
        f"`{_short(source)}` is translated twice",
        notes=f"the first entry is at {first}",
        hints="remove one of them",
        subject=HERE,
    )


@problem("CG253", Severity.WARNING)
def untranslated(source: str, context: str) -> Wording:
    """A text has no translation, and is printed as it is, with the mark ``¿`` behind it."""
    return Wording(
        f"no translation of `{_short(source)}`",
        notes=f"it is `{context}`",
        hints="write it behind `msgstr`; `cardgen translate update` adds entries for new texts",
        subject="no translation",
    )


@problem("CG254", Severity.WARNING)
def stale_translation(source: str, context: str) -> Wording:
    """A text has changed since it was translated, so it is printed as it is, with the mark ``¿``.

    `cardgen translate update` keeps the old translation, and says beside it what the text was
    before. Adapt it, and take the word ``fuzzy`` away: editors do so when you confirm it.
    """
    return Wording(
        f"`{_short(source)}` has changed since it was translated",
        notes=f"it is `{context}`",
        hints="adapt the translation, and take `fuzzy` away from its entry",
        subject="changed since",
    )


@problem("CG255", Severity.WARNING)
def same_as_source(source: str) -> Wording:
    """A translation is the text itself, although that is a whole sentence.

    Somebody may have copied it to translate it later. Clear the entry until then.
    """
    return Wording(
        f"`{_short(source)}` is translated by itself",
        hints="translate it, or clear `msgstr`",
        subject="translated by itself",
    )


@problem("CG256", Severity.WARNING)
def markup_not_kept(lost: Sequence[str], added: Sequence[str]) -> Wording:
    """A translation has other icons, terms, rule numbers, links or emphasis than its text.

    What stands in braces means the same in all languages, so it is not translated; only the two
    words of a choice are: ``{rule:draw?card|cards}`` becomes ``{rule:draw?Karte|Karten}``.
    """
    return Wording(_differs(lost, added), hints=_MEND, subject="markup not kept")


@problem("CG257", Severity.WARNING)
def numbers_not_kept(lost: Sequence[str], added: Sequence[str]) -> Wording:
    """A translation has other numbers than its text.

    A rule may have changed, or a finger slipped.
    """
    return Wording(_differs(lost, added), hints=_MEND, subject="numbers not kept")


@problem("CG258", Severity.WARNING)
def strange_quotes(found: Sequence[str], own: Sequence[str]) -> Wording:
    """A translation has quotation marks of another language.

    Type them plainly, as `"` and `'`: those of the language are printed.
    """
    shown = "".join(dict.fromkeys(found))
    return Wording(
        f"the translation has the quotation marks {shown}",
        hints=f'write `"`, which is printed as {own[0]} and {own[1]}',
        subject="strange quotes",
    )


@problem("CG259", Severity.WARNING)
def strange_spaces() -> Wording:
    """A translation has spaces that its text has not: several, at an end, or before a comma."""
    return Wording(
        "the translation has spaces that its text has not",
        hints="leave out double spaces, those at both ends, and those before signs",
        subject="strange spaces",
    )


@problem("CG260", Severity.WARNING)
def term_not_kept(source: str, translated: str) -> Wording:
    """A text has a word of the game, and its translation has another word for it.

    Players look for the word that the cards and the rules have. It is that of `terms:`. Inflected
    forms count as the same word if they begin alike. If a translation does without the word on
    purpose, say so above it, with the flag ``#, other-words``.
    """
    return Wording(
        f"`{source}` is `{translated}` elsewhere",
        hints=(
            f"write `{translated}`, in the form that fits, or name the term in braces",
            "if that is on purpose, add the line `#, other-words` to the entry",
        ),
        subject="another word",
    )


@problem("CG261", Severity.WARNING)
def no_glyph(character: str, family: str) -> Wording:
    """A translation has a character that no font of the game has."""
    add = "add a font that has it under `theme: fallback:`"
    return Wording(
        f"no font of the game has the character {character!r}",
        hints=f"{add}, such as {family}, which is free" if family else add,
        subject="no glyph",
    )


@problem("CG262", Severity.WARNING)
def set_smaller(words: str, size: float, usual: float, card: str) -> Wording:
    """A translation fits only in smaller type than its text, or not at all.

    Readers of one language should not need better eyes than those of another. Shorten it, or give
    the box more room, which `cardgen check --locale qps` tries out for all languages.
    """
    how = f"is set in {size:g} pt, its text in {usual:g} pt" if size else "does not fit"
    return Wording(
        f"the translation `{words}` {how}",
        notes=f"on `{card}`",
        hints="shorten it",
        rank=size / usual,
        subject="smaller than its text",
    )


_MEND = "write the same as in the text above it"


def _differs(lost: Sequence[str], added: Sequence[str]) -> str:
    parts = [f"lacks {', '.join(f'`{one}`' for one in lost)}"] if lost else []
    parts += [f"has {', '.join(f'`{one}`' for one in added)} besides"] if added else []
    return f"the translation {' and '.join(parts)}"
