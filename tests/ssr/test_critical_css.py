"""Tests of the critical CSS and the preloaded scripts of a page."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import AsyncClient

from community.reflex_adapter import build_output
from community.reflex_adapter.build_output import inline_critical_css
from community.ssr.http import module_preload, shell
from tests import factories
from tests.cast import Cast

BUILT_HTML = (
    '<html><head><link as="style" href="/assets/all-1.css" rel="preload"/>'
    '<link rel="modulepreload" href="/assets/entry-1.js"/><script>let theme;</script>'
    '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/></head>'
    "<body><div></div></body></html>"
)
SHARED = ["/assets/react-1.js"]
ROUTES = {
    "root": {"path": "", "module": "/assets/root-1.js", "imports": SHARED},
    "home": {"module": "/assets/home-1.js", "imports": [*SHARED, "/assets/feed-1.js"]},
    "profile": {"path": ":user_slug", "module": "/assets/profile-1.js", "imports": SHARED},
    "new": {"path": "new", "module": "/assets/new-1.js", "imports": SHARED},
    "post": {"path": "p/:post_id/:slug", "module": "/assets/post-1.js", "imports": SHARED},
    "none": {"path": "*", "module": "/assets/none-1.js", "imports": SHARED},
}
ENTRY = {"module": "/assets/entry-1.js", "imports": SHARED}


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of a fake front-end build with one stylesheet and a few pages."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "all-1.css").write_text("p{color:red}")
    manifest = json.dumps({"entry": ENTRY, "routes": ROUTES})
    (assets / "manifest-1.js").write_text(f"window.__reactRouterManifest={manifest};")
    (tmp_path / build_output.FALLBACK_FILE).write_text(BUILT_HTML)
    monkeypatch.setattr(build_output, "BUILD_DIR", tmp_path)
    shell.load_shell.cache_clear()
    yield tmp_path
    shell.load_shell.cache_clear()


def test_css_is_inlined_and_the_stylesheet_does_not_block_rendering(build: Path) -> None:
    page = inline_critical_css(BUILT_HTML.encode(), build).decode()
    assert "<style>p{color:red}</style>" in page
    # React needs the link for hydration. Because of media="print" it does not block rendering.
    assert 'rel="stylesheet" media="print" type="text/css"/>' in page
    assert 'as="style"' not in page


def test_scripts_are_preloaded_with_low_priority(build: Path) -> None:
    page = inline_critical_css(BUILT_HTML.encode(), build).decode()
    assert '<link rel="modulepreload" fetchpriority="low" href="/assets/entry-1.js"/>' in page


@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("/", "home-1.js"),
        ("/new", "new-1.js"),
        ("/alice", "profile-1.js"),
        ("/p/7/on-sourdough", "post-1.js"),
    ],
)
def test_a_page_preloads_its_own_scripts(build: Path, path: str, script: str) -> None:
    tags = module_preload.preload_tags(build, path)
    assert f'<link rel="modulepreload" fetchpriority="low" href="/assets/{script}">' in tags
    # The HTML of the front-end build already preloads the scripts that every page needs.
    assert "react-1.js" not in tags


def test_an_unknown_route_preloads_no_scripts(build: Path) -> None:
    assert module_preload.preload_tags(build, "/p/7/on-sourdough/further") == ""


async def test_the_post_page_preloads_its_route_scripts(
    html_client: AsyncClient, build: Path, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    page = await html_client.get(f"/p/{post.id}/on-sourdough")
    assert '<link rel="modulepreload" fetchpriority="low" href="/assets/post-1.js">' in page.text
