"""Tables of the web: what is said of one that cannot be taken, and which ways are gone."""

from urllib.request import Request

import pytest

from cardgen.features import fetch

ADDRESS = "https://example.org/t.csv"


def test_a_finding_says_once_where_its_table_came_from(tmp_path, monkeypatch):
    def refuse(address: str, limit: int) -> bytes:
        raise fetch._refusal(address, "the server sleeps")

    (tmp_path / "card_data/duel").mkdir(parents=True)
    asked = [fetch.Published("duel", "decks/a.csv", ADDRESS)]
    for download, notes in ((refuse, []), (lambda *_: b'id\n"a', [f"fetched from {ADDRESS}"])):
        monkeypatch.setattr(fetch, "download", download)
        done, (found,) = fetch.fetch(tmp_path, asked)
        assert done == []
        assert [note for note in found.notes if ADDRESS in note] == notes
        assert (ADDRESS in found.message) == (not notes)
    _, (found,) = fetch.fetch(tmp_path, [fetch.Published("duel", "decks/a.png", ADDRESS)])
    words = f"cannot fetch `{ADDRESS}`: `decks/a.png` is no table: its name ends in none of .json,"
    assert (found.message[: len(words)], found.hints) == (words, ("choose another name",))


@pytest.mark.parametrize(
    ("old", "new", "followed"),
    [
        ("https", "https", True),
        ("http", "https", True),
        ("http", "http", True),
        ("https", "http", False),
        ("https", "ftp", False),
    ],
)
def test_no_private_line_leads_to_an_open_one(old, new, followed):
    asked, there = Request(f"{old}://a.example/x"), f"{new}://b.example/y"
    follow = fetch._Redirects().redirect_request
    if followed:
        assert follow(asked, None, 302, "", {}, there).full_url == there
    else:
        with pytest.raises(ValueError, match="not followed"):
            follow(asked, None, 302, "", {}, there)


def test_addresses_in_any_language_are_asked_for_as_the_web_writes_them():
    """Letters of a path are UTF-8 in percent (RFC 3986), those of a host in Punycode."""
    written = " https://bücher.example/Käse%20liste/für uns?art=süß&n=1#oben"
    right = "https://xn--bcher-kva.example/K%C3%A4se%20liste/f%C3%BCr%20uns?art=s%C3%BC%C3%9F&n=1"
    assert fetch._parse_address(written).geturl() == right


def test_a_table_that_cannot_be_written_has_no_other_place(tmp_path, monkeypatch):
    (tmp_path / "card_data/duel").mkdir(parents=True)
    (tmp_path / "card_data/duel/decks").touch()
    monkeypatch.setattr(fetch, "download", lambda *_: b"id\na\n")
    _, (found,) = fetch.fetch(tmp_path, [fetch.Published("duel", "decks/a.csv", ADDRESS)])
    assert "cannot write `card_data/duel/decks/a.csv`" in found.message
    assert "--output" not in " ".join(found.hints)
