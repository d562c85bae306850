"""Tests that server-rendered pages and live pages load what they show with the same functions."""

from community.domain import pages
from tests.architecture.sources import ROOT, list_python_files

LOADERS = sorted(name for name in vars(pages) if name.startswith("load_"))
# What `domain/pages` composes. Pages would show something else if they loaded it on their own.
COMPOSED = (
    *("discovery.get_feed_items", "discovery.find_setup_checklist", "discovery.get_about"),
    *("comments.get_thread_page", "search.count_posts"),
    *("people.get_profile_by_slug", "communities.get_view_by_slug"),
    *("follows.list_followers", "follows.list_following"),
)
# Not a page.
ATOM_FEEDS = "community/ssr/pages/atom.py"


def test_each_loader_is_called_by_server_rendered_and_live_pages() -> None:
    for directory in ("community/ssr", "community/state"):
        source = _read(directory)
        assert [name for name in LOADERS if f"pages.{name}" not in source] == []


def test_pages_do_not_load_the_parts_on_their_own() -> None:
    source = _read("community/ssr") + _read("community/state/pages")
    for name in COMPOSED:
        assert name not in source, f"Call the function of domain/pages instead of {name}."


def _read(directory: str) -> str:
    files = (file for file in list_python_files(directory) if file != ROOT / ATOM_FEEDS)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
