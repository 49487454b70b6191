"""``cardgen check``: find all errors and warnings without making files."""

import click

from cardgen.cli.options import (
    Settings,
    games_argument,
    locale_option,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, count
from cardgen.cli.terminal import clean
from cardgen.model.locale.translation import PSEUDOS


@click.command()
@games_argument
@locale_option("Check the games in this language")
@strict_option
@with_settings
def command(settings: Settings, games: tuple[str, ...], locale: str, strict: bool) -> int:
    """Find all errors and warnings without making files.

    Checks all games or the named ones. -v also lists, for each deck, the texts that were made
    smaller to fit.
    """
    report = Report(settings)
    translated = locale not in ("", *PSEUDOS)
    if not (report.as_json or settings.verbose or translated):
        from cardgen.pipeline.build import check

        return report.finish(check(settings.root, games, locale=locale), strict=strict)
    from cardgen.pipeline.build import check_games
    from cardgen.pipeline.text_report import as_values, summarize_texts

    result = check_games(settings.root, games, texts=True, locale=locale)
    if translated:
        from cardgen.pipeline.translation_fit import find_smaller_texts

        result.diagnostics.extend(find_smaller_texts(settings.root, locale, result.texts))
    if report.as_json:
        errors, warnings = count(result.diagnostics)
        texts = {game: [as_values(text) for text in texts] for game, texts in result.texts.items()}
        report.document({"errors": errors, "warnings": warnings, "texts": texts})
    elif settings.verbose:
        for game, game_texts in result.texts.items():
            for line in summarize_texts(game_texts):
                report.result(f"{clean(game)}: {clean(line)}")
    return report.finish(result.diagnostics, strict=strict)
