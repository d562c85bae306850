"""Frontend build plugin that stores a theme only if the visitor has chosen it.

Without this plugin, the first visit stores the default theme in the browser. A visitor who has
chosen nothing would keep it after an administrator has changed the default theme.
"""

from typing import Final, Unpack

from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

THEME_LIBRARY: Final = "$/public/ui/theme_provider.js"
EXPORT_OWN_MODULE: Final = f'export {{ ThemeProvider, useTheme }} from "{THEME_LIBRARY}";\n'
# What other modules of Reflex import from the replaced module.
EXPORTS: Final = ("export function ThemeProvider(", "export function useTheme(")


class ThemePlugin(Plugin):
    """Replaces Reflex's theme provider by the one in `assets/ui/theme_provider.js`."""

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_modify_task"]("utils/react-theme.js", replace_theme_provider)


def replace_theme_provider(source: str) -> str:
    """Return a module that exports the own theme provider.

    Raise `ValueError` if the source exports something else, because a new version of Reflex has
    probably changed it.
    """
    if source == EXPORT_OWN_MODULE:
        return source
    if source.count("export ") != len(EXPORTS) or any(name not in source for name in EXPORTS):
        raise ValueError("Reflex has changed its theme provider.")
    return EXPORT_OWN_MODULE
