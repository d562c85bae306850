"""Paths of the stylesheets, scripts, fonts and icons in `assets/`."""

from typing import Final

STYLESHEETS: Final = [
    "styles/tokens.css",
    "styles/fonts.css",
    "styles/base.css",
    "styles/components.css",
    "styles/prose.css",
    "styles/names.css",
    "styles/advertisements.css",
]

# Keyboard navigation for menus and tabs, and polyfills. It is loaded after the first paint.
POLYFILLS_SCRIPT: Final = "/polyfills.js"
# Submits forms that have the attribute `data-ajax-form` without leaving the page.
AJAX_FORMS_SCRIPT: Final = "/ajax_forms.js"

FONT_FAMILIES: Final = ("onest", "literata")
# The subsets that every page of a site in a language needs at once. Browsers load other subsets
# when a page needs them.
PRELOADED_SUBSETS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("latin",),
    "ru": ("cyrillic", "latin"),
}

FAVICON: Final = "/favicon.svg"
TOUCH_ICON: Final = "/apple-touch-icon.png"


def list_preloaded_fonts(language: str) -> list[str]:
    return [
        f"/fonts/{family}-{subset}.woff2"
        for subset in PRELOADED_SUBSETS[language]
        for family in FONT_FAMILIES
    ]
