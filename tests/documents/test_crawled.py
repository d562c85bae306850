"""robots.txt, sitemaps and Atom feeds: whole, escaped, and only of what everybody may read."""

import re
from collections.abc import AsyncIterator
from importlib import import_module
from xml.etree import ElementTree as ET

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse

from community.core import database
from community.core.database import unit_of_work
from community.documents.crawled import Crawled
from community.documents.door import Documents
from community.domain import accounts, posts
from community.domain.accounts import ProfileChanges
from community.wiring import wire
from tests import factories
from tests.cast import Cast

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[^<]+")


@pytest.fixture
async def program(db: None) -> AsyncIterator[AsyncClient]:
    """A crawler or a feed reader."""
    wire()
    transport = ASGITransport(Crawled(Documents(PlainTextResponse("behind"))))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        yield client


async def _places(program: AsyncClient, address: str) -> list[str]:
    answer = await program.get(address)
    assert answer.headers["content-type"] == "application/xml"
    return [each.text or "" for each in ET.fromstring(answer.text).iter(f"{SITEMAP}loc")]


async def test_robots_are_led_to_the_sitemap_and_not_kept_from_people_with_short_names(
    program: AsyncClient, cast: Cast
) -> None:
    answer = await program.get("/robots.txt")
    lines = answer.text.splitlines()
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Sitemap: http://localhost:3000/sitemap.xml" in lines
    assert "Disallow: /m$" in lines
    assert "Disallow: /m" not in lines


async def test_the_sitemap_has_what_everybody_may_read(program: AsyncClient, cast: Cast) -> None:
    place = await factories.community(cast.alice, posts_count=1)
    post = await factories.post(cast.alice, community_id=place.id)
    await factories.post(cast.alice, "Hidden", status="unpublished")
    async with unit_of_work() as session:
        (await accounts.get_user(session, "alice")).posts_count = 1
    index = await _places(program, "/sitemap.xml")
    assert index == [
        f"http://localhost:3000/sitemap/{kind}-1.xml"
        for kind in ("posts", "communities", "profiles")
    ]
    found = [place for part in index for place in await _places(program, part[21:])]
    assert f"http://localhost:3000/p/{post.id}/on-sourdough" in found
    assert "http://localhost:3000/c/bread" in found
    assert "http://localhost:3000/alice" in found
    assert not [place for place in found if "hidden" in place or "/bob" in place]


async def test_a_large_site_has_several_parts(
    program: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("community.domain.discovery.addresses"), "SPAN", 2)
    for number in range(5):
        await factories.post(cast.alice, f"Number {number}")
    parts = [part for part in await _places(program, "/sitemap.xml") if "posts" in part]
    assert len(parts) == 3
    found = [place for part in parts for place in await _places(program, part[21:])]
    assert len([place for place in found if "/p/" in place]) == 5
    assert (await program.get("/sitemap/posts-4.xml")).status_code == 404
    assert (await program.get("/sitemap/secrets-1.xml")).status_code == 404


async def test_the_feed_is_atom_newest_first(program: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice, "First & foremost")
    await factories.post(cast.alice, "<b>Second</b>", slug="second")
    answer = await program.get("/feed.xml")
    assert answer.headers["content-type"] == "application/atom+xml"
    feed = ET.fromstring(answer.text)
    titles = [each.findtext(f"{ATOM}title") for each in feed.iter(f"{ATOM}entry")]
    assert titles == ["<b>Second</b>", "First & foremost"]
    assert feed.findtext(f"{ATOM}id") == "http://localhost:3000/feed.xml"


async def test_authors_and_communities_have_feeds_of_their_own(
    program: AsyncClient, cast: Cast
) -> None:
    place = await factories.community(cast.alice)
    await factories.post(cast.alice, "By Alice")
    await factories.post(cast.bob, "In bread", community_id=place.id)
    assert "In bread" not in (await program.get("/feed/alice.xml")).text
    assert "By Alice" not in (await program.get("/feed/c/bread.xml")).text
    assert "In bread" in (await program.get("/feed/c/bread.xml")).text
    for address in ("/feed/nobody.xml", "/feed/c/nothing.xml", "/feed/settings.xml"):
        assert (await program.get(address)).status_code == 404


async def test_the_feed_of_a_former_address_moved(program: AsyncClient, cast: Cast) -> None:
    async with unit_of_work() as session:
        await accounts.change_profile(session, cast.alice, ProfileChanges(slug="alicia"))
    answer = await program.get("/feed/alice.xml")
    assert (answer.status_code, answer.headers["location"]) == (301, "/feed/alicia.xml")


async def test_a_new_post_is_in_the_feed_at_once(program: AsyncClient, cast: Cast) -> None:
    assert "Fresh" not in (await program.get("/feed.xml")).text
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, cast.alice, title="Fresh", text="Words.")
        await posts.publish(session, cast.alice, post_id=draft.id)
    await database.pushed()
    assert "Fresh" in (await program.get("/feed.xml")).text


async def test_moments_are_in_utc_as_everywhere(program: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice)
    for address in ("/feed.xml", "/sitemap/posts-1.xml"):
        moments = MOMENT.findall((await program.get(address)).text)
        assert moments
        assert not [each for each in moments if not each.endswith("Z")]


async def test_control_characters_do_not_break_the_xml(program: AsyncClient, cast: Cast) -> None:
    await factories.post(cast.alice, "Bell\x07 and \x0c page", slug="bell")
    ET.fromstring((await program.get("/feed.xml")).text)


@pytest.mark.parametrize("address", ["/feed.xml", "/robots.txt", "/sitemap.xml"])
async def test_a_file_that_did_not_change_is_304(
    program: AsyncClient, cast: Cast, address: str
) -> None:
    await factories.post(cast.alice)
    first = await program.get(address)
    again = await program.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
