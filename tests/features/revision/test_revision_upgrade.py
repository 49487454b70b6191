"""A record of what was printed outlives the version of cardgen that wrote it."""

import json
import re
import zipfile

import pytest
from workshops import Workshop, build_request

from cardgen.comparison.printed import record_printed
from cardgen.core.diagnostics import CardgenError
from cardgen.core.fingerprint import digest, program_version
from cardgen.features.revision import DiffReport, diff, reprint

HEROES = "card_data/game/decks/heroes.yaml"
RECORD, PICTURES = "card_data/game/printed.json", "card_data/game/printed.zip"
MAP = "templates/game/map.xml.j2"


@pytest.fixture
def upgraded(recorded):
    """A game as version 0.0.9 has recorded it, whose digests of looks were all other ones."""
    record, pictures = recorded.root / RECORD, recorded.root / PICTURES
    with zipfile.ZipFile(pictures) as archive:
        shown = {name: archive.read(name) for name in archive.namelist()}
    facts = record.read_text(encoding="utf-8").replace(program_version(), "0.0.9")
    facts = re.sub(r'"([0-9a-f]{12})"', lambda found: f'"{_other(found[1])}"', facts)
    record.write_text(facts, encoding="utf-8")
    with zipfile.ZipFile(pictures, "w") as archive:
        for name, data in shown.items():
            archive.writestr(f"{_other(name[:12])}.png", data)
    return recorded


def _other(look: str) -> str:
    return digest(("0.0.9", look))[:12]


def compared(workshop: Workshop) -> tuple[DiffReport, set[str]]:
    report = diff(build_request(workshop.root), "game")
    changes = report.changes
    components = (*changes.boards, *changes.booklets, *changes.pieces)
    return report, {card.id for card in changes.cards} | {one.id for one in components}


def test_an_upgrade_alone_prints_nothing_again(upgraded):
    report, changed = compared(upgraded)
    assert changed == set()
    [note] = report.notes
    assert "cardgen 0.0.9" in note
    assert "same in print" in note
    request = build_request(upgraded.root, papers=("a4",))
    assert reprint(request, "game").files == ()


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        (HEROES, "You have", "You halve", {"bert"}),
        ("card_data/game/rules.md", "Words of part 7.", "Words of part 7", {"rules"}),
        ("card_data/game/game.yaml", "points: 5", "points: 6", {"chips"}),
        pytest.param(MAP, "North west", "North-west", {"map"}, marks=pytest.mark.broad),
        (MAP, 'x="20" y="20"', 'x="20.02" y="20"', set()),
        (MAP, 'x="20" y="20"', 'x="20.2" y="20"', {"map"}),
    ],
)
def test_what_differs_in_print_is_found_over_an_upgrade(upgraded, path, old, new, expected):
    upgraded.edit(path, old, new)
    assert compared(upgraded)[1] == expected


def test_a_record_without_pictures_is_compared_by_its_digests(upgraded):
    (upgraded.root / PICTURES).unlink()
    report, changed = compared(upgraded)
    assert {"anna", "map", "rules", "chips"} <= changed
    assert "`cardgen printed game` records that" in " ".join(report.notes)
    record_printed(upgraded.root, "game")
    assert compared(upgraded)[1] == set()


def test_pictures_of_the_same_version_are_not_asked(upgraded):
    """There the digests are right: a change that nobody sees in print is a change of the game."""
    record = upgraded.root / RECORD
    facts = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps(facts | {"cardgen": program_version()}), encoding="utf-8")
    assert {"anna", "map"} <= compared(upgraded)[1]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 torn", b"hello"])
def test_damaged_pictures_are_an_error_with_their_place(upgraded, data):
    (upgraded.root / PICTURES).write_bytes(data)
    with pytest.raises(CardgenError) as caught:
        compared(upgraded)
    [found] = caught.value.diagnostics
    assert (found.code, str(found.location)) == ("CG760", PICTURES)


def test_the_same_game_gives_the_same_pictures(upgraded):
    (upgraded.root / RECORD).unlink()
    seen = []
    for _ in range(2):
        (upgraded.root / PICTURES).unlink(missing_ok=True)
        record_printed(upgraded.root, "game")
        seen.append((upgraded.root / PICTURES).read_bytes())
    assert seen[0] == seen[1]
