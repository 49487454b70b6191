from cardgen.core.geometry import Insets, Size

HEAD = "title: Test\nrules: {lives: 3}\ncard_types: {soldier: {}}\n"
COMPONENTS = "components:\n  soldiers: {kind: deck}\n"


def board(bench, given, more=""):
    bench.game(HEAD + f"{more}{COMPONENTS}  map: {given}\n")
    return bench.sound().components["map"]


def test_defaults(bench):
    found = board(bench, "{kind: board, size: {width: 600, height: 42cm}}")
    assert (found.id, found.title, found.size) == ("map", "Map", Size(600, 420))
    assert (found.template, found.overlap) == ("map.xml.j2", 0)
    assert (found.bleed, found.safe) == (3, 3)
    assert found.cards == ()


def test_what_is_given_counts(bench):
    given = """
    kind: board
    title: The Map
    size: {width: 600mm, height: 420mm}
    template: chart.xml.j2
    tiling: {overlap: 12mm}
    bleed: 5mm"""
    found = board(bench, given, "print: {bleed: 2mm, safe: 4mm}\n")
    assert (found.title, found.template, found.overlap) == ("The Map", "chart.xml.j2", 12)
    assert (found.bleed, found.safe) == (5, 4)
    assert found.tiling_at.line == 12
    assert board(bench, "{kind: board, size: {width: 9cm, height: 9cm}, tiling: butt}").overlap == 0


def test_a_board_is_one_side(bench):
    found = board(bench, "{kind: board, size: {width: 600, height: 420}}")
    game = bench.load().games[0]
    (one,) = found.sides(game)
    face = one.face
    assert (one.card, one.back, one.copies) == (None, None, 1)
    assert (face.id, face.component, face.card, face.side) == ("map/face", "map", "", "face")
    assert (face.size, face.bleed, face.safe) == (Size(600, 420), Insets(3, 3, 3, 3), 3)
    assert face.template == "map.xml.j2"
    assert face.context["board"]["width"] == 600
    assert face.context["rules"]["lives"] == 3
    assert "card" not in face.context


def test_a_change_of_size_changes_the_form(bench):
    one, other = (
        board(bench, f"{{kind: board, size: {{width: {width}, height: 420}}}}")
        .sides(bench.load().games[0])[0]
        .face.form
        for width in (600, 601)
    )
    assert one != other
