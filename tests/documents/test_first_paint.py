"""What stands in a page for the sake of its first paint, and for the scripts that follow."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import AsyncClient

from community.documents import modules, shell
from community.documents.first_paint import arranged
from tests import factories
from tests.cast import Cast

HEAD = (
    '<html><head><link as="style" href="/assets/all-1.css" rel="preload"/>'
    '<link rel="modulepreload" href="/assets/entry-1.js"/><script>let theme;</script>'
    '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/></head>'
    "<body><div></div></body></html>"
)
SHARED = ["/assets/react-1.js"]
ROUTES = {
    "root": {"path": "", "module": "/assets/root-1.js", "imports": SHARED},
    "home": {"module": "/assets/home-1.js", "imports": [*SHARED, "/assets/feed-1.js"]},
    "person": {"path": ":person_slug", "module": "/assets/person-1.js", "imports": SHARED},
    "new": {"path": "new", "module": "/assets/new-1.js", "imports": SHARED},
    "post": {"path": "p/:post_id/:slug", "module": "/assets/post-1.js", "imports": SHARED},
    "none": {"path": "*", "module": "/assets/none-1.js", "imports": SHARED},
}
ENTRY = {"module": "/assets/entry-1.js", "imports": SHARED}


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A build with one stylesheet and a few pages."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "all-1.css").write_text("p{color:red}")
    manifest = json.dumps({"entry": ENTRY, "routes": ROUTES})
    (assets / "manifest-1.js").write_text(f"window.__reactRouterManifest={manifest};")
    (tmp_path / shell.FALLBACK).write_text(HEAD)
    monkeypatch.setattr(shell, "BUILD", tmp_path)
    shell.shell.cache_clear()
    yield tmp_path
    shell.shell.cache_clear()


def test_a_page_brings_its_rules_and_nobody_waits_for_the_stylesheet(build: Path) -> None:
    page = arranged(HEAD.encode(), build).decode()
    assert "<style>p{color:red}</style>" in page
    # React finds the link that it knows; what is only for print does not hold up the screen.
    assert 'rel="stylesheet" media="print" type="text/css"/>' in page
    assert 'as="style"' not in page


def test_scripts_give_way_to_what_is_seen_first(build: Path) -> None:
    page = arranged(HEAD.encode(), build).decode()
    assert '<link rel="modulepreload" fetchpriority="low" href="/assets/entry-1.js"/>' in page


@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("/", "home-1.js"),
        ("/new", "new-1.js"),
        ("/alice", "person-1.js"),
        ("/p/7/on-sourdough", "post-1.js"),
    ],
)
def test_a_page_names_its_own_scripts(build: Path, path: str, script: str) -> None:
    tags = modules.announced(build, path)
    assert f'<link rel="modulepreload" fetchpriority="low" href="/assets/{script}">' in tags
    # Those of every page are named in its shell.
    assert "react-1.js" not in tags


def test_where_there_is_no_page_there_are_no_scripts_of_it(build: Path) -> None:
    assert modules.announced(build, "/p/7/on-sourdough/further") == ""


async def test_the_document_of_a_post_names_the_scripts_of_its_live_page(
    browser: AsyncClient, build: Path, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    page = await browser.get(f"/p/{post.id}/on-sourdough")
    assert '<link rel="modulepreload" fetchpriority="low" href="/assets/post-1.js">' in page.text
