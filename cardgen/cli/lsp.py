"""``cardgen lsp``: a language server for editors."""

from __future__ import annotations

from importlib.util import find_spec

import click

from cardgen.cli.options import Settings, with_settings


@click.command()
@with_settings
def command(settings: Settings) -> int:
    """Help an editor while one types, as a language server.

    Editors start it by themselves, and talk to it over standard input and output. It finds what
    `cardgen check` finds, in texts that are not saved yet; it completes and explains names, and
    renames rules, terms, cards, colours and styles in all files. It needs the extra `lsp`.
    """
    if find_spec("pygls") is None:
        raise click.ClickException(
            "this needs the extra `lsp`: install cardgen again with `[lsp]` after its place, "
            "such as `uv tool install './cardgen[lsp]'`"
        )
    from cardgen.lsp.server import serve

    serve(settings.root if settings.project is not None else None)
    return 0
