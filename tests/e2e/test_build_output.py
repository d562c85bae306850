"""Contract tests for the contents of the front-end build, which React Router and Vite create.

They fail if the links to stylesheets and scripts or the route manifest have another format. The
site would still work without an inlined stylesheet and preloaded scripts, but slower.
"""

import re

import pytest

from community.reflex_adapter import build_output
from community.ssr.http.module_preload import preload_tags


def read_page() -> bytes:
    return (build_output.BUILD_DIR / build_output.FALLBACK_FILE).read_bytes()


def test_the_stylesheet_of_the_fallback_page_is_inlined() -> None:
    page = build_output.inline_critical_css(read_page(), build_output.BUILD_DIR)
    assert re.search(rb"<style>[^<]*\.flex", page)
    assert page.count(b'rel="stylesheet"') == page.count(b'rel="stylesheet" media="print"')
    assert b'as="style"' not in page
    assert page.count(b'rel="modulepreload"') == page.count(b'"modulepreload" fetchpriority="low"')


def test_the_files_of_the_build_have_names_with_a_hash() -> None:
    files = re.findall(rb'(?:href|src)="(/[^"]+\.(?:js|css))"', read_page())
    generated = [file.decode() for file in files if b"/_" not in file]
    hashed = [file for file in generated if file.startswith(build_output.HASHED_FILES_PREFIX)]
    assert hashed
    assert all(re.search(r"-[\w-]{8}\.", file) for file in hashed)


@pytest.mark.parametrize("path", ["/", "/new", "/alice", "/p/7/title", "/c/name", "/settings"])
def test_the_manifest_names_the_scripts_of_every_page(path: str) -> None:
    assert 'rel="modulepreload"' in preload_tags(build_output.BUILD_DIR, path)
