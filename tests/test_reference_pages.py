"""The pages for designers: the reference is complete and up to date, every example is laid out."""

import inspect
import re
from pathlib import Path

import click
import PIL.Image
import pytest

from cardgen.assets.library import Library
from cardgen.cli.main import cli
from cardgen.core.geometry import Insets, Size
from cardgen.core.problems import PROBLEMS
from cardgen.core.style import Color, TextStyle, Theme
from cardgen.features.scaffold import new_game
from cardgen.frame import Frame, Text
from cardgen.layout.box import ELEMENTS
from cardgen.layout.engine import Layout
from cardgen.layout.reader import INLINE
from cardgen.layout.text.blocks import TAGS
from cardgen.model.component import component_kinds
from cardgen.model.compound import COMMON_OPTIONS, OPTIONS
from cardgen.model.directives import DIRECTIVES
from cardgen.model.fields import KINDS
from cardgen.model.gamefile import GAME
from cardgen.model.load import load_game
from cardgen.model.record import Decks, Record, values_of
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.request import BuildRequest
from cardgen.template.environment import Templates
from cardgen.template.filters import FILTERS, TESTS
from cardgen.template.sandbox import Sandbox
from tools.reference import data as reference
from tools.reference.elements import INLINE_DOCS, elements_markdown
from tools.reference.examples import BY_CODE, BY_NAME, example
from tools.reference.pages import pages
from tools.reference.templates import FILTER_DOCS, FUNCTION_DOCS, RECORDS, SIDES, TEST_DOCS, VALUES

ROOT = Path(__file__).parents[1]
MADE = pages()


def test_every_page_is_in_the_index():
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for name in MADE:
        assert f"](reference/{name})" in index


def declared(fields, seen):
    """Yield all keys at all depths."""
    for name, field in fields.items():
        yield name, field
        inner = reference._inner(field)[1]
        if inner and not any(inner is one for one in seen):
            seen.append(inner)
            yield from declared(inner, seen)


def all_keys():
    tables = [GAME, reference.PRINTER, reference.NOTES, reference.BUILT_IN, COMMON_OPTIONS]
    tables += [kind.fields for _, kind in component_kinds().items()]
    tables += OPTIONS.values()
    return [found for table in tables for found in declared(table, [])]


def test_every_key_is_listed_and_says_what_it_is():
    for name, field in all_keys():
        assert f"| `{name}` |" in MADE["data.md"]
        assert field.doc, f"`{name}` has no doc"
        assert reference.value_said(field), name


def test_mappings_of_the_schema_are_sections_of_the_page():
    """A kind of field that reads a mapping has to name its keys for the reference."""
    for name, field in all_keys():
        if "read_mapping" in inspect.getsource(type(field).read):
            assert reference._inner(field)[1], name


def test_kinds_directives_and_markup_are_listed():
    assert set(reference.SEEN) == set(KINDS)
    assert set(reference.DIRECTIVES) == set(DIRECTIVES)
    for name in (*KINDS, *DIRECTIVES, *component_kinds()):
        assert f"`{name}`" in MADE["data.md"]


def test_the_markup_that_is_shown_is_markup(markup_scope):
    from cardgen.core.diagnostics import Location
    from cardgen.model.markup import parse_rich

    for written in reference.MARKUP:
        read = parse_rich(
            written, markup_scope, lambda at, length: Location("x", 1, at, length), folded=True
        )
        assert [item.message for item in markup_scope.diagnostics] == []
        assert read.plain != written, written


@pytest.fixture
def markup_scope():
    from cardgen.model.richtext import TermValue
    from cardgen.model.scope import Rule, Scope, WholeNumber
    from cardgen.source.files import Project

    return Scope(
        Project(ROOT),
        "duel",
        icons=frozenset({"star", "medic"}),
        rules={"hand_limit": Rule("hand_limit", WholeNumber(5))},
        terms={"medic": TermValue("medic", "Medic", "Medics", "medic")},
    )


def test_filters_tests_and_functions_are_those_of_the_sandbox():
    assert set(FILTER_DOCS) == set(FILTERS)
    assert set(TEST_DOCS) == set(TESTS)
    assert set(FUNCTION_DOCS) == set(Sandbox(None).globals)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The starter game with a die, and a page that prints what pages see."""
    root = new_game(tmp_path_factory.mktemp("new"), None, "shore").project
    data, looks = root / "card_data/shore", root / "templates/shore"
    text = (data / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("components:\n", "components:\n  die: {kind: dice, template: die.xml.j2}\n")
    (data / "game.yaml").write_text(text, encoding="utf-8")
    (looks / "die.xml.j2").write_text('<side background="ink"/>', encoding="utf-8")
    (looks / "booklet.page.xml.j2").write_text(
        '<side background="#fff"><text style="body">{{ page | sort | join("|") }}</text></side>',
        encoding="utf-8",
    )
    return root, load_game(root, "shore")


def contexts(game):
    """Yield what is drawn, in the words of the page, with its names."""
    by_kind = {"board": "a board", "tokens": "a token", "dice": "a face of a die"}
    by_kind["box"] = "a face of a box"
    for component in game.components.values():
        for sides in component.sides(game):
            if component.kind == "deck":
                yield "the face of a card, or the back of a card type", sides.face.context
                if sides.back is not None:
                    yield "the back of a deck", sides.back.context
            else:
                yield by_kind[component.kind], sides.face.context
        flow = component.flow(game)
        if flow is not None:
            yield "a figure of a booklet", {**flow.context, "figure": None}
            yield "a page of a booklet", {**flow.context, "page": None}


def test_templates_see_the_names_of_the_page(game):
    drawn = {}
    for what, context in contexts(game[1]):
        drawn[what] = context
        assert set(SIDES[what]) == set(context), what
    assert set(SIDES) - set(drawn) == {"the script of a table"}
    named = {name for names in SIDES.values() for name in names}
    assert named == {*VALUES, *RECORDS}


def test_records_hold_what_the_page_says(game):
    root, shore = game
    fields = {
        "card": {name for kind in shore.card_types.values() for name in kind.fields},
        "token": {"art", "tint"},
    }
    seen = set()
    for _, context in contexts(shore):
        for name, value in context.items():
            if isinstance(value, Record) and name in RECORDS:
                seen.add(name)
                assert set(values_of(value)) - fields.get(name, set()) == set(RECORDS[name]), name
    assert seen == set(RECORDS) - {"page"}
    frames = GameBuild(BuildRequest(root, jobs=1), shore).lay_out().frames
    words = {
        item.string
        for id, frame in frames.items()
        if id.startswith("rules/")
        for item, _ in frame.walk()
        if isinstance(item, Text)
    }
    assert "|".join(sorted(RECORDS["page"])) in words


def test_scripts_see_the_names_of_the_page(game):
    from cardgen.products.tts import tabletop

    source = inspect.getsource(tabletop._game_script)
    own = set(re.findall(r'^ +"(\w+)":', source, re.MULTILINE))
    assert own | set(game[1].context) == set(SIDES["the script of a table"])


def test_every_code_has_an_example():
    for code, problem in PROBLEMS.items():
        text = example(problem)
        assert text, code
        assert "…" not in text, f"name the values of {code} in examples.py"
        assert f"### {code}: " in MADE["diagnostics.md"]


def test_no_example_is_for_nothing():
    for code, values in BY_CODE.items():
        assert set(values) <= set(inspect.signature(PROBLEMS[code].words).parameters), code
    names = {
        name
        for problem in PROBLEMS.values()
        for name in inspect.signature(problem.words).parameters
    }
    assert set(BY_NAME) <= names


def test_every_command_and_option_is_listed():
    page = MADE["commands.md"]
    context = click.Context(cli, **cli.context_settings)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert f"\n### {name}\n" in page
        for param in command.params:
            if isinstance(param, click.Option):
                assert f"`{param.opts[0]}" in page


ACTIONS = ({"title": "Lunge", "copies": 2}, {"title": "Parry", "copies": 3})
PAGE = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```xml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
NAMED = {
    match[1]: example
    for example in EXAMPLES
    if (match := re.match(r"\{# templates/duel/(\S+) #\}", example))
}


def test_the_elements_are_complete_with_what_stands_in_a_text():
    page = elements_markdown("")
    _, _, section = page.partition("## Paragraphs, lists and tables")
    headings = {f"\n## `<{tag}>`\n": cls for tag, cls in ELEMENTS.items()}
    for text, parts in ((page, headings), (section, {f"`<{t}>`": c for t, c in TAGS.items()})):
        for heading, cls in parts.items():
            assert heading in text
            assert [name for name in cls.attributes if f"| `{name}` |" not in text] == []
    assert set(INLINE_DOCS) == INLINE


def test_inline_attributes_are_those_that_are_read(frame_of):
    values = {"name": "square", "color": "red", "scale": "1", "style": "body", "size": "9"}
    values |= {"tracking": "5", "lang": "de", "features": "zero", "alt": "a square"}
    values |= {"number": "3", "number-color": "red"}
    for tag, (names, _) in INLINE_DOCS.items():
        written = " ".join(f'{name}="{values[name]}"' for name in names)
        assert frame_of(f"<text>a <{tag} {written}/></text>")


def test_all_filters_are_on_the_page():
    _, _, section = PAGE.partition("## Filters and functions")
    words = set(re.findall(r"\w+", section))
    assert set(FILTERS) <= words


@pytest.fixture(scope="module")
def duel(tmp_path_factory):
    root = tmp_path_factory.mktemp("duel")
    (root / "art").mkdir()
    (root / "sword.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20z"/></svg>'
    )
    PIL.Image.new("L", (600, 400)).save(root / "art/hill.png")
    for name, text in NAMED.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    "example",
    [e for e in EXAMPLES if not e.startswith("{# templates/duel/parts")],
    ids=lambda example: example.splitlines()[0][:40],
)
def test_every_example_is_laid_out(duel, example):
    body = TextStyle("atkinson/regular", 8.5, 1.25, color="ink", bold="atkinson/bold")
    theme = Theme(
        {"ink": Color.parse("#1d1a16"), "paper": Color.parse("#efe6d2"), "red": Color(0.6, 0, 0)},
        {"body": body, "title": TextStyle("barlow-condensed/bold", 13.0)},
    )
    whole = "<side" in example or "{% extends" in example
    (duel / "example.j2").write_text(
        example if whole else f"<side>{example}</side>", encoding="utf-8"
    )
    templates = Templates(duel, (duel,))
    card = Record({"id": "lunge", "title": "Lunge", "cost": 2, "text": "Draw two cards."})
    context = {"card": card, "game": Record({"title": "Duel"}), "index": 1, "total": 9}
    context["decks"] = Decks({"actions": tuple(map(Record, ACTIONS))})
    element = templates.element("example.j2", context, None)
    library = Library(duel, (ROOT / "fonts",), (duel,), (duel,))
    layout = Layout(theme, library, lambda _: Frame(Size(63, 88), []), templates.narrow)
    laid = layout.side(element, Size(63, 88), Insets(3, 3, 3, 3))
    assert [f"{d.location}: {d.message}" for d in laid.diagnostics] == []
    assert len(laid.frame.items) >= 1
