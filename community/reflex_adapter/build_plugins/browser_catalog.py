"""Frontend build plugin that generates `catalog.js` with the translations for JavaScript code.

The file `assets/ui/catalog.js` in the repository is for English sites and contains no translations.
During a build, Reflex copies it to `.web/public/ui/`, and this plugin then replaces the copy.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, Unpack

from babel import Locale
from babel.messages.catalog import Catalog, Message
from reflex.plugins import Plugin
from reflex_base.plugins import PreCompileContext

from community.i18n.catalogs import SOURCE_LANGUAGE, Language, read_catalog
from community.i18n.formats import DATE_LOCALES

CATALOG_PATH: Final = "public/ui/catalog.js"
PLURAL_CATEGORIES: Final[tuple[str, ...]] = ("zero", "one", "two", "few", "many", "other")
_ASSETS_FOLDER = "assets/"


class BrowserCatalogPlugin(Plugin):
    """Writes the file `catalog.js` with the translations into the language of the site."""

    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def pre_compile(self, **context: Unpack[PreCompileContext]) -> None:
        context["add_save_task"](_build_catalog_file, self._language)


def _build_catalog_file(language: Language) -> tuple[str, str]:
    catalog = Catalog(locale=language) if language == SOURCE_LANGUAGE else read_catalog(language)
    return CATALOG_PATH, render_catalog(catalog, language)


def render_catalog(catalog: Catalog, language: Language) -> str:
    """Return the source of the JavaScript module that `assets/ui/i18n.js` imports."""
    content = {
        "locale": language,
        "dateLocale": DATE_LOCALES[language].replace("_", "-"),
        "categories": list_plural_categories(language, catalog.num_plurals),
        "messages": dict(_iter_browser_translations(catalog)),
    }
    return f"export default {json.dumps(content, ensure_ascii=False)};\n"


def list_plural_categories(language: Language, form_count: int) -> list[str]:
    """Return the CLDR plural category of each plural form, such as `one` or `few`.

    A Russian catalog has no plural form for the category `other`, because Russian uses `other` only
    for fractions.
    """
    known = {*Locale.parse(language).plural_form.tags, "other"}
    return [category for category in PLURAL_CATEGORIES if category in known][:form_count]


def _iter_browser_translations(catalog: Catalog) -> Iterator[tuple[str, Any]]:
    """Yield a pair of text and translation for each text in the JavaScript files in `assets/`."""
    for message in catalog:
        if not message.id or not _is_used_in_browser(message) or message.fuzzy:
            continue
        forms = message.string
        if isinstance(message.id, str):
            if forms:
                # If the message has a context, the key has the same format as in a .mo file.
                yield "\x04".join(filter(None, (message.context, message.id))), forms
        elif forms and all(forms):
            yield message.id[0], list(forms)


def _is_used_in_browser(message: Message) -> bool:
    return any(file.startswith(_ASSETS_FOLDER) for file, _ in message.locations)
