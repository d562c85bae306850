"""Tests of advertisements in server-rendered pages."""

import base64
import gzip
import hashlib
import random
import re
import string
from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import AsyncClient

from community import urls
from community.components.advertisements import advertisement
from community.core import clock
from community.core.db.sessions import unit_of_work, wait_for_pushes
from community.domain import advertising, comments, site
from community.domain.advertising import (
    PLACES,
    CountKey,
    Place,
    PlacedAdvertisement,
    PlacedImage,
    Slot,
)
from community.jobs.update_advertisements import store_advertisement_counts
from community.rendering import html_output
from community.ssr import render
from community.ssr.http.advertisements import MarkedContent, PageSlots, _describe_rule
from community.ssr.http.gzip import Chunk, join_gzip
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import run
from tests.domain.advertising.rows import create, edit
from tests.workflows.payments.buyers import buy, sell

HOSTILE = '"><script>alert(1)</script><!-- ad:feed -->'


@pytest.fixture(autouse=True)
async def _empty_caches() -> AsyncIterator[None]:
    yield
    advertising.clear_running_cache()
    advertising.clear_page_cache()


def find_places(html: str) -> list[str]:
    return re.findall(r'data-place="(\w+)"', html)


async def create_in(cast: Cast, *places: Place, **values: Any) -> None:
    for place in places:
        kind = "feed" if place in advertising.PLACES_BY_KIND["feed"] else "banner"
        await create(cast.olga, place=place, kind=kind, **values)


async def create_post(cast: Cast, *, roots: int = 0) -> str:
    post = await factories.post(cast.alice)
    for _ in range(roots):
        text = await comments.render_text("Well said.")
        root = await run(comments.reply, cast.bob, post_id=post.id, text=text)
        await run(comments.reply, cast.alice, post_id=post.id, text=text, parent_id=root.id)
    return f"/p/{post.id}/on-sourdough"


async def test_each_place_shows_a_labelled_link_that_says_it_is_paid(
    html_client: AsyncClient, cast: Cast
) -> None:
    path = await create_post(cast, roots=7)
    for _ in range(6):
        await factories.post(cast.alice)
    await create_in(cast, *PLACES, every_nth=3)
    post, feed = await html_client.get(path), await html_client.get("/new")
    assert find_places(post.text) == ["header", "post_bottom", "comments", "comments", "sidebar"]
    assert find_places(feed.text) == ["header", "feed", "feed", "sidebar"]
    link = re.compile(
        r'<aside class="ad" aria-label="Advertisement" data-ad="(\d+)"[^>]*><p[^>]*>'
        r'<span>Advertisement</span></p><a href="/ad/\1\?at=[\w.-]+" rel="sponsored nofollow"'
    )
    assert len(link.findall(post.text)) == 5
    for path in ("/bread", "/alice", "/c/none"):
        assert ("header" in find_places((await html_client.get(path)).text)) == (path == "/alice")


async def test_the_policy_allows_the_scripts_that_choose(
    html_client: AsyncClient, cast: Cast
) -> None:
    await create_in(cast, "header")
    page = await html_client.get("/new")
    scripts = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    own = [script for script in scripts if "showAdvertisement" in script]
    assert len(own) == 2
    for script in own:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page.headers["content-security-policy"]
    assert not re.search(r"^\s*(export|import|//|/\*\*)", own[0], re.MULTILINE)


@pytest.mark.parametrize(
    "path",
    [
        *("/new?modal=auth", "/settings", "/plans", "/notifications", "/drafts", "/m", "/nobody"),
        *("/write", "/communities/create", "/account/restore", "/email/reset", "/auth/finish"),
        *("/admin-panel", "/admin-panel/reports", "/admin-panel/advertisements"),
    ],
)
async def test_other_pages_have_none(html_client: AsyncClient, cast: Cast, path: str) -> None:
    await create_in(cast, *PLACES)
    if "modal" not in path:
        await sign_in(html_client, cast.bob)
    page = await html_client.get(path)
    assert "data-ad" not in page.text
    assert "/ad/" not in page.text


async def test_members_who_pay_get_none(html_client: AsyncClient, cast: Cast) -> None:
    await create_in(cast, *PLACES)
    await factories.post(cast.alice)
    await sign_in(html_client, cast.bob)
    assert "data-ad=" in (await html_client.get("/new")).text
    await buy(cast.bob, await sell(cast.olga, features=["ad_free"]))
    page = (await html_client.get("/new")).text
    assert 'href="/bob"' in page
    for trace in ("data-ad", "ad-slot", "<!-- ad", "bakery", "Bread for everyone"):
        assert trace not in page


async def test_a_change_shows_at_once_and_removes_no_page_from_the_cache(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    original = render._render_content

    async def count(request: Any, actor: Any) -> Any:
        rendered.append(request.path)
        return await original(request, actor)

    monkeypatch.setattr(render, "_render_content", count)
    assert "data-ad=" not in (await html_client.get("/new")).text
    advertisement = await create(cast.olga, place="header")
    assert "Bread for everyone" in (await html_client.get("/new")).text
    await edit(cast.olga, advertisement, title="Rye for everyone")
    changed = await html_client.get("/new")
    assert "Rye for everyone" in changed.text
    assert changed.headers["etag"]
    async with unit_of_work() as session:
        await site.update_settings(
            session, cast.olga, site.AdvertisingSettings(advertisements_enabled=False)
        )
    await wait_for_pushes()
    assert rendered == ["/new"]
    assert "data-ad=" not in (await html_client.get("/new")).text


async def test_the_page_cache_has_as_many_hits_with_advertisements(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    original = render._render_content

    async def count(request: Any, actor: Any) -> Any:
        rendered.append(request.path)
        return await original(request, actor)

    monkeypatch.setattr(render, "_render_content", count)
    paths = ["/new", "/popular", "/alice", await create_post(cast, roots=3)]
    await create_in(cast, *PLACES)
    [shown, *_others] = await run(advertising.list_advertisements, cast.olga)
    slot = Slot(shown.id, clock.now().date(), shown.place)
    renders = {}
    for is_on in (True, False):
        # It also empties the page cache.
        chosen = site.AdvertisingSettings(advertisements_enabled=is_on)
        await run(site.update_settings, cast.olga, chosen)
        await wait_for_pushes()
        rendered.clear()
        for _ in range(3):
            for path in paths:
                assert ("data-ad=" in (await html_client.get(path)).text) is is_on
            advertising.buffer.add(CountKey(slot, "impressions"))
            await store_advertisement_counts()
        renders[is_on] = list(rendered)
    assert renders[True] == renders[False] == paths


async def test_guests_and_members_get_the_advertisements_of_their_audience(
    html_client: AsyncClient, cast: Cast
) -> None:
    bread = await factories.community(cast.alice, "bread")
    await create_in(cast, "header", title="Guests", audience={"readers": "guests"})
    await create_in(cast, "header", title="Bakers", audience={"communities": [bread.id]})
    assert "Guests" in (await html_client.get("/new")).text
    assert "Bakers" in (await html_client.get("/c/bread")).text
    await sign_in(html_client, cast.bob)
    member = (await html_client.get("/new")).text
    assert "Guests" not in member
    assert "Bakers" not in member


async def test_hostile_texts_are_escaped_and_each_has_at_most_one_kilobyte(
    html_client: AsyncClient, cast: Cast
) -> None:
    long = HOSTILE + "я" * 200
    await create_in(cast, "header", title=long[:60], text=long[:140], button=long[:24])
    page = (await html_client.get("/new")).text
    assert HOSTILE not in page
    [element] = re.findall(r"<aside class=\"ad\".*?</aside>", page)
    assert "&lt;script&gt;alert(1)" in element
    plain = element.replace("&#34;", '"').replace("&lt;", "<").replace("&gt;", ">")
    assert len(plain.encode()) <= 1024


def test_an_image_has_at_most_one_kilobyte() -> None:
    url = f"/media/{'0' * 36}/1280.webp"
    image = PlacedImage(url=url, width=1280, height=1280)
    shown = PlacedAdvertisement(
        id=2**31,
        at=f"4{2**31}.{'a' * 24}",
        weight=100,
        every_nth=50,
        cap_per_day=100,
        devices=advertising.DEVICES,
        image=image,
        image_small=image,
        alt="я" * advertising.ALT_MAX_LENGTH,
    )
    with html_output():
        html: Any = advertisement(shown, data_rule=_describe_rule(shown), hidden=True)
    assert len(html.encode()) <= 1024


def test_content_is_cut_at_the_places_that_show_something() -> None:
    html = "<!-- ad:header -->0" + "".join(f"<!-- ad:feed -->{n}" for n in range(1, 8))
    content, chunk = MarkedContent(html), Chunk.compress(b"*")
    every_third = PageSlots("feed", {"feed": chunk}, (("feed", 3),))
    assert content.join(every_third).plain == b"012*345*67"
    assert content.join(every_third) is content.join(every_third)
    assert content.join(PageSlots("")).plain == b"01234567"
    script = Chunk.compress(b"script ")
    header = PageSlots("header", {"header": chunk}, (("header", 0),), script)
    assert content.join(header).plain == b"script *01234567"
    assert gzip.decompress(join_gzip([content.join(header)])) == b"script *01234567"


@pytest.mark.parametrize("is_individual", [False, True])
def test_content_with_advertisements_is_the_same_for_all_readers_and_for_one(
    *, is_individual: bool
) -> None:
    html = "<!-- ad:header -->0" + "".join(f"<!-- ad:feed -->{n}" for n in range(1, 8))
    chunks = {"header": Chunk.compress(b"^"), "feed": Chunk.compress(b"*")}
    places = (("header", 0), ("feed", 3))
    slots = PageSlots("both", chunks, places, Chunk.compress(b"script "), is_individual)
    joined = MarkedContent(html).join(slots)
    assert joined.plain == b"script ^012*345*67"
    assert gzip.decompress(join_gzip([joined])) == joined.plain


def test_the_content_of_single_readers_does_not_replace_that_of_all() -> None:
    chunk = Chunk.compress(b"*")
    content, shared = MarkedContent("<!-- ad:feed -->"), PageSlots("all", {"feed": chunk})
    joined = content.join(shared)
    for number in range(3):
        content.join(PageSlots(f"reader {number}", {"feed": chunk}, is_individual=True))
    assert content.join(shared) is joined


def test_repeated_advertisements_of_all_readers_need_few_bytes() -> None:
    html = "".join(f"<p>{n}</p><!-- ad:feed -->" for n in range(10))
    text = "".join(random.Random(1).choices(string.ascii_letters, k=500))
    chunk = Chunk.compress(text.encode())
    joined = MarkedContent(html).join(PageSlots("feed", {"feed": chunk}, (("feed", 1),)))
    assert joined.plain.count(chunk.plain) == 10
    assert len(joined.deflated) < 1.5 * len(chunk.deflated)


@pytest.mark.parametrize("place", PLACES)
async def test_only_administrators_of_the_section_get_a_page_with_an_empty_place(
    html_client: AsyncClient, cast: Cast, place: Place
) -> None:
    path = await create_post(cast, roots=4)
    for _ in range(3):
        await factories.post(cast.alice)
    await create_in(cast, *PLACES, title="Running", every_nth=3)
    url = urls.preview(path if place in ("post_bottom", "comments") else urls.NEW, place)
    for actor in (None, cast.alice, cast.olga):
        if actor is not None:
            await sign_in(html_client, actor)
        page = (await html_client.get(url)).text
        slots = re.findall(rf'<div class="ad-slot ad-{place}"[^>]* data-preview=""></div>', page)
        assert bool(slots) == (actor is cast.olga)
        assert ("Running" in page) == (actor is not cast.olga)
    assert "data-preview" not in (await html_client.get(url.replace(place, "no-such"))).text
