"""Find, compile and run templates."""

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
from cardgen.source.lines import line_starts
from cardgen.source.phrases import template_context, translate_template
from cardgen.template import problems
from cardgen.template.budget import TooMuchError, UnprintableError, describe_unprintable
from cardgen.template.element import Element, read_markup
from cardgen.template.faults import explain_failure, find_jinja_fault, location_in
from cardgen.template.sandbox import CachedTemplate, Sandbox
from cardgen.template.stamps import TagLocations

MAX_BYTES = 1_000_000
SHARED = "shared"
Translate = Callable[[str, str], str]
_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_TEMPLATE_NAME = re.compile(r"""["']([^"'\n]+\.j2)["']""")
_PLAIN_NAME = re.compile(r"[^\\:\x00-\x1f]+")


class _DiagnosticError(jinja2.TemplateNotFound):
    """Carries a diagnostic through Jinja."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Loader(jinja2.BaseLoader):
    """Finds templates in the game's folder, then in the shared folders."""

    def __init__(self, root: Path, folders: tuple[Path, ...], translate: Translate | None) -> None:
        self.root = root
        self.folders = folders
        self.translate = translate
        self.display_paths: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        """The texts of the files that were read, by their paths."""
        self.unsaved: Mapping[str, bytes] = {}
        """Unsaved texts by path; they replace the contents of the files."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        """Return the text of a template, and its path for messages."""
        return self.text(template), self.display_paths[template], None

    def reload(self, folders: tuple[Path, ...]) -> bool:
        """Read the templates of the last build again; return whether one has changed."""
        before, self.texts, self.folders = self.texts, {}, folders
        read = [(name, before[path]) for name, path in self.display_paths.items() if path in before]
        try:
            return any(self.text(name) != text for name, text in read)
        except _DiagnosticError:
            return True

    def text(self, template: str) -> str:
        """Return the text of a template; a file is read once, so code and digest agree."""
        path = self.display_paths.get(template, "")
        if path not in self.texts:
            file = self.find(template)
            path = self.display_paths[template] = relative(file, self.root)
            try:
                data = self.unsaved.get(path)
                if data is None:
                    data = read_bytes(file, path, "the template", MAX_BYTES, Location(path))
                text = decode(path, data).text
            except SourceError as error:
                raise _DiagnosticError(*error.diagnostics) from None
            if self.translate is not None:
                text = translate_template(text, partial(self.translate, template_context(template)))
            self.texts[path] = text
        return self.texts[path]

    def plain(self, template: str) -> str:
        """Return a template's text without its comments; empty if it cannot be read."""
        try:
            return _COMMENT.sub("", self.text(template))
        except _DiagnosticError:
            return ""

    def find(self, name: str) -> Path:
        parts = PurePosixPath(name).parts
        if not _PLAIN_NAME.fullmatch(name) or ".." in parts or name.startswith("/"):
            why = paths.refusal(name) or "it is not a plain name"
            raise _DiagnosticError(problems.template_name_refused(None, name, why))
        for folder in self.folders:
            # `shared/x` is in the folder of all games; templates of other games are not accessible.
            shared = parts[:1] == (folder.name,) == (SHARED,)
            file = folder.parent / name if shared else folder / name
            if os.path.isfile(file):  # False for a name that is too long for the system
                if not paths.stays_inside(file, self.root, folder):
                    raise _DiagnosticError(problems.template_name_refused(None, name, paths.LINK))
                return file
        folder_names = tuple(f"`{relative(folder, self.root)}`" for folder in self.folders)
        raise _DiagnosticError(problems.template_not_found(None, name, self.names(), folder_names))

    def names(self) -> tuple[str, ...]:
        names = {
            file.relative_to(folder).as_posix()
            for folder in self.folders
            if folder.is_dir()
            for file in folder.rglob("*.j2")
        }
        return tuple(sorted(names))


class Templates:
    """The templates of one game.

    One instance renders all sides of a game and caches compiled templates. It searches ``folders``
    in order, and records the templates and names that it reads in ``reads``. ``translate`` takes
    the context of a template and a phrase, and returns the phrase in the language of the game.
    """

    def __init__(
        self,
        root: Path,
        folders: tuple[Path, ...],
        reads: Reads | None = None,
        translate: Translate | None = None,
    ) -> None:
        self.places = TagLocations(root)
        self._loader = _Loader(root, folders, translate)
        self._sandbox = Sandbox(self._loader, reads)

    def reload(self, folders: tuple[Path, ...], unsaved: Mapping[str, bytes] = _NOTHING) -> None:
        """Read the templates again, and compile the changed ones when they are next used.

        ``unsaved`` are unsaved texts by path, which replace the contents of the files.
        """
        self.places.clear()
        self.places.unsaved = self._loader.unsaved = unsaved
        if self._loader.reload(folders):
            self._sandbox.reload()

    def use_decimal_comma(self, is_used: bool) -> None:
        """Print numbers with a comma in words, or with a point; in attributes, it is a point."""
        self._sandbox.decimal_comma = is_used

    @property
    def cache(self) -> dict[str, CachedTemplate]:
        """The compiled templates with their digests, to be stored between builds."""
        return self._sandbox.template_cache.entries

    @property
    def reads(self) -> Reads:
        """The record of the templates that are run and of the names that they look up."""
        return self._sandbox.reads

    def compile_shared(self, names: Iterable[str]) -> None:
        """Compile the templates that several of these templates use, such as files of macros."""
        counts: Counter[str] = Counter()
        waiting = list(dict.fromkeys(names))
        for name in waiting:  # the loop appends the templates in use
            named = set(_TEMPLATE_NAME.findall(self._loader.plain(name)))
            waiting += [template for template in sorted(named) if template not in waiting]
            counts.update(named)
        for name, count in counts.items():
            if count > 1:
                with suppress(jinja2.TemplateError):  # the templates that use it report the error
                    self._sandbox.get_template(name)

    def template_digest(self, name: str) -> str:
        """Return the template digest, which ignores comments; ``*`` means all templates.

        It is empty if the template does not exist or cannot be read.
        """
        if name == EVERYTHING:
            return digest([(path, self.template_digest(path)) for path in self._loader.names()])
        try:
            return self._sandbox.cached_template(name).template_digest
        except _DiagnosticError:
            return ""
        except jinja2.TemplateSyntaxError:
            return digest(self._loader.text(name))

    def files(self, names: Iterable[str]) -> frozenset[str]:
        """Return the files of the templates among dependencies, relative to the project.

        A template that does not exist is listed by its name.
        """
        template_names = (name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX))
        return frozenset(self._display_path(name) for name in template_names)

    def element(self, name: str, context: Mapping[str, Any], location: Location | None) -> Element:
        """Run a template, and return its output as an element tree; raise TemplateError.

        ``location`` is the location that names the template.
        """
        markup = self.render(name, context, location)
        try:
            return read_markup(markup, self._display_path(name), self._find_tag)
        except TemplateError as error:
            raise TemplateError(*self.places.locate(error.diagnostics)) from None

    def render(self, name: str, context: Mapping[str, Any], location: Location | None) -> str:
        """Run a template, and return its output; raise TemplateError with the template's line."""
        sandbox = self._sandbox
        sandbox.cost = 0
        try:
            template = sandbox.get_template(name)
            scope = template.new_context(dict(context))
            return "".join(template.root_render_func(scope))
        except _DiagnosticError as error:
            diagnostic = error.diagnostic
            line = _template_line(error.__traceback__)
            where = (
                diagnostic.location or self._point_at_quoted(line, diagnostic.message) or location
            )
            raise TemplateError(replace(diagnostic, location=where)) from None
        except jinja2.TemplateSyntaxError as error:
            line = Location(error.filename or self._display_path(name), error.lineno)
            raise TemplateError(self._syntax(line, error.message or "")) from None
        except TemplateError:
            raise
        except Exception as error:  # an expression of the template can raise any exception
            raise TemplateError(self._failure(error, name, context)) from None

    def _find_tag(self, stamp: str) -> tuple[str, int]:
        location = self.places.resolve(Location.parse(stamp))
        source = self._loader.texts.get(location.path, "")
        return source, line_starts(source)[: location.line][-1] + location.column - 1

    def _syntax(self, line: Location, message: str) -> Diagnostic:
        source = self._loader.texts.get(line.path, "")
        fault = find_jinja_fault(source, line.line, message)
        where = location_in(source, line.path, fault) if fault.offset >= 0 else line
        return problems.jinja_syntax(where, fault.message, fault.hint)

    def _failure(self, error: Exception, name: str, context: Mapping[str, Any]) -> Diagnostic:
        """Build the diagnostic of an error in a template; raise errors from elsewhere again."""
        line = _template_line(error.__traceback__)
        where = line or Location(self._display_path(name))
        match error:
            case jinja2.UndefinedError():
                message, missing, names = _explain_undefined(error, context, self._text(where))
                where = self._point_at(where, missing)
                return problems.undefined_name(where, message, names, missing)
            case SecurityError():
                return problems.forbidden_in_template(where, str(error))
            case UnprintableError():
                name, kind, hint = describe_unprintable(error.value, self._text(where), context)
                return problems.not_printable(self._point_at(where, name), name, kind, hint)
            case TooMuchError():
                return problems.template_too_much(where, str(error))
            case jinja2.TemplateRuntimeError() if line and str(error).startswith("No "):
                return self._syntax(line, str(error))  # an unknown filter inside of an `if`
            case RecursionError() | MemoryError():
                return problems.template_too_much(where, "calls itself endlessly")
        if line is None:
            raise error
        text = str(error).strip().splitlines() or [type(error).__name__]
        return problems.template_failed(line, *explain_failure(text[0]))

    def narrow(self, location: Location, attribute: str) -> Location:
        """Return the location of an attribute within the tag at a location."""
        location = self.places.resolve(location)
        lines = self._loader.texts.get(location.path, "").split("\n")
        for line in range(location.line - 1, min(location.line + 20, len(lines))):
            begin = location.column - 1 if line == location.line - 1 else 0
            text = _VALUES.sub(lambda value: " " * len(value[0]), lines[line])
            end = text.find(">", begin)
            named = re.compile(rf"(?<![\w-]){re.escape(attribute)}\s*=")
            match = named.search(text, begin, end if end >= 0 else len(text))
            if match:
                return Location(location.path, line + 1, match.start() + 1, len(attribute))
            if end >= 0:
                break
        return location

    def has_attribute_value(self, names: Iterable[str], attribute: str, value: str) -> bool:
        """Whether a template among dependencies contains an attribute with a value.

        The tag may be in an `if` that is false. Comments do not count.
        """
        pattern = re.compile(rf"(?<![\w-]){attribute}\s*=\s*([\"']){re.escape(value)}\1")
        texts = (
            self._loader.plain(name.removeprefix(_PREFIX))
            for name in names
            if name.startswith(_PREFIX)
        )
        return any(pattern.search(text) for text in texts)

    def _text(self, location: Location) -> str:
        lines = self._loader.texts.get(location.path, "").split("\n")
        return lines[location.line - 1] if 0 < location.line <= len(lines) else ""

    def _point_at(self, location: Location, name: str) -> Location:
        """Return the location of a name in a line, if the line contains it exactly once."""
        matches = list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self._text(location)))
        if not name or len(matches) != 1:
            return location
        return Location(location.path, location.line, matches[0].start() + 1, len(name))

    def _point_at_quoted(self, location: Location | None, message: str) -> Location | None:
        """Return the location of the first quoted word of a message, if the line has it once."""
        quoted = _QUOTED.search(message)
        if location is None or quoted is None:
            return location
        point = self._point_at(location, quoted[1])
        return (
            point
            if point != location
            else self._point_at(location, quoted[1].replace("\\", "\\\\"))
        )

    def _display_path(self, name: str) -> str:
        return self._loader.display_paths.get(name, name)


def _template_line(trace: TracebackType | None) -> Location | None:
    """Return the location of the innermost template line in a traceback."""
    location: Location | None = None
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        # Jinja replaces unknown filters by functions `t_1`, whose line is 1.
        is_filter = trace.tb_frame.f_code.co_name.startswith("t_")
        if template is not None and template.filename and not is_filter:
            line = template.get_corresponding_lineno(trace.tb_lineno)
            location = Location(template.filename, line)
        trace = trace.tb_next
    return location


_VALUES = re.compile(r"""\{[{%].*?[}%]\}|"[^"]*"|'[^']*'""")
"""The parts of a tag that may contain a `>`."""
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)

_PREFIX = "template:"
"""The beginning of the names of dependencies that are templates."""

_QUOTED = re.compile(r"['`]+([^'`]+)['`]")
_NO_ATTRIBUTE = re.compile(r"has no (?:attribute|element) '?\"?([^'\"]+)'?\"?$")
_UNDEFINED = re.compile(r"^'([^']+)' is undefined$")


def _explain_undefined(
    error: jinja2.UndefinedError, context: Mapping[str, Any], line: str
) -> tuple[str, str, tuple[str, ...]]:
    """Return a message with the user's words, the missing name, and the names that exist."""
    text = str(error.message or error)
    if match := _UNDEFINED.search(text):
        return f"`{match[1]}` is not defined", match[1], tuple(sorted(context))
    if match := _NO_ATTRIBUTE.search(text):
        name = match[1]
        owners_in_line = re.findall(rf"(?<![\w.])(\w+)\.{re.escape(name)}(?!\w)", line)
        for owner in (*owners_in_line, "card", "game", "deck", "rules", "terms"):
            value = context.get(owner)
            if value is not None and type(value).__name__ in text:
                names = _names(value)
                if name not in names:
                    message = f"`{owner}` has no `{name}`" if owner in owners_in_line else ""
                    return message or f"there is no `{name}` here", name, names
        return f"there is no `{name}` here", name, ()
    return text, "", ()


def _names(value: Any) -> tuple[str, ...]:
    """Return the names in a value of the context; texts and numbers have none."""
    plain = isinstance(value, str) or not hasattr(value, "__iter__")
    return () if plain else tuple(sorted(str(name) for name in value))
