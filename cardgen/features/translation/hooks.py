"""Translations lie beside a game's data; a build reads the one of its language, if any."""

from cardgen.model.locale.translation import FOLDER
from cardgen.pipeline.hooks import HOOKS, Hooks

HOOKS.add("translation", Hooks(records=(FOLDER,)))
