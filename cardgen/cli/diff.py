"""``cardgen diff``: what differs from the printed copy, the last build or a commit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import Settings, output_option, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean

if TYPE_CHECKING:
    from cardgen.features.revision.changes import CardChange, Changes, FieldChange
    from cardgen.features.revision.diff import DiffReport

SHORT, LONG = 36, 76
"""Letters: a value that stands on the line of its card, and one on a line of its own."""
MANY = 6
"""So many cards of a deck that changed in looks alone take one line together."""
_SIGNS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}

AGAINST = click.option(
    "--against",
    metavar="STATE",
    help="`printed`, `build` or a git revision; by default what was printed, or the last build.",
)


@click.command()
@click.argument("game")
@AGAINST
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path, resolve_path=True),
    metavar="FILE",
    help="Show before and after side by side, in a .pdf or .html file.",
)
@output_option
@with_settings
def command(
    settings: Settings, game: str, against: str | None, page: Path | None, output: Path | None
) -> int:
    """Say what of a GAME differs from its printed copy.

    Cards added, removed and changed with their fields, rule numbers with every place that states
    them, tiles of boards, pages of booklets.
    """
    root = settings.root
    from cardgen.features.revision.diff import PAGES, diff

    if page is not None and page.suffix.lower() not in PAGES:
        raise click.UsageError("--page makes a .pdf or an .html file: name it so")
    done = diff(root, game, against, output, page)
    report = Report(settings)
    if report.as_json:
        report.document(_document(done))
    elif not settings.quiet:
        report.result(_text(done, settings.verbose))
    if done.written and not report.as_json:
        report.result(clean(done.written))
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _text(done: DiffReport, whole: bool) -> str:
    from cardgen.features.revision.wording import summary

    head = f"{click.style(clean(done.title), bold=True)} ({clean(done.game)}) "
    head += f"against {clean(done.against)}"
    if not done.changes:
        return f"{head}: nothing has changed"
    blocks = ["\n".join(block) for block in _blocks(done.changes, whole) if len(block) > 1]
    ending = [clean(text) for text in (summary(done.changes), *done.notes) if text]
    return "\n\n".join([head, *blocks, *ending])


def _blocks(changes: Changes, whole: bool) -> Iterator[list[str]]:
    """Yield what belongs together, each with a heading."""
    from cardgen.features.revision.wording import board_said, booklet_said, piece_said

    yield ["The game", *(f"  {_sign('changed')} {_field(one)}" for one in changes.titles)]
    yield ["Rules", *_rules(changes)]
    for deck in changes.decks:
        title = clean(changes.deck_title(deck))
        yield [f"{title} ({clean(deck)})", *_cards(changes.deck(deck), whole)]
    boards = [(one, board_said(one)) for one in changes.boards]
    booklets = [(one, booklet_said(one)) for one in changes.booklets]
    pieces = [(one, piece_said(one)) for one in changes.pieces]
    for heading, things in (("Boards", boards), ("Booklets", booklets), ("Pieces", pieces)):
        yield [
            heading,
            *(f"  {_sign(one.kind)} {clean(one.id)}  {clean(said)}" for one, said in things),
        ]


def _rules(changes: Changes) -> Iterator[str]:
    from cardgen.features.revision.wording import value_said

    for rule in changes.rules:
        kind = "added" if rule.old is None else "removed" if rule.new is None else "changed"
        said = f"{value_said(rule.old)} → {value_said(rule.new)}"
        ending = ", stated on:" if rule.stated else ""
        yield f"  {_sign(kind)} rule {clean(rule.id)} {clean(said)}{ending}"
        for place in rule.stated:
            what = f"  {place.what}" if place.what else ""
            yield f"      {clean(str(place.at))}{clean(what)}"


def _cards(cards: tuple[CardChange, ...], whole: bool) -> Iterator[str]:
    alike: dict[tuple[str, ...], list[CardChange]] = {}
    for card in cards:
        if card.look_only and not card.was and card.pull == card.put:
            alike.setdefault(card.sides, []).append(card)
    shared = {} if whole else {sides: some for sides, some in alike.items() if len(some) >= MANY}
    hidden = {card.id for some in shared.values() for card in some}
    for card in cards:
        if card.id not in hidden:
            yield from _card(card, whole)
    for sides, some in shared.items():
        yield f"  {_sign('changed')} {len(some)} cards  look only ({' and '.join(sides)})"


def _card(card: CardChange, whole: bool) -> Iterator[str]:
    from cardgen.features.revision.wording import card_said

    name = f"{clean(card.deck)}/{clean(card.id)}"
    said = card_said(card)
    if card.kind != "changed":
        yield f"  {_sign(card.kind)} {name} ({said[0]})"
        return
    short = [one for one in card.fields if _is_short(one)]
    words = [*map(_field, short), *map(clean, said)]
    yield f"  {_sign('changed')} {name}  {', '.join(words)}".rstrip()
    for one in card.fields:
        if one not in short:
            yield from _long(one, whole)


def _is_short(change: FieldChange) -> bool:
    from cardgen.features.revision.wording import value_said

    return max(len(value_said(change.old)), len(value_said(change.new))) <= SHORT


def _field(change: FieldChange) -> str:
    from cardgen.features.revision.wording import quoted

    return clean(f"{change.name} {quoted(change.old)} → {quoted(change.new)}")


def _long(change: FieldChange, whole: bool) -> Iterator[str]:
    from cardgen.features.revision.wording import around, value_said

    old, new = value_said(change.old), value_said(change.new)
    if not whole:
        old, new = around(old, new, LONG)
    name = clean(change.name)
    yield f"      {name}  {click.style(clean(old), fg='red')}"
    yield f"      {' ' * (len(name) - 1)}→  {click.style(clean(new), fg='green')}"


def _sign(kind: str) -> str:
    sign, color = _SIGNS[kind]
    return click.style(sign, fg=color, bold=True)


def _document(done: DiffReport) -> dict[str, Any]:
    changes = done.changes
    return {
        "id": done.game,
        "title": done.title,
        "against": done.against,
        "same": not changes,
        "game": {one.name: {"old": one.old, "new": one.new} for one in changes.titles},
        "rules": [
            {
                "id": rule.id,
                "old": rule.old,
                "new": rule.new,
                "stated": [
                    {
                        "path": place.at.path,
                        "line": place.at.line,
                        "column": place.at.column,
                        "card": place.what or None,
                    }
                    for place in rule.stated
                ],
            }
            for rule in changes.rules
        ],
        "cards": [card_document(card) for card in changes.cards],
        "boards": [
            {"id": one.id, "title": one.title, "change": one.kind, "tiles": one.tiles}
            for one in changes.boards
        ],
        "booklets": [
            {
                "id": one.id,
                "title": one.title,
                "change": one.kind,
                "pages": one.pages,
                "old_pages": len(one.old.pages) if one.old else 0,
                "new_pages": len(one.new.pages) if one.new else 0,
            }
            for one in changes.booklets
        ],
        "pieces": [
            {"id": one.id, "title": one.title, "change": one.kind, "parts": one.parts}
            for one in changes.pieces
        ],
        "notes": done.notes,
        "page": done.written or None,
    }


def card_document(card: CardChange) -> dict[str, Any]:
    """Describe what became of a card, for JSON."""
    return {
        "deck": card.deck,
        "id": card.id,
        "was": card.was or None,
        "title": card.title,
        "change": card.kind,
        "look_only": card.look_only,
        "sides": card.sides,
        "fields": [asdict(one) for one in card.fields],
        "old_copies": card.old.copies if card.old else 0,
        "new_copies": card.new.copies if card.new else 0,
        "pull": card.pull,
        "put": card.put,
    }
