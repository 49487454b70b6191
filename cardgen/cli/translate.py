"""``cardgen translate``: PO files of a game, for translators."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import asdict

from cardgen.cli.options import (
    Settings,
    clean,
    game_argument,
    language_argument,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, plural

_room = click.option(
    "--room",
    is_flag=True,
    help="Say beside each text of a card how many more characters fit, and where its picture is.",
)


@click.group()
def command() -> None:
    """Begin, update and count the translations of a game.

    A translation is `locale/LANG.po` in the folder of the game. `cardgen build --locale LANG` makes
    all products in it.
    """


@command.command()
@game_argument
@language_argument
@_room
@with_settings
def extract(settings: Settings, game: str, lang: str, room: bool) -> int:
    """Begin `locale/LANG.po` with all texts of a GAME; without LANG a template, `GAME.pot`."""
    from cardgen.features.translation import extract as begin

    done = begin(settings.root, game, lang, room)
    report = Report(settings)
    report.show(asdict(done), [f"{clean(done.path)}: {plural(done.texts, 'text')}"])
    return report.finish(())


@command.command()
@game_argument
@language_argument
@_room
@with_settings
def update(settings: Settings, game: str, lang: str, room: bool) -> int:
    """Keep all translations of a GAME up with its texts, or that into LANG.

    A translation whose text has changed stays, marked as fuzzy, and one whose text is gone stays
    at the end of the file.
    """
    from cardgen.features.translation import update as keep_up

    done = keep_up(settings.root, game, lang, room)
    report = Report(settings)
    lines = (
        f"{clean(one.path)}: {plural(one.texts, 'text')}, {one.new} new, {one.changed} changed, "
        f"{one.gone} gone"
        for one in done
    )
    report.show([asdict(one) for one in done], lines)
    return report.finish(())


@command.command()
@game_argument
@language_argument
@strict_option
@with_settings
def status(settings: Settings, game: str, lang: str, strict: bool) -> int:
    """Say what the translations of a GAME lack, or that into LANG."""
    from cardgen.features.translation import status as count

    report = Report(settings)
    found, shown, lines = [], [], []
    for one, findings in count(settings.root, game, lang):
        values: dict[str, Any] = {**asdict(one), "translated": one.translated}
        shown.append(values)
        lines.append(
            f"{clean(one.language)}: {one.translated} of {plural(one.texts, 'text')} translated, "
            f"{one.missing} missing, {one.stale} stale, {one.gone} gone"
        )
        found += findings
    report.show(shown, lines)
    return report.finish(found, strict=strict)
