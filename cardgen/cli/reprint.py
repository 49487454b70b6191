"""``cardgen reprint``: print what changed, and say what to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from cardgen.cli.build import DUPLEX
from cardgen.cli.diff import AGAINST, card_document
from cardgen.cli.options import Settings, clean, output_option, paper_option, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.revision.pull_list import Pull, PullSection
    from cardgen.features.revision.reprint import ReprintReport
    from cardgen.impose.duplex import Duplex


NONE = "none"


@click.command()
@click.argument("game")
@AGAINST
@paper_option
@click.option("--duplex", type=click.Choice(DUPLEX), help="How backs are printed.")
@output_option
@with_settings
def command(
    settings: Settings,
    game: str,
    against: str | None,
    papers: tuple[str, ...],
    duplex: Duplex | None,
    output: Path | None,
) -> int:
    """Print just what of a GAME is not as in the box.

    Sheets with the added and changed cards, the changed tiles of boards and sheets of booklets, and
    a pull list of what to take out of the box and what to put in. They go to
    output/GAME/reprint/.
    """
    root = settings.root
    from cardgen.features.revision.reprint import reprint

    done = reprint(root, game, against, papers, duplex, output)
    report = Report(settings)
    report.show(_document(done), _lines(done, settings.verbose))
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _lines(done: ReprintReport, verbose: bool) -> list[str]:
    head = f"{click.style(clean(done.title), bold=True)} ({clean(done.game)}) "
    head += f"against {clean(done.against)}"
    removed = [f"removed {clean(path)}" for path in done.removed] if verbose else []
    if not done.pulls:
        what = "nothing has changed" if not done.changes else "nothing that is printed has changed"
        return [f"{head}: {what}, nothing to print", *map(clean, done.notes), *removed]
    lines = [head, "", *map(_section, done.pulls)]
    lines += ["", *map(clean, (*done.notes, *done.written)), *removed]
    old, new = done.changes.old, done.changes.new
    if old.version == new.version:
        from cardgen.features.revision.wording import version_advice

        advice = clean(version_advice(done.game, new.version))
        lines.append(f"both printings are version {clean(new.version) or NONE}: {advice}")
    lines.append(f"once it is in the box: cardgen printed {clean(done.game)}")
    return lines


def _section(section: PullSection) -> str:
    note = f" ({section.note})" if section.note else ""
    cards = section.after is not None
    out, into = (_counted(pulls, cards) for pulls in (section.out, section.into))
    tasks = [f"{task} {what}" for task, what in (("take out", out), ("put in", into)) if what]
    return f"  {clean(section.title)}{clean(note)}: {clean(', '.join(tasks))}"


def _counted(pulls: tuple[Pull, ...], cards: bool) -> str:
    """Count cards; name what is no card."""
    if cards:
        return plural(sum(pull.count for pull in pulls), "card") if pulls else ""
    return ", ".join(pull.title for pull in pulls)


def _document(done: ReprintReport) -> dict[str, Any]:
    return {
        "id": done.game,
        "title": done.title,
        "against": done.against,
        "same": not done.changes,
        "cards": [card_document(card) for card in done.changes.cards],
        "pulls": [to_builtins(section) for section in done.pulls],
        "written": done.written,
        "removed": done.removed,
    }
