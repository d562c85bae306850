import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from community.i18n.catalogs import LANGUAGES, Language
from community.reflex_adapter.build_plugins import browser_catalog
from community.reflex_adapter.build_plugins.browser_catalog import (
    CATALOG_PATH,
    BrowserCatalogPlugin,
    list_plural_categories,
    render_catalog,
)

UI = Path("assets/ui")


def parse_catalog_module(source: str) -> Any:
    return json.loads(source.removeprefix("export default ").removesuffix(";\n"))


def run_plugin(language: Language) -> tuple[str, str]:
    tasks: list[tuple[Any, ...]] = []
    plugin: Any = BrowserCatalogPlugin(language)
    plugin.pre_compile(add_save_task=lambda *task: tasks.append(task))
    [(save, *arguments)] = tasks
    path, source = save(*arguments)
    return path, source


@pytest.fixture
def russian_catalog() -> Catalog:
    catalog = Catalog(locale="ru")
    catalog.add("Reply", "Ответить", [("assets/ui/discussion/rows.js", 3)])
    catalog.add(
        ("{n} new comment", "{n} new comments"),
        ("{n} новый комментарий", "{n} новых комментария", "{n} новых комментариев"),
        [("community/pages/post.py", 1), ("assets/ui/writing/composer.jsx", 2)],
    )
    catalog.add("Sign in", "Войти", [("community/ssr/http/layout.py", 1)])
    catalog.add("Untranslated", "", [("assets/ui/share.js", 1)])
    catalog.add("Doubtful", "Сомнительно", [("assets/ui/share.js", 2)], flags=["fuzzy"])
    return catalog


def test_the_browser_catalog_contains_only_translated_texts_used_in_javascript(
    russian_catalog: Catalog,
) -> None:
    assert parse_catalog_module(render_catalog(russian_catalog, "ru")) == {
        "locale": "ru",
        "dateLocale": "ru-RU",
        "categories": ["one", "few", "many"],
        "messages": {
            "Reply": "Ответить",
            "{n} new comment": [
                "{n} новый комментарий",
                "{n} новых комментария",
                "{n} новых комментариев",
            ],
        },
    }


def test_the_plugin_writes_the_russian_catalog(
    russian_catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_catalog, "read_catalog", lambda _: russian_catalog)
    path, source = run_plugin("ru")
    assert path == CATALOG_PATH
    assert parse_catalog_module(source)["messages"]["Reply"] == "Ответить"


def test_the_english_catalog_equals_the_file_in_assets() -> None:
    script = 'import catalog from "./assets/ui/catalog.js"; console.log(JSON.stringify(catalog))'
    node = shutil.which("node")
    assert node, "Node is installed with the Python packages"
    output = subprocess.run(
        [node, "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert parse_catalog_module(run_plugin("en")[1]) == json.loads(output)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plugin_writes_a_catalog_for_every_language(language: Language) -> None:
    assert parse_catalog_module(run_plugin(language)[1])["locale"] == language


def test_plural_categories_match_the_number_of_plural_forms() -> None:
    assert list_plural_categories("en", 2) == ["one", "other"]
    assert list_plural_categories("ru", 3) == ["one", "few", "many"]


def test_the_generated_catalog_overwrites_the_catalog_copied_from_assets() -> None:
    """Check that both files have the same path.

    Reflex copies `assets/` to `public/`, and the plugin then writes its file to `public/`.
    """
    assert (UI / "catalog.js").relative_to("assets") == Path(CATALOG_PATH).relative_to("public")
