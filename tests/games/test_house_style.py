"""What is printed follows one house style: American spelling, and marks of print."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from edited_game import said
from one_rule import GAMES
from pieces import ROOT, desk

BRITISH = re.compile(
    r"""\b(\w*colour\w* | \w*neighbour\w* | \w*armour\w* | honour\w* | favour\w* | labour\w*
    | harbour\w* | rumour\w* | grey\w* | centre\w* | metres? | theatres? | towards | afterwards
    | whilst | amongst | learnt | defence | offence | licence | tyres? | kerbs? | programmes?
    | (real|organ|recogn|apolog)is(e|es|ed|ing) | (travel|cancel|signal|label)l(ed|ing|er)
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
TYPED = re.compile(r"""["'`]|\b\d+-\d+\b|\d ?x ?\d|--|\.\.\.""")
"""Marks of a keyboard: straight quotes, a hyphen in a range, a letter for times."""


def printed(name: str) -> Iterator[str]:
    """Yield everything that is printed on the sides and pages of a game."""
    work = desk(ROOT, name)
    for component in work.game.components.values():
        flow = component.flow(work.game)
        if flow is not None:
            for page in work.pages(flow, (), drawn=False)[0]:
                assert page.frame is not None
                yield from said(page.frame)
    for design in (one for sides in work.sides.values() for one in sides):
        for spec in design.specs:
            frame = work.side(spec, drawn=False).frame
            assert frame is not None
            yield from said(frame)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_everything_printed_is_in_house_style(name: str) -> None:
    assert desk(ROOT, name).game.language == "en-US"
    wrong = {text for text in printed(name) if BRITISH.search(text) or TYPED.search(text)}
    assert not wrong
