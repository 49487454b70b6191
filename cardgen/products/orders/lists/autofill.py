"""The order file of mpc-autofill, which other programs read as well.

Its desktop tool defines the format (desktop-tool/src/order.py): an ``id`` may be the path of a
file, slots count from 0, and slots without an entry in ``backs`` have the common ``cardback``.
Paths are relative, because users start the tool in the order's folder, where it also looks for XML
files.
"""

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from cardgen.products.orders.listing import commonest, order_list
from cardgen.products.orders.planning import OrderLine, OrderPlan, OrderProject

LOCAL = "Local File"


@order_list("mpc-autofill")
def order_files(plan: OrderPlan) -> Iterator[tuple[str, bytes]]:
    """Yield an XML file for each project."""
    for number, project in enumerate(plan.projects, 1):
        name = "order.xml" if len(plan.projects) == 1 else f"order-{number}.xml"
        yield name, _order_xml(project, plan.service.stock)


def _order_xml(project: OrderProject, stock: str) -> bytes:
    root = ElementTree.Element("order")
    details = ElementTree.SubElement(root, "details")
    _add_elements(details, quantity=str(project.count), stock=stock, foil="false")
    _cards(ElementTree.SubElement(root, "fronts"), project, False)
    backs = Counter(line.back for line in project.lines for _ in line.slots)
    common = commonest(backs)
    rare = [line for line in project.lines if line.back != common]
    if rare:
        _cards(ElementTree.SubElement(root, "backs"), OrderProject(project.product, tuple(rare)))
    ElementTree.SubElement(root, "cardback").text = common
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return data + b"\n"


def _cards(parent: ElementTree.Element, project: OrderProject, back: bool = True) -> None:
    by_path: dict[str, list[OrderLine]] = {}
    for line in project.lines:
        by_path.setdefault(line.back if back else line.front, []).append(line)
    for path, lines in by_path.items():
        slots = ",".join(str(slot) for line in lines for slot in line.slots)
        name = path.rpartition("/")[2]
        card = ElementTree.SubElement(parent, "card")
        _add_elements(card, id=path, sourceType=LOCAL, slots=slots, name=name)
        _add_elements(card, query=lines[0].piece.id if len(lines) == 1 else name.rpartition(".")[0])


def _add_elements(parent: ElementTree.Element, **values: str) -> None:
    for tag, text in values.items():
        ElementTree.SubElement(parent, tag).text = text
