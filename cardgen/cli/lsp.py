"""``cardgen lsp``: the language server for editors."""

from importlib.util import find_spec

import click

from cardgen.cli.options import Settings, with_settings


@click.command()
@with_settings
def command(settings: Settings) -> int:
    """Run the language server (LSP) for editors.

    Editors start it and use its standard input and output. It reports the errors of
    `cardgen check` in unsaved files, completes and explains names, and renames rules, terms, cards,
    colours and styles in all files. It needs the extra `lsp`.
    """
    if find_spec("pygls") is None:
        raise click.ClickException(
            "this needs the extra `lsp`: install cardgen again with `[lsp]` after its name, "
            "such as `uv tool install './cardgen[lsp]'`"
        )
    from cardgen.lsp.server import serve

    serve(settings.root if settings.project is not None else None)
    return 0
