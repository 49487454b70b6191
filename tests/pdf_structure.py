"""What readers get of a tagged PDF: its elements, and their words as three programs read them."""

import ctypes
from collections import defaultdict

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from msgspec import Struct


class Tagged(Struct):
    """An element: its type, what it says in place of its content, and what it holds.

    Kids are elements, pieces of marked content as page and number, and links as dictionaries.
    """

    role: str
    entries: pikepdf.Dictionary
    kids: list

    def walk(self):
        yield self
        for kid in self.kids:
            if isinstance(kid, Tagged):
                yield from kid.walk()

    def pieces(self):
        """All marked content in reading order."""
        for kid in self.kids:
            if isinstance(kid, Tagged):
                yield from kid.pieces()
            elif isinstance(kid, tuple):
                yield kid

    def find(self, *roles):
        return [one for one in self.walk() if one.role in roles]

    @property
    def alt(self):
        return str(self.entries.get("/Alt", ""))


def structure_of(document):
    """Read the tree of an open document."""
    numbers = {page.objgen: i for i, page in enumerate(document.pages)}

    def read(element):
        kids, page = [], element.get("/Pg")
        given = element.get("/K", pikepdf.Array())
        for kid in given if isinstance(given, pikepdf.Array) else [given]:
            if isinstance(kid, int):
                kids.append((numbers[page.objgen], kid))
            elif kid.get("/Type") == "/MCR":
                kids.append((numbers[kid.Pg.objgen], int(kid.MCID)))
            elif kid.get("/Type") == "/OBJR":
                kids.append(kid)
            else:
                kids.append(read(kid))
        return Tagged(str(element.S)[1:], element, kids)

    return read(document.Root.StructTreeRoot.K)


def by_pdfium(path):
    """The words of each piece, as the reader of Chromium has them."""
    found = defaultdict(str)
    document = pypdfium2.PdfDocument(path)
    for number, page in enumerate(document):
        text = page.get_textpage()

        def visit(item, inherited, number=number, text=text):
            own = pdfium.FPDFPageObj_GetMarkedContentID(item)
            mark = own if own >= 0 else inherited
            kind = pdfium.FPDFPageObj_GetType(item)
            if kind == pdfium.FPDF_PAGEOBJ_TEXT and mark >= 0:
                size = pdfium.FPDFTextObj_GetText(item, text, None, 0)
                buffer = (ctypes.c_ushort * (size // 2))()
                pdfium.FPDFTextObj_GetText(item, text, buffer, size)
                words = bytes(buffer).decode("utf-16-le").rstrip("\0")
                found[number, mark] += words
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                for at in range(pdfium.FPDFFormObj_CountObjects(item)):
                    visit(pdfium.FPDFFormObj_GetObject(item, at), mark)

        for at in range(pdfium.FPDFPage_CountObjects(page)):
            visit(pdfium.FPDFPage_GetObject(page, at), -1)
    return found


def by_pdfminer(path):
    """The words of each piece, as pdfminer has them."""
    from pdfminer.pdfdevice import PDFTextDevice
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdfpage import PDFPage

    found = defaultdict(str)

    class Device(PDFTextDevice):
        number = -1

        def begin_page(self, page, ctm):
            self.number += 1
            self.marks = []

        def begin_tag(self, tag, props=None):
            given = props.get("MCID") if isinstance(props, dict) else None
            self.marks.append(given)

        def end_tag(self):
            self.marks.pop()

        def render_char(self, matrix, font, fontsize, scaling, rise, cid, ncs, graphicstate):
            numbers = [mark for mark in self.marks if mark is not None]
            if numbers:
                found[self.number, numbers[-1]] += font.to_unichr(cid)
            return font.char_width(cid) * fontsize * scaling

    manager = PDFResourceManager()
    device = Device(manager)
    interpreter = PDFPageInterpreter(manager, device)
    with open(path, "rb") as file:
        for page in PDFPage.get_pages(file):
            interpreter.process_page(page)
    return found
