"""``cardgen docs``: open the manual."""

import sys

import click

from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import did_you_mean


@click.command()
@click.argument("topic", required=False)
@click.option("--list", "is_list", is_flag=True, help="List the topics.")
@with_settings
def command(settings: Settings, topic: str | None, is_list: bool) -> int:
    """Open the manual in your browser, at the page about TOPIC, such as templates or printing.

    The pages are part of cardgen and need no network. Prints the address of the page; without a
    terminal, opens no browser.
    """
    from cardgen.features.manual import START, manual_pages

    report, pages = Report(settings), manual_pages()
    if is_list:
        report.show({"topics": [*pages]}, pages)
        return 0
    name = (topic or START).removeprefix("docs/").removesuffix(".md").lower()
    names = [page for page in pages if name in (page, page.rpartition("/")[2])]
    if not names:
        hint = "; ".join(did_you_mean(name, pages)) or "`cardgen docs --list` lists all"
        raise click.UsageError(f"the manual has no page `{name}`; {hint}")
    address = pages[name if name in pages else names[0]].as_uri()
    report.show({"page": address}, [address])
    if sys.stdout.isatty():
        import webbrowser

        webbrowser.open(address)
    return 0
