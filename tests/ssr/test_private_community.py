"""Tests that a visibility rule applies to all server-rendered pages, Atom feeds and sitemaps."""

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse

from community import urls
from community.core.actor import Actor
from community.ssr.http.generated_files import GeneratedFilesMiddleware
from community.ssr.pages import FILE_ROUTES, PAGE_ROUTES
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.private_community import MARKER, PrivateCommunity, create_private_community

# The name of the community is public, so the tests look for the titles of its posts.
TITLE = f"A {MARKER}"
# Pages that show no posts by other users.
OTHER_PAGES = (
    "/about",
    "/about/about",
    "/about/privacy",
    "/about/terms",
    "/communities",
    "/communities/create",
    f"/c/{MARKER}/edit",
    f"/c/{MARKER}/members",
    "/drafts",
    "/auth/finish",
    "/account/restore",
    "/email/change",
    "/email/report",
    "/email/reset",
    "/email/unsubscribe",
    "/email/verify",
    "/login/code",
    "/m",
    "/m/1",
    "/notifications",
    "/plans",
    "/plans/cards/1",
    "/plans/payments/1",
    "/profile/alice/about",
    "/profile/alice/following",
    "/profile/alice/followers",
    "/settings",
    "/top-authors",
    "/write",
    "/write/1",
)
OTHER_FILES = ("/opensearch.xml", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest")


def list_pages(scenario: PrivateCommunity) -> list[str]:
    post, comment = scenario.post, scenario.comment
    thread = urls.post(post.id, post.slug)
    return [
        *("/", "/new", "/popular", "/personal", f"/tag/{MARKER}"),
        *("/alice", "/profile/alice/comments"),
        *(f"/c/{MARKER}", f"/c/{MARKER}/new", f"/p/{post.id}", thread),
        *(f"{thread}?comment={comment.id}", f"{thread}?order=new"),
        # Only the titles beside comments have no marks.
        f"/search?q={MARKER}&type=comment",
    ]


FILES = (
    "/feed.xml",
    "/feed/alice.xml",
    f"/feed/c/{MARKER}.xml",
    f"/search.atom?q={MARKER}",
    "/sitemap/posts-1.xml",
)


async def list_showing_pages(
    client: AsyncClient, scenario: PrivateCommunity, reader: Actor
) -> set[str]:
    """Return the paths of the pages that show a post of the community to the reader."""
    client.cookies.clear()
    if not reader.is_guest:
        await sign_in(client, reader)
    showing = set()
    for path in list_pages(scenario):
        page = await client.get(path, follow_redirects=True)
        if TITLE in page.text:
            showing.add(path)
    return showing


@pytest.mark.parametrize("is_private", [False, True])
async def test_no_page_shows_posts_that_the_reader_may_not_read(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch, *, is_private: bool
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=is_private)
    all_pages = set() if is_private else {*list_pages(scenario)}
    for reader in (cast.guest, cast.bob):
        assert await list_showing_pages(html_client, scenario, reader) == all_pages
    # A member sees the posts, and the cache then contains none of them for guests.
    assert await list_showing_pages(html_client, scenario, scenario.member)
    assert await list_showing_pages(html_client, scenario, cast.guest) == all_pages


@pytest.mark.parametrize("is_private", [False, True])
async def test_no_generated_file_contains_posts_that_guests_may_not_read(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, *, is_private: bool
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=is_private)
    app = GeneratedFilesMiddleware(PlainTextResponse("behind"), FILE_ROUTES)
    transport = ASGITransport(app)
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        for path in FILES:
            content = (await client.get(path)).text
            assert (f"/p/{scenario.post.id}/" in content) is not is_private, path


async def test_the_tests_cover_every_page_and_generated_file(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=False)
    paths = [path.split("?")[0] for path in (*list_pages(scenario), *OTHER_PAGES)]
    uncovered = [
        route.pattern
        # The pages of the Admin Panel, which are not in this table, load all data later.
        for route in PAGE_ROUTES
        if not any(route.match(path) is not None for path in paths)
    ]
    uncovered += [
        route.pattern
        for route in FILE_ROUTES
        if not any(route.match(path.split("?")[0]) is not None for path in (*FILES, *OTHER_FILES))
    ]
    assert not uncovered
