from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from community import i18n
from community.i18n import catalogs, translation

MESSAGES: dict[str | tuple[str, str], str | tuple[str, ...]] = {
    "Reply to {name}": "Ответить: {name}",
    "Sign in": "Войти",
    "Untranslated": "",
    ("{n} new comment", "{n} new comments"): (
        "{n} новый комментарий",
        "{n} новых комментария",
        "{n} новых комментариев",
    ),
    ("{n} untranslated", "{n} untranslated ones"): ("", "", ""),
    "now": "сейчас",
    "{n} min": "{n} мин",
    "{n} h": "{n} ч",
    "{n} d": "{n} дн.",
    "in {n} min": "через {n} мин",
    "in {n} h": "через {n} ч",
    "in {n} d": "через {n} дн.",
    "{date} at {time} UTC": "{date} в {time} UTC",
}


def clear_translation_caches() -> None:
    catalogs.load_translations.cache_clear()
    translation._cached_catalog.cache_clear()


@pytest.fixture
def russian_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalog]:
    """Install a small Russian message catalog for tests. The active language does not change."""
    monkeypatch.setattr(catalogs, "LOCALES_DIR", tmp_path)
    catalog = Catalog(locale="ru")
    for message, translated in MESSAGES.items():
        catalog.add(message, translated, [("assets/ui/formats.js", 1)])
    path = catalogs.catalog_path("ru")
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalog)
    clear_translation_caches()
    yield catalog
    clear_translation_caches()


@pytest.fixture
def russian(russian_catalog: Catalog) -> Iterator[Catalog]:
    """Activate Russian during a test, with the messages of `russian_catalog`."""
    with i18n.override("ru"):
        yield russian_catalog
