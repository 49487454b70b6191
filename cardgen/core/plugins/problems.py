"""Diagnostics about plug-ins (CG170)."""

from cardgen.core.problems import Wording, problem


@problem("CG170")
def broken_plugin(plugin: str, module: str, error: BaseException) -> Wording:
    """An installed plug-in cannot be loaded, so its parts are missing.

    Everything else works as if the plug-in were not installed. Plug-ins are packages that add
    elements, components, products, services or commands.
    """
    name = plugin.partition(" ")[0]
    return Wording(
        f"the plug-in `{plugin}` cannot be loaded: {type(error).__name__} in `{module}`: {error}",
        hints=(f"update it, or remove it: `pip uninstall {name}`",),
    )
