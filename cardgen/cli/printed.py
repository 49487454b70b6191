"""``cardgen printed``: record the state of a game that is being printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import Settings, clean, game_argument, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.revision.printed import PrintedReport


@click.command()
@game_argument
@with_settings
def command(settings: Settings, game: str) -> int:
    """Remember the state of a GAME as the one that is printed.

    It is kept in card_data/GAME/printed.json, a small text file, with small pictures of all sides
    in printed.zip; both belong in git. `cardgen diff` and `cardgen reprint` compare with them.
    """
    root = settings.root
    from cardgen.features.revision.printed import printed

    done = printed(root, game)
    report = Report(settings)
    report.show(_document(done), _lines(done))
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _counts(done: PrintedReport) -> dict[str, int]:
    seen = done.snapshot
    cards = [card for deck in seen.decks.values() for card in deck.cards.values()]
    return {
        "cards": sum(card.copies for card in cards),
        "designs": len(cards),
        "boards": len(seen.boards),
        "booklets": len(seen.booklets),
        "pieces": len(seen.pieces),
        "rules": len(seen.rules),
    }


def _lines(done: PrintedReport) -> list[str]:
    from cardgen.features.revision.wording import SETS, printing_wording, version_advice

    seen, counts = done.snapshot, _counts(done)
    version = printing_wording(f"version {seen.version}" if seen.version else "no version", seen)
    nouns: dict[str, tuple[str, ...]] = {
        "cards": ("card",),
        "designs": ("design",),
        "boards": ("board",),
        "booklets": ("booklet",),
        "pieces": SETS,
        "rules": ("rule number",),
    }
    parts = [plural(counts[name], *noun) for name, noun in nouns.items() if counts[name]]
    title = click.style(clean(seen.title), bold=True)
    status = "recorded as printed" if done.changed else "is recorded so already"
    return [
        f"{title} ({clean(seen.game)}, {clean(version)}) {status}: {', '.join(parts)}",
        f"{clean(done.path)}" + (f", commit {done.commit[:10]}" if done.commit else ""),
        f"before the next change: {clean(version_advice(seen.game, seen.version))}",
    ]


def _document(done: PrintedReport) -> dict[str, Any]:
    return {
        "id": done.snapshot.game,
        "title": done.snapshot.title,
        "version": done.snapshot.version,
        "mark": done.snapshot.mark,
        "path": done.path,
        "commit": done.commit or None,
        "changed": done.changed,
        **_counts(done),
    }
