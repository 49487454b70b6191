"""The same words in the same font, in cardgen and in a browser: line by line they are alike."""

import base64
import html
import shutil
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from documents import document
from patience import patience
from set_texts import lay_out, lines_of

from cardgen.assets.library import Library
from cardgen.core.direction import is_right_to_left
from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme

pytestmark = pytest.mark.slow

FONTS = Path(__file__).parents[2] / "fonts"
NOTO = Path("/usr/share/fonts/truetype/noto")
"""Of Debian's package `fonts-noto-core`."""
FILES = {
    "en": FONTS / "atkinson/AtkinsonHyperlegibleNext-Regular.ttf",
    "de": FONTS / "atkinson/AtkinsonHyperlegibleNext-Regular.ttf",
    "ja": FONTS / "m-plus-1p/MPLUS1p-Regular.ttf",
    "he": NOTO / "NotoSansHebrew-Regular.ttf",
    "ar": NOTO / "NotoSansArabic-Regular.ttf",
    "th": NOTO / "NotoSansThai-Regular.ttf",
    "hi": NOTO / "NotoSansDevanagari-Regular.ttf",
}
WORDS = {
    "en": "Draw two cards, then discard one (or both) - unless your left-hand neighbour holds "
    "the bridge. “Who waits, wins”: at the end of a round each well-rested hero takes 2–4 "
    "coins, at 50 % interest, and moves up to three places.",
    "de": "Ziehe zwei Karten, dann wirf eine (oder beide) ab - außer deine linke Nachbarin hält "
    "die Brücke. „Wer wartet, gewinnt“: Am Ende der Runde nimmt jede gut ausgeruhte Heldin "
    "2–4 Münzen und zieht höchstens drei Felder weit, über Flüsse jedoch nur mit "
    "Fährmannslizenz.",
    "ja": "カードを二枚ひき、そのあと一枚を捨てます（両方でもかまいません）。ただし、左どなりのプ"
    "レイヤーが「橋」を持っているときは、3マスまでしか進めません。ラウンドの終わりに、休ん"
    "でいた主人公は２コインを受けとり、ちょっと先の町まで行ってよい。",
    "he": "משכו שני קלפים, ואז השליכו אחד (או את שניהם) - אלא אם השכן משמאל מחזיק בגשר. בסוף כל "
    "סיבוב כל גיבור שנח היטב מקבל 12 מטבעות, ומתקדם עד שלושה מקומות בדרך אל העיר.",
    "ar": "اسحب بطاقتين، ثم تخلص من واحدة (أو من كلتيهما) إلا إذا كان جارك على اليسار يملك "
    "الجسر. في نهاية كل جولة يأخذ كل بطل استراح جيدا 12 قطعة نقدية، ويتقدم ثلاث خطوات على "
    "الأكثر نحو المدينة.",
    "th": "จั่วการ์ดสองใบ แล้วทิ้งหนึ่งใบหรือทั้งสองใบ เว้นแต่เพื่อนบ้านทางซ้ายถือสะพานอยู่ เมื่อจบรอบ "
    "ผู้เล่นทุกคนที่ได้พักผ่อนจะได้รับสองเหรียญ และเดินหน้าได้ไม่เกินสามช่องไปยังเมืองถัดไป",
    "hi": "दो पत्ते खींचें, फिर एक (या दोनों) फेंक दें - जब तक कि आपके बाईं ओर का पड़ोसी पुल न पकड़े हो। हर दौर "
    "के अंत में अच्छी तरह विश्राम किया हुआ प्रत्येक नायक 12 सिक्के लेता है, और शहर की ओर तीन स्थान तक "
    "बढ़ता है।",
}
WIDTHS = (30.0, 38.0, 44.0, 48.0, 48.2, 50.0, 60.0)
"""In mm, of the box."""
SPACES = "a browser kerns letters with the space between words, cardgen words alone"
TRIMMED = (
    "a closing sign at the end of a line needs half its room, in a browser if the font has `halt`"
)
OTHERWISE = {("en", 48.0): SPACES, ("ja", 30.0): TRIMMED, ("ja", 38.0): TRIMMED}
"""Where lines break at other places, and why."""
PLAIN = FONTS / "noto-sans/NotoSans-Regular.ttf"
"""Has the marks and digits that fonts of a script lack."""
POINTS = 10.0
EM = POINTS * 25.4 / 72
SCALE = 12.0
"""Pixels to the mm: so large that hinting and whole pixels do not show."""
STYLE = f"""p {{ font-size: {EM * SCALE}px; line-height: 2; line-break: strict; hyphens: none;
     text-rendering: geometricPrecision }}"""
LINES = document("layout/scripts_browser_lines.js")


def present():
    return {language: path for language, path in FILES.items() if path.is_file()}


@pytest.fixture(scope="module")
def in_browser(chromium):
    """The lines of a language in a box so many mm wide: letters, and width in mm, of each."""
    rules, boxes = [STYLE], []
    for name, path in {**present(), "plain": PLAIN}.items():
        data = base64.b64encode(path.read_bytes()).decode()
        rules.append(f"@font-face {{ font-family: {name}; src: url(data:font/ttf;base64,{data}) }}")
    asked = [(language, width) for language in present() for width in WIDTHS]
    for language, width in asked:
        direction = "rtl" if is_right_to_left(language) else "ltr"
        look = f"width: {width * SCALE}px; font-family: {language}, plain"
        words = html.escape(WORDS[language])
        boxes.append(f'<p lang="{language}" dir="{direction}" style="{look}">{words}</p>')
    page = chromium.new_page()
    page.set_default_timeout(patience() * 1000)
    page.set_content(f"<!doctype html><style>{''.join(rules)}</style>{''.join(boxes)}")
    page.evaluate("() => document.fonts.ready")
    found = page.evaluate(LINES)
    page.close()
    return {
        box: [(count, width / SCALE) for count, width in lines]
        for box, lines in zip(asked, found, strict=True)
    }


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    root = tmp_path_factory.mktemp("scripts")
    for name, path in {**present(), "plain": PLAIN}.items():
        (root / name).mkdir()
        shutil.copy(path, root / name / "Script-Regular.ttf")
    return Library(root, (root,), (root,), (root,))


@pytest.fixture
def in_cardgen(library):
    """The lines as `in_browser` has them."""

    def run(language, width):
        styles = {"body": TextStyle(f"{language}/regular", POINTS, 1.5)}
        theme = Theme(styles=styles, language=language, fallback=("plain/regular",))
        markup = f'<text width="{width}">{html.escape(WORDS[language])}</text>'
        lines = lines_of(lay_out(markup, theme, library, Size(60.0, 180.0)))
        assert {item.size for line in lines for _, _, item in line} == {POINTS}
        return [
            (
                sum(len(w.text.replace(" ", "")) for _, _, item in line for w in item.words),
                max(right for _, right, _ in line) - line[0][0],
            )
            for line in lines
        ]

    return run


def cut(language, lines):
    """The text as it falls into lines."""
    letters = [at for at, letter in enumerate(WORDS[language]) if letter != " "]
    *first, last = accumulate((count for count, _ in lines), initial=0)
    assert last == len(letters)
    edges = pairwise([*(letters[one] for one in first), len(WORDS[language])])
    return [WORDS[language][start:end].strip() for start, end in edges]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", WORDS)
def test_lines_are_those_of_a_browser(in_browser, in_cardgen, language, width):
    if language not in present():
        pytest.skip(f"{FILES[language]} is not here")
    if language == "th":
        pytest.importorskip("icu4py", reason="the extra intl is not installed")
    ours, theirs = in_cardgen(language, width), in_browser[language, width]
    if reason := OTHERWISE.get((language, width)):
        assert cut(language, ours) != cut(language, theirs), f"no longer: {reason}"
        return
    assert cut(language, ours) == cut(language, theirs)
    assert [one for _, one in ours] == pytest.approx([one for _, one in theirs], rel=0.01)


def test_what_is_trimmed_at_the_end_of_a_line_is_half_a_closing_sign(in_cardgen):
    lines = in_cardgen("ja", 30.0)
    wide = [
        words[-1] for words, (_, width) in zip(cut("ja", lines), lines, strict=True) if width > 30.0
    ]
    assert set(wide) <= set("、。」）")
    assert wide
    assert max(width for _, width in lines) <= 30.0 + EM / 2
