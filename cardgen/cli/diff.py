"""``cardgen diff``: what differs from the printed copy, the last build or a commit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from cardgen.cli.options import Settings, clean, output_option, with_settings
from cardgen.cli.report import Report

if TYPE_CHECKING:
    from cardgen.features.revision.change_list import ChangeEntry
    from cardgen.features.revision.changes import CardChange, ComponentChange, FieldChange
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
    help="Show before and after side by side, in an .html file.",
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
    from cardgen.features.revision.diff import diff

    if page is not None and page.suffix.lower() != ".html":
        raise click.UsageError("--page makes an .html file, which a browser prints: name it so")
    done = diff(root, game, against, output, page)
    report = Report(settings)
    if report.as_json:
        report.document(_document(done))
    elif not settings.quiet:
        report.result(_text(done, settings.verbose))
    for path in () if report.as_json else done.written:
        report.result(clean(path))
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _text(done: DiffReport, whole: bool) -> str:
    from cardgen.features.revision.change_list import change_list
    from cardgen.features.revision.wording import UNCHANGED, summary

    head = f"{click.style(clean(done.title), bold=True)} ({clean(done.game)}) "
    head += f"against {clean(done.against)}"
    changes = done.changes
    if not changes:
        return f"{head}: {UNCHANGED}"
    blocks = [head]
    if changes.titles:
        titles = (f"  {_sign('changed')} {_value(one)}" for one in changes.titles)
        blocks.append("\n".join(["The game", *titles]))
    for section in change_list(changes):
        heading = f"{section.title} ({section.id})" if section.id else section.title
        blocks.append("\n".join([clean(heading), *_entries(section.entries, whole)]))
    blocks += [clean(text) for text in (summary(changes), *done.notes) if text]
    return "\n\n".join(blocks)


def _entries(entries: Sequence[ChangeEntry], whole: bool) -> Iterator[str]:
    """Yield the lines of a section; many that say the same of their looks are only counted."""
    alike = Counter(
        entry.remarks for entry in entries if entry.look_only and len(entry.remarks) == 1
    )
    folded = {} if whole else {remarks: n for remarks, n in alike.items() if n >= MANY}
    for entry in entries:
        if not (entry.look_only and entry.remarks in folded):
            yield from _entry(entry, whole)
    for (remark,), count in folded.items():
        yield f"  {_sign('changed')} {count} cards  {remark}"


def _entry(entry: ChangeEntry, whole: bool) -> Iterator[str]:
    from cardgen.features.revision.wording import value_texts

    sign = _sign(entry.kind)
    if not entry.name:
        values = " → ".join(value_texts(entry.fields[0]))
        ending = ", stated on:" if entry.stated else ""
        yield f"  {sign} rule {clean(entry.title)} {clean(values)}{ending}"
        for place in entry.stated:
            yield f"      {clean(str(place.at))}  {clean(place.who)}".rstrip()
            if whole and len(place.shows) > 1:
                yield f"        {clean(', '.join(place.shows))}"
        return
    short = [one for one in entry.fields if max(map(len, value_texts(one))) <= SHORT]
    words = ", ".join([*map(_value, short), *map(clean, entry.remarks)])
    beside = entry.kind != "changed" and words != entry.kind  # the sign says the rest
    yield f"  {sign} {clean(entry.name)} {f'({words})' if beside else f' {words}'}".rstrip()
    for one in entry.fields:
        if one not in short:
            old, new = map(clean, value_texts(one, None if whole else LONG))
            name = clean(one.name)
            yield f"      {name}  {click.style(old, fg='red')}"
            yield f"      {' ' * (len(name) - 1)}→  {click.style(new, fg='green')}"


def _value(change: FieldChange) -> str:
    from cardgen.features.revision.wording import quoted

    return clean(f"{change.name} {quoted(change.old)} → {quoted(change.new)}")


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
                        "shows": place.shows,
                    }
                    for place in rule.stated
                ],
            }
            for rule in changes.rules
        ],
        "cards": [card_document(card) for card in changes.cards],
        "boards": [_component(one, tiles=one.tiles) for one in changes.boards],
        "booklets": [
            _component(
                one,
                pages=one.pages,
                old_pages=len(one.old.pages) if one.old else 0,
                new_pages=len(one.new.pages) if one.new else 0,
            )
            for one in changes.booklets
        ],
        "pieces": [_component(one, parts=one.parts) for one in changes.pieces],
        "notes": done.notes,
        "page": next(iter(done.written), None),
    }


def _component(change: ComponentChange[Any], **facts: Any) -> dict[str, Any]:
    return {"id": change.id, "title": change.title, "change": change.kind, **facts}


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
        "old_copies": card.copies[0],
        "new_copies": card.copies[1],
        "pull": card.pull,
        "put": card.put,
    }
