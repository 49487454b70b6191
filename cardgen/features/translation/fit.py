"""Which texts of cards are set smaller in a translation than in the language of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, SourceError
from cardgen.features.translation.contexts import CardContexts
from cardgen.layout.text.groups import TextSetting
from cardgen.model.locale import problems
from cardgen.model.locale.catalogue import open_catalogue
from cardgen.pipeline.build import checked
from cardgen.pipeline.text_report import TextGroup
from cardgen.source.files import Project

_SAME = 0.98
"""Type of this share of a size is as large, to readers."""


def smaller(
    root: Path, language: str, translated: Mapping[str, Sequence[TextGroup]]
) -> Iterator[Diagnostic]:
    """Compare the texts of games in a language with those in their own, which are laid out.

    What does not fit at all is an error of its own.
    """
    usual = checked(root, tuple(translated), texts=True).texts
    for game, groups in translated.items():
        try:
            catalogue = open_catalogue(Project(root), game, language)
        except SourceError:
            continue  # which was reported when the game was read
        contexts = CardContexts(context for context, _ in catalogue.entries)
        places = {context: one.at for (context, _), one in catalogue.entries.items()}
        sizes = dict(_settings(usual.get(game, ())))
        for group in groups:
            for key, text in _settings([group]):
                before = sizes.get(key)
                if before is not None and text.fits and text.size < before.size * _SAME:
                    card = "/" in key[0] and group.field
                    context = contexts.of(key[0], group.field) if card else ""
                    at = places.get(context, group.at)
                    words = text.words or group.label
                    yield problems.set_smaller(at, words, text.size, before.size, key[0])


def _settings(
    groups: Sequence[TextGroup],
) -> Iterator[tuple[tuple[str, str, int], TextSetting]]:
    """Yield how each text was set, by its side, its tag, and its number among those of the tag."""
    seen: dict[tuple[str, str], int] = {}
    for group in groups:
        for one in group.texts:
            place = one.side, one.text.stamp
            seen[place] = number = seen.get(place, -1) + 1
            yield (*place, number), one.text
