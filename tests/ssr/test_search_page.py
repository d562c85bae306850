"""Tests of the server-rendered page of a search, and of the search field in the header."""

import html
import re

import pytest
from httpx import AsyncClient

from community.core import rate_limits
from community.core.db.sessions import unit_of_work
from community.core.rate_limits import Limit
from community.domain.search import NameKind
from community.domain.search.index import documents
from community.models import Post
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.domain.actions import publish_post, reply
from tests.domain.search.test_names import index
from tests.query_capture import capture_queries


async def get_main(client: AsyncClient, path: str) -> str:
    page = await client.get(path)
    assert page.status_code == 200
    return page.text.split("<main")[1].split("</main>")[0]


async def test_every_page_has_a_field_that_works_without_a_script(html_client: AsyncClient) -> None:
    page = (await html_client.get("/new")).text
    header = page.split("<header")[1].split("</header>")[0]
    form = header.split("<form")[1].split("</form>")[0]
    assert 'action="/search"' in form
    assert 'name="q"' in form
    assert 'method="post"' not in form
    assert 'href="/search"' in header  # the link that phones show


async def test_results_link_to_posts_and_to_the_places_of_comments(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await publish_post(cast.alice, title="Quince <jelly>", text="Boil quinces & sugar.")
    comment = await reply(cast.bob, post, "Quince jam is better")
    await factories.user("quince")
    await index(NameKind.USER)
    main = await get_main(html_client, "/search?q=quince")
    assert "2 results" in main
    assert "<mark>Quince</mark> &lt;jelly&gt;" in main
    assert f"?comment={comment.id}#comment-{comment.id}" in main
    assert 'href="/quince"' in main
    comments = await get_main(html_client, "/search?q=quince&type=comment&sort=new")
    assert "1 result" in comments
    assert 'href="/search?q=quince&amp;type=comment&amp;sort=discussed"' in comments
    assert "<mark>Quince</mark> jam" in comments


async def test_filters_are_chips_that_can_be_removed(html_client: AsyncClient, cast: Cast) -> None:
    await publish_post(cast.alice, title="Quince", tags=["jam"])
    await publish_post(cast.bob, title="Quince too")
    main = await get_main(html_client, "/search?q=quince&author=@alice&tag=jam&from=2020-01-01&to=")
    assert "1 result" in main
    assert 'href="/search?q=quince&amp;tag=jam&amp;from=2020-01-01"' in main
    assert "Since 1 January 2020" in main
    page = await html_client.get("/search?q=quince&author=alice&has_image=&sort=nonsense")
    assert (
        'rel="canonical" href="http://localhost:3000/search?q=quince&amp;author=alice"' in page.text
    )
    assert 'content="noindex"' in page.text
    feed = "http://localhost:3000/search.atom?q=quince&amp;author=alice"
    assert f'href="{feed}"' in page.text
    assert "search.atom" not in (await html_client.get("/search?q=quince&type=user")).text


@pytest.mark.parametrize(
    ("value", "titles", "chip", "link"),
    [
        ("true", ["Quince with"], "With images", "&has_image=1"),
        ("1", ["Quince with"], "With images", "&has_image=1"),
        ("false", ["Quince without"], "Without images", "&has_image=0"),
        ("0", ["Quince without"], "Without images", "&has_image=0"),
        ("", ["Quince with", "Quince without"], "", ""),
        ("maybe", ["Quince with", "Quince without"], "", ""),
    ],
)
async def test_the_filter_of_images_has_three_states(
    html_client: AsyncClient, cast: Cast, value: str, titles: list[str], chip: str, link: str
) -> None:
    post = await publish_post(cast.alice, title="Quince with")
    await publish_post(cast.alice, title="Quince without")
    async with unit_of_work() as session:
        (await session.get_one(Post, post.id)).html = '<p><img src="/media/x"></p>'
        await session.flush()
        await documents.sync_post(session, post.id)
    main = html.unescape(await get_main(html_client, f"/search?q=quince&has_image={value}"))
    assert sorted(re.findall(r"Quince</mark> (with\w*)", main)) == [
        title.removeprefix("Quince ") for title in titles
    ]
    assert re.findall(r'aria-label="Remove filter: ([^"]*)"', main) == ([chip] if chip else [])
    assert f'href="/search?q=quince{link}&sort=new"' in main
    kept = re.search(r'<input[^>]*type="hidden"[^>]*name="has_image"[^>]*>', main)
    assert (kept is not None and 'value="0"' in kept[0]) == (chip == "Without images")


async def test_the_fields_contain_the_search_also_without_a_script(
    html_client: AsyncClient, cast: Cast
) -> None:
    query = "q=red+quince&author=alice&from=2020-01-01&has_image=1"
    main = await get_main(html_client, f"/search?{query}")
    fields = re.findall(r"<input[^>]*>", main)
    values = {
        name[1]: value[1]
        for field in fields
        if (name := re.search(r' name="(\w+)"', field))
        and (value := re.search(r' value="([^"]*)"', field))
    }
    assert (values["q"], values["author"], values["from"]) == ("red quince", "alice", "2020-01-01")
    assert re.search(r'<input type="search"[^>]* value="red quince"', main)
    assert re.search(r'<input[^>]*name="has_image"[^>]* checked', main)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("q=zzyzx", "Nothing found"),
        ("q=-only", "Enter a word to search for."),
        ("q=quince&from=tomorrow", "Enter a date, for example 2026-01-31."),
        ("q=quince&to=9999-12-31", "Nothing found"),
        ("q=quince&author=no-such-user", "Nothing found"),
        ("q=%00%22%3Cscript%3E", "Nothing found"),
        ("q=quince&cursor=x", "Nothing found"),
        (f"q={'q' * 900}", "Nothing found"),
        ("", "Search tips"),
        ("type=user", "Search tips"),
    ],
)
async def test_what_finds_nothing_is_answered_with_advice(
    html_client: AsyncClient, query: str, text: str
) -> None:
    main = await get_main(html_client, f"/search?{query}")
    assert text in main
    assert "<script" not in main


async def test_a_typing_error_is_corrected(html_client: AsyncClient, cast: Cast) -> None:
    await publish_post(cast.alice, title="Quince jelly")
    main = await get_main(html_client, "/search?q=qiunce&type=post")
    assert 'href="/search?q=quince&amp;type=post"' in main


async def test_who_searches_too_often_gets_a_page_that_says_when_to_try_again(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "search_pages", Limit("search", 2))
    rate_limits.get_window.cache_clear()
    for remaining in ("1", "0"):
        page = await html_client.get("/search?q=quince")
        assert page.status_code == 200
        assert page.headers["x-ratelimit-remaining"] == remaining
    page = await html_client.get("/search?q=other")
    assert page.status_code == 429
    assert 1 <= int(page.headers["retry-after"]) <= 60
    assert "Too many requests" in page.text
    assert 'content="noindex"' in page.text
    assert (await html_client.get("/new")).status_code == 200
    rate_limits.get_window.cache_clear()
    assert (await html_client.get("/search?q=other")).status_code == 200


async def test_a_page_of_a_member_searches_once(html_client: AsyncClient, cast: Cast) -> None:
    await publish_post(cast.alice, title="Quince jelly")
    await sign_in(html_client, cast.bob)
    with capture_queries() as statements:
        await get_main(html_client, "/search?q=quince&type=post")
    searches = [text for text in statements if "max(search_documents.id)" in text.lower()]
    assert len(searches) == 1, statements
