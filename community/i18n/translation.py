"""The active language of this process, and the functions that translate texts into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.numbers import format_decimal

from community.i18n.catalogs import SOURCE_LANGUAGE, load_translations, read_catalog

# Smaller numbers have no separators, and formatting takes time.
_THOUSAND: Final = 1_000

_active_language = SOURCE_LANGUAGE
_active: NullTranslations = load_translations(SOURCE_LANGUAGE)


def activate(language: str) -> None:
    global _active, _active_language  # noqa: PLW0603  # one language per process
    _active = load_translations(language)
    _active_language = language


def active_language() -> str:
    return _active_language


def get_language_name() -> str:
    return str(Locale.parse(_active_language).get_display_name()).capitalize()


@contextmanager
def override(language: str) -> Iterator[None]:
    """Set the language of this process within a `with` block, then restore the previous one."""
    previous = _active_language
    activate(language)
    try:
        yield
    finally:
        activate(previous)


def gettext(message: str, /, **values: Any) -> str:
    """Translate `message` and replace its placeholders such as `{name}` with `values`.

    Without `values` nothing is replaced, and braces stay in the text. A value can be a Reflex Var.
    """
    translated = _active.gettext(message)
    return translated.format(**values) if values else translated


def pgettext(context: str, message: str, /, **values: Any) -> str:
    """Translate a message that has several meanings. `context` names the intended meaning."""
    translated = _active.pgettext(context, message)
    return translated.format(**values) if values else translated


def ngettext(singular: str, plural: str, n: int, /, **values: Any) -> str:
    """Translate a message whose plural form depends on `n`.

    `{n}` is replaced with the number, with thousands separators.
    """
    number = format_decimal(n, locale=_active_language) if n >= _THOUSAND else n
    return _active.ngettext(singular, plural, n).format(n=number, **values)


def noop(message: str) -> str:
    """Return `message` unchanged, but mark it as a text to translate.

    Use it for constants, and pass the constant to `gettext` where the text is shown.
    """
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Return both messages unchanged, but mark them as a text to translate with `ngettext`."""
    return singular, plural


def plural_forms(singular: str, plural: str) -> list[str]:
    """Return all plural forms of a message in the active language.

    Use it if the number is known only in the browser. The order of the forms is `one`, `other` in
    English and `one`, `few`, `many` in Russian. These are the names of CLDR plural categories.
    """
    if _active_language == SOURCE_LANGUAGE:
        return [singular, plural]
    entry = _cached_catalog(_active_language).get(singular)
    forms = entry.string if entry is not None else None
    return list(forms) if isinstance(forms, tuple | list) and all(forms) else [singular, plural]


@cache
def _cached_catalog(language: str) -> Catalog:
    return read_catalog(language)
