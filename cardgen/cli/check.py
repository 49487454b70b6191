"""``cardgen check``: find every error without drawing anything."""

from __future__ import annotations

import click

from cardgen.cli.options import (
    Settings,
    clean,
    games_argument,
    locale_option,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, count
from cardgen.model.locale.translation import PSEUDOS


@click.command()
@games_argument
@locale_option("Check the games in this language")
@strict_option
@with_settings
def command(settings: Settings, games: tuple[str, ...], locale: str, strict: bool) -> int:
    """Validate and proof all games, or those named; draw nothing.

    With -v it says of each deck what was done to make its texts fit.
    """
    report = Report(settings)
    translated = locale not in ("", *PSEUDOS)
    if not (report.as_json or settings.verbose or translated):
        from cardgen.pipeline.build import check

        return report.finish(check(settings.root, games, locale=locale), strict=strict)
    from cardgen.pipeline.build import checked
    from cardgen.pipeline.text_report import as_values, summed_up

    done = checked(settings.root, games, texts=True, locale=locale)
    if translated:
        from cardgen.pipeline.translation_fit import smaller

        done.diagnostics.extend(smaller(settings.root, locale, done.texts))
    if report.as_json:
        errors, warnings = count(done.diagnostics)
        texts = {game: [as_values(one) for one in some] for game, some in done.texts.items()}
        report.document({"errors": errors, "warnings": warnings, "texts": texts})
    elif settings.verbose:
        for game, some in done.texts.items():
            for line in summed_up(some):
                report.result(f"{clean(game)}: {clean(line)}")
    return report.finish(done.diagnostics, strict=strict)
