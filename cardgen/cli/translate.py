"""``cardgen translate``: PO files for translators."""

from typing import Any

import click
from msgspec.structs import asdict

from cardgen.cli.options import Settings, game_and_language_arguments, strict_option, with_settings
from cardgen.cli.report import Report, plural
from cardgen.cli.terminal import clean

_room = click.option(
    "--room",
    is_flag=True,
    help="Add to each text of a card how many more characters fit, and the file of its picture.",
)


@click.group()
def command() -> None:
    """Create, update and check translations.

    A translation is the file `locale/LANG.po` in the folder of the game. `cardgen build --locale
    LANG` builds the game in that language.
    """


@command.command()
@game_and_language_arguments
@_room
@with_settings
def extract(settings: Settings, game: str, lang: str, room: bool) -> int:
    """Create `locale/LANG.po` with all texts of a game; without LANG, the template `GAME.pot`."""
    from cardgen.features.translation import extract as begin

    result = begin(settings.root, game, lang, room)
    report = Report(settings)
    report.show(asdict(result), [f"{clean(result.path)}: {plural(result.texts, 'text')}"])
    return report.finish(())


@command.command()
@game_and_language_arguments
@_room
@with_settings
def update(settings: Settings, game: str, lang: str, room: bool) -> int:
    """Update all translations of a game, or only LANG, after its texts have changed.

    The translation of a changed text is marked as fuzzy. The translation of a removed text moves to
    the end of the file.
    """
    from cardgen.features.translation import update as keep_up

    result = keep_up(settings.root, game, lang, room)
    report = Report(settings)
    lines = (
        f"{clean(file.path)}: {plural(file.texts, 'text')}, {file.new} new, "
        f"{file.changed} changed, {file.gone} gone"
        for file in result
    )
    report.show([asdict(file) for file in result], lines)
    return report.finish(())


@command.command()
@game_and_language_arguments
@strict_option
@with_settings
def status(settings: Settings, game: str, lang: str, strict: bool) -> int:
    """Count missing and outdated texts in all translations of a game, or in LANG."""
    from cardgen.features.translation import status as count

    report = Report(settings)
    diagnostics, values_by_language, lines = [], [], []
    for translation, findings in count(settings.root, game, lang):
        values: dict[str, Any] = {**asdict(translation), "translated": translation.translated_count}
        values_by_language.append(values)
        lines.append(
            f"{clean(translation.language)}: "
            f"{translation.translated_count} of {plural(translation.texts, 'text')} translated, "
            f"{translation.missing} missing, {translation.stale} stale, {translation.gone} gone"
        )
        diagnostics += findings
    report.show(values_by_language, lines)
    return report.finish(diagnostics, strict=strict)
