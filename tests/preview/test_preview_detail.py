from __future__ import annotations

import pytest

from cardgen.preview.about.detail import editor_link


@pytest.mark.parametrize(
    ("environment", "link"),
    [
        ({}, ""),
        ({"CARDGEN_EDITOR": "vscode"}, "vscode://file/{path}:{line}:{column}"),
        ({"TERM_PROGRAM": "vscode"}, "vscode://file/{path}:{line}:{column}"),
        ({"CARDGEN_EDITOR": "my-editor://open/{path}#{line}"}, "my-editor://open/{path}#{line}"),
        ({"CARDGEN_EDITOR": "javascript:alert({path})"}, ""),
        ({"CARDGEN_EDITOR": "https://example.org/{path}"}, ""),
        ({"CARDGEN_EDITOR": "data:text/html,{path}"}, ""),
        ({"CARDGEN_EDITOR": "vim"}, ""),
        ({"CARDGEN_EDITOR": "nothing://here"}, ""),
    ],
)
def test_links_into_the_editor(environment, link):
    assert editor_link(environment) == link
