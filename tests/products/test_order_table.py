import re
from pathlib import Path

import pytest
from documents import document
from test_products_stock import OWN as STOCK

from cardgen.backend.press.profile import press_condition
from cardgen.core.diagnostics import OutputError
from cardgen.core.geometry import Size
from cardgen.products.orders.listing import known_lists
from cardgen.products.orders.reading import BUNDLED, services
from cardgen.products.orders.service import Service
from cardgen.products.stock import stocks

SERVICES = services()


@pytest.mark.parametrize("service", SERVICES.values(), ids=lambda one: one.id)
def test_every_row_has_a_source_with_a_date_and_a_canvas_for_its_bleed(service):
    assert service.products
    assert all(one.source in service.sources for one in service.products)
    assert all(one.citation and one.date.year >= 2025 for one in service.sources.values())
    assert set(service.lists) <= known_lists()
    for one in service.products:
        if one.size is not None and one.canvas is not None:
            pixels = 300 / 25.4
            assert one.canvas[0] == round((one.size.width + one.margins.horizontal) * pixels)
            assert one.canvas[1] == round((one.size.height + one.margins.vertical) * pixels)


def test_measures_of_single_services():
    mpc, tgc, drivethru = (SERVICES[name] for name in ("mpc", "tgc", "drivethru"))
    poker, euro = mpc.product("Poker"), tgc.product("europokerdeck")
    assert poker is not None
    assert euro is not None
    assert (poker.safe, poker.margins.left) == pytest.approx((3.048, 3.048))
    assert euro.size == Size(63, 88)
    assert (euro.margins.left, euro.margins.top) == pytest.approx((3.425, 3.625))
    assert (mpc.most_cards, mpc.copies, tgc.copies) == (612, "slots", "quantity")
    assert (drivethru.press, drivethru.pages) == ("pdfx1a", "back-front")
    for one in SERVICES.values():
        if one.press is not None:
            limit = press_condition(one.press, one.profile).profile.limit
            assert limit <= (one.ink_limit or limit)


OWN = document("products/order_table_own.toml")


def own(tmp_path: Path, text: str) -> dict[str, Service]:
    (tmp_path / "services").mkdir(exist_ok=True)
    (tmp_path / "services/shop.toml").write_text(text, encoding="utf-8")
    return services(tmp_path)


def test_a_project_adds_services_of_its_own(tmp_path):
    found = own(tmp_path, OWN)
    assert found.keys() == SERVICES.keys() | {"shop"}
    assert found["shop"].products[0].canvas == (791, 1087)
    assert found["shop"].sources["shop"].citation == "asked at the counter"


ODD = [
    *("['x']", "{a = 1}", "''", "'x'", "0", "-1", "1e400", "99999999999999999999", "true", "1 2"),
    *("[]", "[[]]", "'0mm'", "'1e-9mm'", "'-1mm'", "'99999mm'", "[0, 0]", "[1000000, 1000000]"),
    *("['0.001mm', '0.001mm']", '"\\u0000"', "'../x'", "'{deck}'", "2026-01-02"),
]
VALUE = re.compile(r"""(\w+) = (\[[^\[\]]*\]|"[^"]*"|[^\s,"\[\]{}]+)""")
ELSEWHERE = ("bleed", "dpi", "source", "paper")
"""Keys that are compared with others: a message may name the line of the product."""


@pytest.mark.parametrize(
    ("text", "read", "folder"),
    [
        (OWN, services, "services"),
        (f'like = "mpc"\n{OWN}', services, "services"),
        (STOCK, stocks, "stock"),
    ],
    ids=["service", "like", "stock"],
)
def test_an_odd_value_is_read_or_named_with_its_line(tmp_path, text, read, folder):
    (tmp_path / folder).mkdir()
    refused = 0
    for match in VALUE.finditer(text):
        for value in ODD:
            changed = text[: match.start(2)] + value + text[match.end(2) :]
            (tmp_path / folder / "shop.toml").write_text(changed, encoding="utf-8")
            try:
                read(tmp_path)
            except OutputError as error:
                [found] = error.diagnostics
                assert f"`{folder}/shop.toml`" in found.message
                line = changed.count("\n", 0, match.start(2)) + 1
                assert found.location.line == line or match[1] in ELSEWHERE, found
                refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Corner shop"\n', "", "missing required field `name`"),
        ('name = "Corner shop"', 'name = "x"\nid = "y"', "unknown field `id`"),
        ('source = "shop"', 'dpi = 600, source = "shop"', "unknown field `dpi`"),
        ("791", "700", "700 x 1087 pixels at 300 dpi are not 63 × 88 mm with 2 mm of bleed"),
        ('"png"', '"pdf"\ndocument = "a.pdf"\nlists = ["tgc"]', "the service takes PDFs"),
        ('copies = "quantity"', 'copies = "quantity"\npress = "pdfx4"', "go together"),
        ('name = "Corner shop"', 'like = "printerstudio"', "no service `mpc` with"),
        ("{id", '{id = "card", title = "", kind = "deck", source = "shop"},\n{id', "there twice"),
        ('source = "shop"', 'holds = "box", source = "shop"', "which is no product"),
        ('copies = "quantity"', 'copies = "quantity"\nlists = ["xml"]', "and not `xml`"),
    ],
)
def test_a_faulty_table_says_what_is_wrong(tmp_path, old, new, said):
    with pytest.raises(OutputError, match=re.escape(said)):
        own(tmp_path, OWN.replace(old, new, 1))


def test_no_link_leads_out_of_the_project(tmp_path):
    own(tmp_path, OWN)
    (tmp_path / "project/services").mkdir(parents=True)
    (tmp_path / "project/services/shop.toml").symlink_to(tmp_path / "services/shop.toml")
    with pytest.raises(OutputError, match="a link leads out"):
        services(tmp_path / "project")


def test_a_table_may_be_like_another(tmp_path):
    found = own(tmp_path, 'like = "mpc"\nname = "The same"\nmost_cards = 10\n')
    assert found["shop"].products == SERVICES["mpc"].products
    assert (found["shop"].name, found["shop"].most_cards) == ("The same", 10)


def test_rows_of_another_service_take_the_measures_of_this_one(tmp_path):
    safer = own(tmp_path, 'like = "mpc"\nname = "Safer"\nsafe = "5mm"\n')["shop"]
    usual = SERVICES["mpc"].products
    own_safe = {row.id for row in usual if row.safe != SERVICES["mpc"].safe}
    expected = {row.id: row.safe if row.id in own_safe else 5.0 for row in usual}
    assert {row.id: row.safe for row in safer.products} == expected


def test_the_table_of_the_manual_is_one(tmp_path):
    page = (BUNDLED.parents[3] / "docs/where-to-print.md").read_text(encoding="utf-8")
    _, _, rest = page.partition("```toml\n")
    found = own(tmp_path, rest.partition("```")[0])
    assert found["shop"].products[0].canvas == (815, 1110)
