"""Loads the translations from `locales/<language>/LC_MESSAGES/messages.po`."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, get_args

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["en", "ru"]
LANGUAGES: Final = get_args(Language)
SOURCE_LANGUAGE: Final = "en"
LOCALES_DIR: Final = Path(__file__).parent / "locales"


def catalog_path(language: str) -> Path:
    return LOCALES_DIR / language / "LC_MESSAGES" / "messages.po"


def read_catalog(language: str) -> Catalog:
    with catalog_path(language).open("rb") as file:
        return read_po(file, locale=language)


@cache
def load_translations(language: str) -> NullTranslations:
    if language == SOURCE_LANGUAGE:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read_catalog(language))
    compiled.seek(0)
    return GNUTranslations(compiled)
