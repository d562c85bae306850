"""Tests of robots.txt, sitemaps and Atom feeds, which must contain only public content."""

import re
from collections.abc import AsyncIterator
from importlib import import_module
from xml.etree import ElementTree as ET

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse

from community import i18n
from community.core import rate_limits
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.core.rate_limits import Limit
from community.domain import people, posts
from community.domain.people import ProfileChanges
from community.ssr.http.generated_files import GeneratedFilesMiddleware
from community.ssr.middleware import SSRMiddleware
from community.ssr.pages import FILE_ROUTES, PAGE_ROUTES
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post, reply, run

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT[^<]+")


@pytest.fixture
async def crawler_client(db: None) -> AsyncIterator[AsyncClient]:
    """Yield an HTTP client that sends no browser headers, like a crawler or a feed reader."""
    wire()
    pages = SSRMiddleware(PlainTextResponse("behind"), PAGE_ROUTES)
    transport = ASGITransport(GeneratedFilesMiddleware(pages, FILE_ROUTES))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        yield client


async def list_sitemap_urls(crawler_client: AsyncClient, path: str) -> list[str]:
    response = await crawler_client.get(path)
    assert response.headers["content-type"] == "application/xml"
    return [location.text or "" for location in ET.fromstring(response.text).iter(f"{SITEMAP}loc")]


async def test_robots_txt_names_the_sitemap_and_allows_short_usernames(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    response = await crawler_client.get("/robots.txt")
    lines = response.text.splitlines()
    assert response.headers["content-type"].startswith("text/plain")
    assert "Sitemap: http://localhost:3000/sitemap.xml" in lines
    assert "Disallow: /m$" in lines
    assert "Disallow: /m" not in lines


async def test_browsers_can_offer_to_search_the_site(crawler_client: AsyncClient) -> None:
    response = await crawler_client.get("/opensearch.xml")
    assert response.headers["content-type"] == "application/opensearchdescription+xml"
    assert 'template="http://localhost:3000/search?q={searchTerms}"' in response.text


async def test_the_sitemap_lists_public_pages(crawler_client: AsyncClient, cast: Cast) -> None:
    community = await factories.community(cast.alice, posts_count=1)
    post = await factories.post(cast.alice, community_id=community.id)
    await factories.post(cast.alice, "Hidden", status="unpublished")
    async with unit_of_work() as session:
        (await people.get_user(session, "alice")).posts_count = 1
    index = await list_sitemap_urls(crawler_client, "/sitemap.xml")
    assert index == [
        f"http://localhost:3000/sitemap/{kind}-1.xml"
        for kind in ("posts", "communities", "profiles")
    ]
    locations = [
        location
        for part in index
        for location in await list_sitemap_urls(crawler_client, part[21:])
    ]
    assert f"http://localhost:3000/p/{post.id}/on-sourdough" in locations
    assert "http://localhost:3000/c/bread" in locations
    assert "http://localhost:3000/alice" in locations
    assert not [path for path in locations if "hidden" in path or "/bob" in path]


async def test_a_large_sitemap_is_split_into_parts(
    crawler_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("community.domain.discovery.sitemap"), "IDS_PER_PART", 2)
    for number in range(5):
        await factories.post(cast.alice, f"Number {number}")
    parts = [
        part for part in await list_sitemap_urls(crawler_client, "/sitemap.xml") if "posts" in part
    ]
    assert len(parts) == 3
    locations = [
        location
        for part in parts
        for location in await list_sitemap_urls(crawler_client, part[21:])
    ]
    assert len([path for path in locations if "/p/" in path]) == 5
    assert (await crawler_client.get("/sitemap/posts-4.xml")).status_code == 404
    assert (await crawler_client.get("/sitemap/secrets-1.xml")).status_code == 404


async def test_the_site_feed_is_in_atom_format_with_the_newest_post_first(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "First & foremost")
    await factories.post(cast.alice, "<b>Second</b>", slug="second")
    response = await crawler_client.get("/feed.xml")
    assert response.headers["content-type"] == "application/atom+xml"
    feed = ET.fromstring(response.text)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert titles == ["<b>Second</b>", "First & foremost"]
    assert feed.findtext(f"{ATOM}id") == "http://localhost:3000/feed.xml"


async def test_atom_feeds_declare_the_language_of_the_site(crawler_client: AsyncClient) -> None:
    with i18n.override("ru"):
        feed = ET.fromstring((await crawler_client.get("/feed.xml")).text)
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "ru"


async def test_authors_and_communities_have_atom_feeds(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    community = await factories.community(cast.alice)
    await factories.post(cast.alice, "By Alice")
    await factories.post(cast.bob, "In bread", community_id=community.id)
    assert "In bread" not in (await crawler_client.get("/feed/alice.xml")).text
    assert "By Alice" not in (await crawler_client.get("/feed/c/bread.xml")).text
    assert "In bread" in (await crawler_client.get("/feed/c/bread.xml")).text
    for address in ("/feed/nobody.xml", "/feed/c/nothing.xml", "/feed/settings.xml"):
        assert (await crawler_client.get(address)).status_code == 404


async def test_a_search_has_an_atom_feed_of_what_guests_find_newest_first(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    post = await publish_post(cast.alice, title="Quince <jelly>", text="Boil.", tags=["jam"])
    comment = await reply(cast.bob, post, "Quinces & sugar")
    hidden = await publish_post(cast.bob, title="Quince secrets")
    await publish_post(cast.bob, title="Apples")
    await run(posts.unpublish, cast.bob, post_id=hidden.id)
    address = "/search.atom?q=quince&sort=relevance&utm=x"
    response = await crawler_client.get(address)
    assert response.headers["content-type"] == "application/atom+xml"
    feed = ET.fromstring(response.text)
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
        "Comment on “Quince <jelly>”",
        "Quince <jelly>",
    ]
    assert entries[0].findtext(f"{ATOM}summary") == "<mark>Quinces</mark> &amp; sugar"
    links = [entry.find(f"{ATOM}link") for entry in entries]
    assert [link is not None and link.get("href") for link in links] == [
        f"http://localhost:3000/p/{post.id}/{post.slug}?comment={comment.id}#comment-{comment.id}",
        f"http://localhost:3000/p/{post.id}/{post.slug}",
    ]
    for entry in (feed, *entries):
        assert all(entry.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
    assert [entry.findtext(f"{ATOM}author/{ATOM}name") for entry in entries] == ["Bob", "Alice"]
    for tag, count in (("jam", 2), ("pie", 0)):
        tagged = await crawler_client.get(f"/search.atom?q=quince&tag={tag}")
        assert tagged.text.count("<entry>") == count
    for value, count in (("0", 2), ("false", 2), ("1", 0), ("true", 0)):
        filtered = await crawler_client.get(f"/search.atom?q=quince&has_image={value}")
        assert filtered.text.count("<entry>") == count
    await run(posts.unpublish, cast.alice, post_id=post.id)
    assert "<entry>" not in (await crawler_client.get(address)).text


@pytest.mark.parametrize(
    ("query", "status"), [("", 422), ("q=-only", 422), ("q=a&type=user", 404), ("q=%00", 422)]
)
async def test_a_search_for_nothing_has_no_atom_feed(
    crawler_client: AsyncClient, cast: Cast, query: str, status: int
) -> None:
    response = await crawler_client.get(f"/search.atom?{query}")
    assert response.status_code == status
    assert response.text


async def test_the_atom_feed_of_a_search_has_the_limit_of_its_page(
    crawler_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "search_pages", Limit("search", 1))
    rate_limits.get_window.cache_clear()
    assert (await crawler_client.get("/search.atom?q=quince")).status_code == 200
    response = await crawler_client.get("/search.atom?q=quinces")
    assert response.status_code == 429
    assert 1 <= int(response.headers["retry-after"]) <= 60
    assert (await crawler_client.get("/feed.xml")).status_code == 200
    rate_limits.get_window.cache_clear()


async def test_the_atom_feed_of_a_former_username_redirects_to_the_new_username(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    async with unit_of_work() as session:
        await people.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    response = await crawler_client.get("/feed/alice.xml")
    assert (response.status_code, response.headers["location"]) == (301, "/feed/alicia.xml")


async def test_a_new_post_is_in_the_atom_feed_immediately(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    assert "Fresh" not in (await crawler_client.get("/feed.xml")).text
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title="Fresh", text=await posts.render_text("Words.")
        )
        await posts.publish(session, cast.alice, post_id=draft.id)
    await database.wait_for_pushes()
    assert "Fresh" in (await crawler_client.get("/feed.xml")).text


async def test_timestamps_in_feeds_and_sitemaps_are_in_utc(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice)
    for address in ("/feed.xml", "/sitemap/posts-1.xml"):
        timestamps = TIMESTAMP.findall((await crawler_client.get(address)).text)
        assert timestamps
        assert not [text for text in timestamps if not text.endswith("Z")]


async def test_control_characters_do_not_break_the_xml(
    crawler_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "Bell\x07 and \x0c page", slug="bell")
    ET.fromstring((await crawler_client.get("/feed.xml")).text)


@pytest.mark.parametrize("address", ["/feed.xml", "/robots.txt", "/sitemap.xml"])
async def test_a_conditional_request_for_an_unchanged_file_returns_304(
    crawler_client: AsyncClient, cast: Cast, address: str
) -> None:
    await factories.post(cast.alice)
    first = await crawler_client.get(address)
    second = await crawler_client.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (second.status_code, second.content) == (304, b"")
