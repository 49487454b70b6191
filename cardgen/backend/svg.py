"""One Frame as SVG 1.1 in millimetres, for artists who continue in a drawing program.

The drawing is as large as the trim with its bleed, and its units are millimetres from the top left
corner of the trim. Text stays text: a line is one element, in a subset of its font that is embedded
in the file. Glyphs that other programs would not choose for the same letters become shapes. Frames
that are painted twice or scaled, such as icons, are symbols; pictures are embedded once.

Only Regions for a press are lost: SVG cannot express a separate ink for a part of the side.
"""

import base64
import io
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from itertools import groupby

from msgspec.structs import replace

from cardgen.assets.fonts import Font
from cardgen.assets.library import KeyedAssets
from cardgen.assets.png import file_of
from cardgen.backend.drawing import matrix_operands, mm
from cardgen.backend.lettering import Outliner
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.style import Color, LinearGradient, Paint, parse_feature
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Frame, Group, Image, Item, Region, Shadow, Shape, Stroke, Text
from cardgen.frame.items import PLAIN, RegionKind, Shaping
from cardgen.frame.reach import frame_bounds

Named = Callable[[str], tuple[str, str]]
"""Returns the name and the place (``path:line``) of a tag, from its stamp."""


def svg(frame: Frame, title: str, library: KeyedAssets, named: Named) -> bytes:
    """Write a Frame as an SVG document.

    Groups have the id or the tag name of their element, and in ``data-src`` its place in a
    template. Raises AssetError for a font or a picture that has vanished since layout.
    """
    pen = _Pen(frame, library, named)
    drawn = pen.frame(frame)
    b, trim = frame.bleed_rect, frame.trim
    width, height = mm(b.width), mm(b.height)
    trimmed = mm(trim.x, trim.y, trim.width, trim.height)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width}mm" height="{height}mm" viewBox="{mm(b.x, b.y)} {width} {height}" '
        f'data-trim="{trimmed}">\n<title>{escape(title, quote=False)}</title>\n'
    )
    faces = "".join(pen.faces())
    style = f"<style>\n{faces}</style>\n" if faces else ""
    defs = "".join(pen.defs)
    return (
        head + style + (f"<defs>\n{defs}</defs>\n" if defs else "") + drawn + "</svg>\n"
    ).encode()


def symbol(frame: Frame, name: str, library: KeyedAssets, current: Color) -> str:
    """Write a Frame of shapes as a symbol for an HTML page.

    Shapes of the colour ``current`` take the colour of the surrounding text.
    """
    pen = _Pen(frame, library, lambda stamp: ("", ""), f"{name}-")
    drawn = pen.frame(frame)
    box = mm(0.0, 0.0, frame.size.width, frame.size.height)
    markup = f'{"".join(pen.defs)}<symbol id="{name}" viewBox="{box}">\n{drawn}</symbol>\n'
    return markup.replace(f'"{current.hex}"', '"currentColor"')


class _Pen:
    """Writes items, and collects shared definitions: symbols, gradients, fonts and pictures.

    The ids of definitions begin with ``prefix``.
    """

    def __init__(self, frame: Frame, library: KeyedAssets, named: Named, prefix: str = "") -> None:
        self._prefix = prefix
        self.defs: list[str] = []
        self._library = library
        self._named = named
        self._outliner = Outliner(library)
        self._uses = Counter(_uses(frame))
        self._ids: dict[object, str] = {}
        self._labels: Counter[str] = Counter()
        self._letters: dict[str, set[str]] = {}

    def frame(self, frame: Frame) -> str:
        """Write all items, with a group for each element that has its name and place."""
        parts = []
        for stamp, items in groupby(frame.items, lambda item: item.stamp):
            group = list(items)
            inside = "".join([self.item(item) for item in group if not isinstance(item, Region)])
            if inside and stamp:
                inside = f"<g{self._label(stamp, group)}>\n{inside}</g>\n"
            parts.append(inside)
        return "".join(parts)

    def _label(self, stamp: str, items: list[Item]) -> str:
        tag, place = self._named(stamp)
        regions = [item for item in items if isinstance(item, Region)]
        label = next((r.id for r in regions if r.kind is RegionKind.NAMED), tag or "text")
        self._labels[label] += 1
        number = self._labels[label]
        name = f"{label}-{number}" if number > 1 else label
        return f' id="{escape(name)}" data-src="{escape(place)}"'

    def item(self, item: Item) -> str:
        match item:
            case Shape():
                return self.shape(item)
            case Text():
                return self.text(item)
            case Group():
                return self.group(item)
            case Image():
                return self.image(item)
            case Shadow():
                return self.shadow(item)
        return ""

    def shape(self, shape: Shape) -> str:
        rule = ' fill-rule="evenodd"' if shape.path.even_odd else ""
        fill = self.paint("fill", shape.fill)
        line = "" if shape.stroke is None else self.line(shape.stroke)
        return f'<path d="{_data(shape.path)}"{rule}{fill}{line}/>\n'

    def line(self, line: Stroke) -> str:
        dash = ",".join(map(mm, line.dash))
        return (
            f'{self.paint("stroke", line.paint)} stroke-width="{mm(line.width)}"'
            + (f' stroke-dasharray="{dash}"' if dash else "")
            + (f' stroke-linecap="{line.cap}"' if line.cap != "butt" else "")
            + (f' stroke-linejoin="{line.join}"' if line.join != "miter" else "")
            # Always written: the defaults of PDF (10) and SVG (4) differ.
            + (f' stroke-miterlimit="{line.miter:g}"' if line.join == "miter" else "")
        )

    def paint(self, attribute: str, paint: Paint | None) -> str:
        if paint is None:
            return f' {attribute}="none"'
        if not isinstance(paint, Color):
            return f' {attribute}="url(#{self.gradient(paint)})"'
        faded = f' {attribute}-opacity="{paint.alpha:.4g}"' if paint.alpha < 1 else ""
        return f' {attribute}="{paint.with_alpha(1.0).hex}"{faded}'

    def gradient(self, paint: Paint) -> str:
        assert not isinstance(paint, Color)
        if isinstance(paint, LinearGradient):
            kind, ends = "linearGradient", (paint.x0, paint.y0, paint.x1, paint.y1)
            geometry = 'x1="{}" y1="{}" x2="{}" y2="{}"'.format(*map(mm, ends))
        else:
            kind = "radialGradient"
            geometry = f'cx="{mm(paint.cx)}" cy="{mm(paint.cy)}" r="{mm(paint.radius)}"'
        stops = "".join(
            f'<stop offset="{offset:.5g}" stop-color="{color.with_alpha(1.0).hex}"'
            f' stop-opacity="{color.alpha:.4g}"/>'
            for offset, color in paint.stops
        )
        body = f' gradientUnits="userSpaceOnUse" {geometry}>{stops}</{kind}>\n'
        return self._define(paint, f"<{kind}", body)

    def text(self, text: Text) -> str:
        shapings = {word.shaping for word in text.words if word.text != " "}
        letters = "".join([word.text for word in text.words])
        shaping = shapings.pop() if shapings else PLAIN
        if shapings or shaping != Shaping(shaping.features):
            return self.shape(self._outliner.shape(text))  # letters alone do not give these glyphs
        self._letters.setdefault(text.font, set()).update(letters)
        font = self._library.font_by_key(text.font)
        looks = [f"font:{_face(font)} {mm(text.size * MM_PER_POINT)}px '{font.family}'"]
        if text.tracking:
            looks.append(f"letter-spacing:{mm(text.tracking)}px")
        if text.stretch:
            looks.append(f"word-spacing:{mm(text.stretch)}px")
        if shaping.features:
            tags = map(parse_feature, shaping.features)
            looks.append("font-feature-settings:" + ",".join(f"'{t}' {v}" for t, v in tags))
        style = ";".join([*looks, "white-space:pre"])
        return (
            f'<text x="{mm(text.x)}" y="{mm(text.y)}" style="{style}"'
            f"{self.paint('fill', text.color)}>{escape(letters, quote=False)}</text>\n"
        )

    def faces(self) -> Iterator[str]:
        for key in sorted(self._letters):
            font = self._library.font_by_key(key)
            data = _uri(font.subset_to_type("".join(self._letters[key])), "font/ttf")
            style, weight = _face(font).split()
            yield (
                f"@font-face{{font-family:'{font.family}';font-style:{style};"
                f"font-weight:{weight};src:url({data})}}\n"
            )

    def group(self, group: Group) -> str:
        """Write an inner Frame: inline, or as the use of a symbol."""
        if group.frame.is_empty:
            return ""
        inner = group.frame
        attributes = ""
        if group.matrix != IDENTITY:
            attributes += f' transform="matrix({matrix_operands(group.matrix)})"'
        if group.clip is not None:
            rule = ' clip-rule="evenodd"' if group.clip.even_odd else ""
            body = f'><path d="{_data(group.clip)}"{rule}/></clipPath>\n'
            attributes += f' clip-path="url(#{self._define(group.clip, "<clipPath", body)})"'
        if group.opacity < 1:
            attributes += f' opacity="{group.opacity:.4g}"'
        if group.fade is not None:
            attributes += f' mask="url(#{self.fade(inner, group.fade)})"'
        if group.alt is not None:
            label = f' role="img" aria-label="{escape(group.alt)}"'
            attributes += label if group.alt else ' aria-hidden="true"'
        if self._uses[inner] > 1 or group.matrix.scale != 1:
            name = self._ids.get(inner)
            if name is None:
                body = f' overflow="visible">\n{self.frame(inner)}</symbol>\n'
                name = self._define(inner, "<symbol", body)
            # Not on the use element itself, which resvg would clip incorrectly.
            return f'<g{attributes}><use xlink:href="#{name}"/></g>\n'
        return f"<g{attributes}>\n{self.frame(inner)}</g>\n"

    def fade(self, frame: Frame, fade: LinearGradient) -> str:
        """Define the fade of a Frame as a mask; return its id."""
        area = frame_bounds(frame)
        white = tuple((offset, Color(1.0, 1.0, 1.0, color.alpha)) for offset, color in fade.stops)
        fill = self.gradient(replace(fade, stops=white))
        box = _box(area)
        body = f' maskUnits="userSpaceOnUse" {box}><rect {box} fill="url(#{fill})"/></mask>\n'
        return self._define((fade, area), "<mask", body)

    def image(self, image: Image) -> str:
        picture = self._library.picture_by_key(image.asset)
        width, height = picture.width_px, picture.height_px
        name = self._ids.get(image.asset)
        if name is None:
            body = f' width="{width}" height="{height}" {_source(*picture.to_web_file())}/>\n'
            name = self._define(image.asset, "<image", body)
        r = image.rect
        matrix = matrix_operands(Matrix(r.width / width, 0.0, 0.0, r.height / height, r.x, r.y))
        return f'<use xlink:href="#{name}" transform="matrix({matrix})"/>\n'

    def shadow(self, shadow: Shadow) -> str:
        from PIL import Image as Pillow

        mask, color = shadow.mask, shadow.color
        share = mask.opacity * color.alpha
        grey = file_of(mask.width_px, mask.height_px, "L", mask.rows)
        with Pillow.open(io.BytesIO(grey)) as opened:
            opacity = opened.point(lambda value: round(value * share))
        tinted = Pillow.new("RGB", opacity.size, color.with_alpha(1.0).hex)
        tinted.putalpha(opacity)
        file = io.BytesIO()
        tinted.save(file, "PNG", optimize=True)
        return f"<image {_box(shadow.rect)} {_source(file.getvalue(), 'png')}/>\n"

    def _define(self, key: object, begin: str, body: str) -> str:
        name = self._ids.get(key)
        if name is None:
            name = self._ids[key] = f"{self._prefix}{begin[1:]}{len(self._ids) + 1}"
            self.defs.append(f'{begin} id="{name}"{body}')
        return name


def _uses(frame: Frame) -> Iterator[Frame]:
    """Yield each inner Frame once for every Group that paints it."""
    visited, stack = {frame}, [frame]
    while stack:
        for item in stack.pop().items:
            if isinstance(item, Group):
                yield item.frame
                if item.frame not in visited:
                    visited.add(item.frame)
                    stack.append(item.frame)


def _source(data: bytes, kind: str) -> str:
    return f'preserveAspectRatio="none" xlink:href="{_uri(data, f"image/{kind}")}"'


def _uri(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"


def _face(font: Font) -> str:
    return f"{'italic' if font.italic_angle else 'normal'} {font.weight}"


def _data(path: Path) -> str:
    return "".join([f"{name}{mm(*map(float, numbers))}" for name, *numbers in path.segments])


def _box(rect: Rect) -> str:
    return f'x="{mm(rect.x)}" y="{mm(rect.y)}" width="{mm(rect.width)}" height="{mm(rect.height)}"'
