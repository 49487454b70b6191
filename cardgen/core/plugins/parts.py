"""The parts of plug-ins: a plug-in has modules with the same names as folders of the program.

``cardgen_dice.elements`` has elements, like ``cardgen.layout.elements``. Each is a module, or a
package with a module for each part, and registers its parts when it is imported. The program
imports it when it first needs parts of that kind.
"""

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.plugins.installed import Plugin, plugins
from cardgen.core.plugins.problems import broken_plugin

failures: list[Diagnostic] = []
"""The plug-ins that could not be loaded so far."""


@cache
def load_parts(kind: str) -> tuple[ModuleType, ...]:
    """Import the parts of one kind from all plug-ins; faulty plug-ins are added to `failures`."""
    modules: list[ModuleType] = []
    for plugin in plugins():
        folder = plugin.folder
        if folder is None:
            _refuse_whole(plugin)
        elif (folder / f"{kind}.py").is_file() or (folder / kind).is_dir():
            modules += _load(plugin, f"{plugin.package}.{kind}")
    return tuple(modules)


def _refuse_whole(plugin: Plugin) -> None:
    """Add the reason why a plug-in without a folder cannot be used."""
    if _import(plugin, plugin.package) is not None:
        _note(plugin, plugin.package, ImportError("it is a single module, not a package"))


def _load(plugin: Plugin, name: str) -> list[ModuleType]:
    """Import a module, and the modules of a package; a faulty module does not stop the others."""
    module = _import(plugin, name)
    inner = pkgutil.iter_modules(getattr(module, "__path__", ()))
    modules = [module, *(_import(plugin, f"{name}.{info.name}") for info in inner)]
    return [module for module in modules if module is not None]


def _import(plugin: Plugin, name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:  # whatever the plug-in raises
        _note(plugin, name, error)
        return None


def refuse_part(part: str, reason: str) -> None:
    """Add a failure: a part of a plug-in, a module or a file, cannot be used."""
    for plugin in plugins():
        if part.startswith((f"{plugin.package}.", f"{plugin.folder}{os.sep}")):
            _note(plugin, part, ImportError(reason))


def _note(plugin: Plugin, part: str, error: BaseException) -> None:
    failure = broken_plugin(None, str(plugin), part, error)
    if failure not in failures:  # several kinds or threads can meet the same fault
        failures.append(failure)


def folders_of_parts(kind: str) -> list[Path]:
    """Return the folders of plug-ins that have parts as files, such as printing services."""
    folders = [plugin.folder for plugin in plugins()]
    return [folder / kind for folder in folders if folder is not None and (folder / kind).is_dir()]


def plugin_at_fault(error: BaseException) -> Plugin | None:
    """Return the plug-in whose code raised an error, or called the code that raised it."""
    import traceback

    frames = "".join(traceback.format_exception(error))  # errors of workers arrive as text
    for plugin in plugins():
        if plugin.folder is not None and f"{plugin.folder}{os.sep}" in frames:
            return plugin
    return None
