"""Finding, compiling and running templates."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType, TracebackType
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Diagnostic, Location, SourceError, TemplateError, relative
from cardgen.core.files import read_bytes
from cardgen.core.fingerprint import digest
from cardgen.core.reads import EVERYTHING, Reads
from cardgen.source.files import decode
from cardgen.source.phrases import template_context, translate_template
from cardgen.template import problems
from cardgen.template.budget import TooMuchError, UnprintableError, described
from cardgen.template.element import Element, read_markup
from cardgen.template.sandbox import KeptTemplate, Sandbox
from cardgen.template.stamps import TagPlaces

MAX_BYTES = 1_000_000
SHARED = "shared"
Said = Callable[[str, str], str]
_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_TEMPLATE_NAME = re.compile(r"""["']([^"'\n]+\.j2)["']""")
_PLAIN_NAME = re.compile(r"[^\\:\x00-\x1f]+")


class _Located(jinja2.TemplateNotFound):
    """A diagnostic on its way through Jinja."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Loader(jinja2.BaseLoader):
    """Finds templates in a game's folder, then in the shared ones; stamps their tags."""

    def __init__(self, root: Path, folders: tuple[Path, ...], said: Said | None) -> None:
        self.root = root
        self.folders = folders
        self.said = said
        self.shown: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        """The texts of the files that were read, by their paths."""
        self.unsaved: Mapping[str, bytes] = {}
        """What is read in place of files, by their paths."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        """Return a template's text, and its file as messages name it."""
        return self.text(template), self.shown[template], None

    def look_again(self, folders: tuple[Path, ...]) -> bool:
        """Read all files anew; return whether one of those that were read has changed."""
        before, self.texts, self.folders = self.texts, {}, folders
        read = [(name, before[shown]) for name, shown in self.shown.items() if shown in before]
        try:
            return any(self.text(name) != text for name, text in read)
        except _Located:
            return True

    def text(self, template: str) -> str:
        """Read a file once: what is compiled and what is kept as its digest are the same text."""
        shown = self.shown.get(template, "")
        if shown not in self.texts:
            file = self.find(template)
            shown = self.shown[template] = relative(file, self.root)
            try:
                data = self.unsaved.get(shown)
                if data is None:
                    data = read_bytes(file, shown, "the template", MAX_BYTES, Location(shown))
                text = decode(shown, data).text
            except SourceError as error:
                raise _Located(*error.diagnostics) from None
            if self.said is not None:
                text = translate_template(text, partial(self.said, template_context(template)))
            self.texts[shown] = text
        return self.texts[shown]

    def plain(self, template: str) -> str:
        """Return a template's text without its comments; empty if it cannot be read."""
        try:
            return _COMMENT.sub("", self.text(template))
        except _Located:
            return ""

    def find(self, name: str) -> Path:
        parts = PurePosixPath(name).parts
        if not _PLAIN_NAME.fullmatch(name) or ".." in parts or name.startswith("/"):
            why = paths.refusal(name) or "it is no plain name"
            raise _Located(problems.template_name_refused(None, name, why))
        for folder in self.folders:
            # `shared/x` names what all games share; another game's templates are not in reach.
            shared = parts[:1] == (folder.name,) == (SHARED,)
            file = folder.parent / name if shared else folder / name
            if os.path.isfile(file):  # a name too long for the system is that of no file
                if not paths.stays_inside(file, self.root, folder):
                    raise _Located(problems.template_name_refused(None, name, paths.LINK))
                return file
        shown = tuple(f"`{relative(folder, self.root)}`" for folder in self.folders)
        raise _Located(problems.template_not_found(None, name, self.names(), shown))

    def names(self) -> tuple[str, ...]:
        found = {
            file.relative_to(folder).as_posix()
            for folder in self.folders
            if folder.is_dir()
            for file in folder.rglob("*.j2")
        }
        return tuple(sorted(found))


class Templates:
    """The templates of one game.

    ``folders`` are searched in order. Compiled templates are kept; one instance serves all
    sides of a game. What is read is noted in ``reads``. ``said`` gives what stands for a phrase in
    the language of the game, by the context of its template.
    """

    def __init__(
        self,
        root: Path,
        folders: tuple[Path, ...],
        reads: Reads | None = None,
        said: Said | None = None,
    ) -> None:
        self.places = TagPlaces(root)
        self._loader = _Loader(root, folders, said)
        self._sandbox = Sandbox(self._loader, reads)

    def look_again(
        self, folders: tuple[Path, ...], unsaved: Mapping[str, bytes] = _NOTHING
    ) -> None:
        """Go on with the templates as they are now; what has not changed is not compiled again.

        ``unsaved`` is read in place of files.
        """
        self.places.clear()
        self.places.unsaved = self._loader.unsaved = unsaved
        if self._loader.look_again(folders):
            self._sandbox.look_again()

    @property
    def kept(self) -> dict[str, KeptTemplate]:
        """Compiled templates and what is known of them: worth keeping."""
        return self._sandbox.kept.table

    @property
    def reads(self) -> Reads:
        """Where the templates that are run, and the names that they look up, are noted."""
        return self._sandbox.reads

    def compile_shared(self, names: Iterable[str]) -> None:
        """Compile what several of these templates name, such as files of macros."""
        counts: Counter[str] = Counter()
        waiting = list(dict.fromkeys(names))
        for name in waiting:  # grows with what is named
            named = set(_TEMPLATE_NAME.findall(self._loader.plain(name)))
            waiting += [other for other in sorted(named) if other not in waiting]
            counts.update(named)
        for name, count in counts.items():
            if count > 1:
                with suppress(jinja2.TemplateError):  # whoever uses it reports what is wrong
                    self._sandbox.get_template(name)

    def meaning(self, name: str) -> str:
        """Return a digest over all that a template says; comments say nothing.

        Empty where there is no such template or it cannot be read. ``*`` means all templates
        there are.
        """
        if name == EVERYTHING:
            return digest([(one, self.meaning(one)) for one in self._loader.names()])
        try:
            return self._sandbox.known(name).meaning
        except _Located:
            return ""
        except jinja2.TemplateSyntaxError:
            return digest(self._loader.text(name))

    def files(self, names: Iterable[str]) -> frozenset[str]:
        """Return the files of the templates among some noted names, relative to the project.

        A template that does not exist is listed by its name.
        """
        found = (name.removeprefix(_NOTED) for name in names if name.startswith(_NOTED))
        return frozenset(self._shown(name) for name in found)

    def element(self, name: str, context: Mapping[str, Any], at: Location | None) -> Element:
        """Run a template and read what it wrote.

        ``at`` is the place that asked for the template. Raises TemplateError.
        """
        markup = self.render(name, context, at)
        try:
            return read_markup(markup, self._shown(name))
        except TemplateError as error:
            raise TemplateError(*self.places.located(error.diagnostics)) from None

    def render(self, name: str, context: Mapping[str, Any], at: Location | None) -> str:
        """Run a template; raise TemplateError with the template's line on any failure."""
        sandbox = self._sandbox
        sandbox.work = 0
        try:
            template = sandbox.get_template(name)
            scope = template.new_context(dict(context))
            return "".join(template.root_render_func(scope))
        except _Located as error:
            found = error.diagnostic
            line = _template_line(error.__traceback__)
            where = found.at or self._named(line, found.message) or at
            raise TemplateError(replace(found, at=where)) from None
        except jinja2.TemplateSyntaxError as error:
            line = Location(error.filename or self._shown(name), error.lineno)
            where = self._named(line, error.message or "")
            raise TemplateError(problems.jinja_syntax(where, error.message or "")) from None
        except TemplateError:
            raise
        except Exception as error:  # whatever an expression of the user's raised
            raise TemplateError(self._failure(error, name, context)) from None

    def _failure(self, error: Exception, name: str, context: Mapping[str, Any]) -> Diagnostic:
        """Say what failed while a template ran; raise what failed outside of any template."""
        line = _template_line(error.__traceback__)
        where = line or Location(self._shown(name))
        match error:
            case jinja2.UndefinedError():
                message, missing, known = _explain_undefined(error, context, self._text(where))
                where = self._find(where, missing)
                return problems.undefined_name(where, message, known, missing)
            case SecurityError():
                return problems.forbidden_in_template(where, str(error))
            case UnprintableError():
                called, what, hint = described(error.value, self._text(where), context)
                return problems.not_printable(self._find(where, called), called, what, hint)
            case TooMuchError():
                return problems.template_too_much(where, str(error))
            case RecursionError() | MemoryError():
                return problems.template_too_much(where, "calls itself without end")
        if line is None:
            raise error
        text = str(error).strip().splitlines()
        return problems.template_failed(line, text[0] if text else type(error).__name__)

    def narrow(self, at: Location, attribute: str) -> Location:
        """Narrow the place of a tag down to one of its attributes."""
        at = self.places.place(at)
        lines = self._loader.texts.get(at.path, "").splitlines()
        for line in range(at.line - 1, min(at.line + 20, len(lines))):
            begin = at.column - 1 if line == at.line - 1 else 0
            text = _VALUES.sub(lambda value: " " * len(value[0]), lines[line])
            end = text.find(">", begin)
            named = re.compile(rf"(?<![\w-]){re.escape(attribute)}\s*=")
            match = named.search(text, begin, end if end >= 0 else len(text))
            if match:
                return Location(at.path, line + 1, match.start() + 1, len(attribute))
            if end >= 0:
                break
        return at

    def ever_gives(self, names: Iterable[str], attribute: str, value: str) -> bool:
        """Whether a template among some noted names has an attribute of a value, even in an `if`.

        ``names`` are those of templates that were run. Comments do not count.
        """
        given = re.compile(rf"(?<![\w-]){attribute}\s*=\s*([\"']){re.escape(value)}\1")
        texts = (
            self._loader.plain(name.removeprefix(_NOTED))
            for name in names
            if name.startswith(_NOTED)
        )
        return any(given.search(text) for text in texts)

    def _text(self, at: Location) -> str:
        lines = self._loader.texts.get(at.path, "").splitlines()
        return lines[at.line - 1] if 0 < at.line <= len(lines) else ""

    def _find(self, at: Location, name: str) -> Location:
        """Narrow a line down to the only place of a name in it, if there is just one."""
        found = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self._text(at)))
        if not name or len(found) != 1:
            return at
        return Location(at.path, at.line, found[0].start() + 1, len(name))

    def _named(self, at: Location | None, message: str) -> Location | None:
        """Narrow a line down to what a message quotes first, if that occurs once."""
        quoted = _QUOTED.search(message)
        if at is None or quoted is None:
            return at
        place = self._find(at, quoted[1])
        return place if place != at else self._find(at, quoted[1].replace("\\", "\\\\"))

    def _shown(self, name: str) -> str:
        return self._loader.shown.get(name, name)


def _template_line(trace: TracebackType | None) -> Location | None:
    """Find the innermost template line in a traceback."""
    found: Location | None = None
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None and template.filename:
            line = template.get_corresponding_lineno(trace.tb_lineno)
            found = Location(template.filename, line)
        trace = trace.tb_next
    return found


_VALUES = re.compile(r"""\{[{%].*?[}%]\}|"[^"]*"|'[^']*'""")
"""What may hold a `>` inside of a tag."""
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)

_NOTED = "template:"
"""What names begin with under which templates that are run are noted."""

_QUOTED = re.compile(r"['`]+([^'`]+)['`]")
_NO_ATTRIBUTE = re.compile(r"has no (?:attribute|element) '?\"?([^'\"]+)'?\"?$")
_UNDEFINED = re.compile(r"^'([^']+)' is undefined$")


def _explain_undefined(
    error: jinja2.UndefinedError, context: Mapping[str, Any], line: str
) -> tuple[str, str, tuple[str, ...]]:
    """Say what is missing in the user's words, and which names there are."""
    text = str(error.message or error)
    if match := _UNDEFINED.search(text):
        return f"`{match[1]}` is not defined", match[1], tuple(sorted(context))
    if match := _NO_ATTRIBUTE.search(text):
        name = match[1]
        written = re.findall(rf"(?<![\w.])(\w+)\.{re.escape(name)}(?!\w)", line)
        for owner in (*written, "card", "game", "deck", "rules", "terms"):
            value = context.get(owner)
            if value is not None and type(value).__name__ in text:
                names = _names(value)
                if name not in names:
                    said = f"`{owner}` has no `{name}`" if owner in written else ""
                    return said or f"there is no `{name}` here", name, names
        return f"there is no `{name}` here", name, ()
    return text, "", ()


def _names(value: Any) -> tuple[str, ...]:
    """Name what a value of the context holds; texts and numbers hold nothing."""
    plain = isinstance(value, str) or not hasattr(value, "__iter__")
    return () if plain else tuple(sorted(str(name) for name in value))
