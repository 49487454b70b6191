"""Links into an editor, and the histogram of the sizes in which texts are set."""

import pytest
from bench import HEROES

from cardgen.preview.about.detail import editor_link, text_sizes


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


def test_each_size_names_its_cards(bench):
    [body] = [one for one in text_sizes(bench.loaded, "heroes") if one["label"] == "text"][:1]
    [all] = body["sizes"]
    assert (body["asked"], all["size"], all["marks"]) == ([9.0], 9.0, {})
    assert all["keys"][:2] == ["anna", "bert"]
    assert text_sizes(bench.loaded, "nothing") == []


def test_a_text_that_shrinks_or_does_not_fit_has_a_bar_of_its_own(bench):
    bench.save(HEROES, "Draw **two** cards.", "Many words. " * 45)
    [body] = [one for one in text_sizes(bench.loaded, "heroes") if len(one["sizes"]) > 1]
    assert body["sizes"][-1]["keys"] == ["anna"]
    assert body["sizes"][-1]["size"] < 9
