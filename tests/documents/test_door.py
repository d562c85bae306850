"""Pages as complete HTML: what is answered, to whom, and for how long it stays true."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from httpx import AsyncClient
from sqlmodel import update
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.types import ASGIApp

from community import recognition, urls
from community.api.app import build
from community.core import clock, database
from community.core.database import unit_of_work
from community.documents import render
from community.domain import accounts, comments, posts
from community.models import Session
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast
from tests.queries import counted


async def test_the_page_of_a_post_holds_its_text_and_its_discussion(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="Well *said*.")
    page = await browser.get(f"/p/{post.id}/on-sourdough")
    assert page.status_code == 200
    assert "Flour, water, <em>time</em>." in page.text
    assert "Well <em>said</em>." in page.text
    assert "<title>On sourdough · Community</title>" in page.text
    assert f'rel="canonical" href="http://localhost:3000/p/{post.id}/on-sourdough"' in page.text


async def test_moments_on_a_page_are_in_utc_with_milliseconds(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    page = await browser.get(f"/p/{post.id}/on-sourdough")
    moments = re.findall(r"\d{4}-\d\d-\d\dT[\d:.]+[^\"]*", page.text)
    assert len(moments) >= 3  # in the head, for crawlers, beside the title
    assert not [each for each in moments if not re.fullmatch(r".{19}\.\d{3}Z", each)]


async def test_an_address_with_another_slug_moved_for_ever(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    for address in (f"/p/{post.id}", f"/p/{post.id}/an-old-title"):
        page = await browser.get(address)
        assert (page.status_code, page.headers["location"]) == (301, f"/p/{post.id}/on-sourdough")


async def test_what_is_not_there_is_404_and_what_is_not_public_too(
    browser: AsyncClient, cast: Cast
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    for address in ("/p/999/nothing", "/p/abc/x", f"/p/{draft.id}/on-sourdough"):
        assert (await browser.get(address)).status_code == 404


async def test_an_author_reads_the_draft_that_is_404_for_others(
    browser: AsyncClient, cast: Cast
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    await sign_in(browser, cast.alice)
    assert (await browser.get(f"/p/{draft.id}/on-sourdough")).status_code == 200


async def test_a_page_is_made_once_and_anew_when_something_in_it_changes(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    await browser.get(address)
    with counted() as queries:
        await browser.get(address)
    assert not queries
    async with unit_of_work() as session:
        await comments.reply(session, cast.bob, post_id=post.id, text="News.")
    await database.pushed()
    assert "News." in (await browser.get(address)).text


async def test_somebody_signed_in_gets_the_same_text_in_a_frame_of_their_own(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    guest = await browser.get(address)
    await sign_in(browser, cast.bob)
    member = await browser.get(address)
    assert "Sign in" in guest.text
    assert 'href="/bob"' in member.text
    assert "Flour, water" in member.text
    assert guest.headers["cache-control"] == "no-cache"
    assert member.headers["cache-control"] == "private, no-cache"


async def test_members_share_the_home_page_of_those_who_begin_with_the_same_feed(
    browser: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice)
    await browser.get("/")
    await sign_in(browser, cast.bob)
    await browser.get("/settings")
    with counted() as queries:
        shared = await browser.get("/")
    assert not queries
    assert "On sourdough" in shared.text
    assert 'href="/bob"' in shared.text


async def test_the_home_page_begins_with_the_feed_that_was_chosen_just_now(
    browser: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "By a stranger")
    await sign_in(browser, cast.bob)
    assert "By a stranger" in (await browser.get("/")).text
    async with unit_of_work() as session:
        await accounts.choose_feed(session, cast.bob, feed=accounts.Feed.PERSONAL)
    assert "By a stranger" not in (await browser.get("/")).text
    async with unit_of_work() as session:
        await accounts.choose_feed(session, cast.bob, feed=accounts.Feed.NEW)
    assert "By a stranger" in (await browser.get("/")).text


async def test_an_unpublished_post_is_gone_at_once(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert (await browser.get(address)).status_code == 200
    async with unit_of_work() as session:
        await posts.unpublish(session, cast.alice, post_id=post.id)
    await database.pushed()
    assert (await browser.get(address)).status_code == 404


async def test_hostile_names_and_titles_are_only_text(browser: AsyncClient, cast: Cast) -> None:
    mallory = await factories.person("eve", bio="")
    post = await factories.post(
        mallory, "</title><script>alert(1)</script>", slug="x", intro='"><img src=x onerror=1>'
    )
    page = await browser.get(f"/p/{post.id}/x")
    assert "<script>alert" not in page.text
    assert "<img src=x" not in page.text


async def test_a_page_that_did_not_change_is_304(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    first = await browser.get(address)
    tag = first.headers["etag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = await browser.get(address, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
    assert (await browser.get(address, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_the_same_page_compressed_and_plain(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    zipped = await browser.get(address, headers={"Accept-Encoding": "gzip"})
    plain = await browser.get(address, headers={"Accept-Encoding": "identity"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text == plain.text


async def test_programs_and_other_addresses_go_on_to_the_application(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    program = await browser.get(
        f"/p/{post.id}/on-sourdough", headers={"Accept": "application/json"}
    )
    assert [program.text, (await browser.get("/assets/x.js")).text] == ["behind", "behind"]


async def test_every_page_renews_the_cookie_of_somebody_signed_in(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert "set-cookie" not in (await browser.get(address)).headers
    await sign_in(browser, cast.alice)
    token = browser.cookies["session"]
    page = await browser.get(address)
    assert page.headers["set-cookie"] == recognition.session_cookie_header(token)


async def test_only_our_own_scripts_may_run(browser: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    policy = (await browser.get(f"/p/{post.id}/on-sourdough")).headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in scripts
    assert "'sha256-" in scripts


async def test_what_a_page_does_not_know_of_its_address_makes_no_other_page(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    await browser.get(address)
    with counted() as queries:
        for invented in ("utm_source=letter", "cursor=1", "next=/somewhere"):
            assert (await browser.get(f"{address}?{invented}")).status_code == 200
    assert not queries
    with counted() as queries:
        await browser.get(f"{address}?order=new")
    assert queries
    old = await browser.get(f"/p/{post.id}/old?utm_source=letter")
    assert old.headers["location"] == f"{address}?utm_source=letter"


@pytest.mark.parametrize("status", [200, 404])
@pytest.mark.parametrize("address", ["/no/where", "/search?q=x", "/.env"])
async def test_where_nothing_is_there_is_a_page_that_says_so(
    behind: Callable[[ASGIApp], AsyncClient], address: str, status: int
) -> None:
    empty = HTMLResponse("the empty page of the build", status)
    browser = behind(Starlette(routes=[Mount("/", empty)]))
    page = await browser.get(address)
    assert page.status_code == 404
    assert "This page is not here" in page.text
    assert "<title>Not found · Community</title>" in page.text
    assert not (await browser.head(address)).content


async def test_a_page_of_the_interface_stays_as_it_is(
    behind: Callable[[ASGIApp], AsyncClient],
) -> None:
    browser = behind(build())
    assert "swagger-ui" in (await browser.get("/api/docs")).text


@pytest.mark.parametrize("accept", ["*/*", "", "application/json"])
async def test_an_inbox_is_data_unless_a_browser_opens_it(
    behind: Callable[[ASGIApp], AsyncClient], accept: str
) -> None:
    browser = behind(build())
    answer = await browser.get("/notifications", headers={"Accept": accept})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert "<title>Notifications" in (await browser.get("/notifications")).text


PAGE_OR_DATA = ("/alice", "/profile/alice/followers", "/settings", *sorted(urls.DATA_FIRST))


@pytest.mark.parametrize("address", PAGE_OR_DATA)
@pytest.mark.parametrize(
    ("accept", "is_page"),
    [
        ("text/html,*/*;q=0.8", True),
        ("text/html, application/json;q=0.5", True),
        ("application/json, text/html;q=0.5", False),
        ("application/json, text/html", None),
        ("application/json", False),
        ("image/png", None),
        ("*/*", None),
        ("", None),
    ],
)
async def test_page_and_data_are_judged_alike_by_both(
    behind: Callable[[ASGIApp], AsyncClient],
    cast: Cast,
    address: str,
    accept: str,
    is_page: bool | None,
) -> None:
    if is_page is None:  # they name neither, or both alike: the address has its own way
        is_page = address not in urls.DATA_FIRST and "json" not in accept
    answer = await behind(build()).get(address, headers={"Accept": accept})
    expected = "text/html" if is_page else "application/"
    assert answer.headers["content-type"].startswith(expected)
    assert "<title>Not found" not in answer.text


async def test_files_and_what_programs_ask_for_stay_as_they_are(
    behind: Callable[[ASGIApp], AsyncClient],
) -> None:
    picture = behind(Response(b"...", 200, media_type="image/png"))
    assert (await picture.get("/apple-touch-icon.png")).content == b"..."
    missing = behind(PlainTextResponse("no such file", 404))
    assert (await missing.get("/assets/old.js")).text == "no such file"


@pytest.mark.parametrize("path", ["/alice/", "/c/bread/", "/popular//"])
async def test_a_slash_too_many_moved_for_ever(browser: AsyncClient, cast: Cast, path: str) -> None:
    page = await browser.get(f"{path}?cursor=x")
    assert (page.status_code, page.headers["location"]) == (301, f"{path.rstrip('/')}?cursor=x")


async def test_an_address_of_another_site_is_no_slash_too_many(browser: AsyncClient) -> None:
    page = await browser.get("http://localhost:3000//evil.example/")
    assert "location" not in page.headers


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/tag/c%23/", "/tag/c%23"),
        ("/tag/a%0d%0aset-cookie:x=1/", "/tag/a%0D%0Aset-cookie:x=1"),
        ("/tag/%D1%87%D0%B0%D0%B9/", "/tag/%D1%87%D0%B0%D0%B9"),
        ("/tag/what%3F/?cursor=x", "/tag/what%3F?cursor=x"),
    ],
)
async def test_a_slash_too_many_leaves_the_rest_of_the_address_as_it_is(
    browser: AsyncClient, path: str, leads_to: str
) -> None:
    page = await browser.get(path)
    assert (page.status_code, page.headers["location"]) == (301, leads_to)


@pytest.mark.parametrize("number", ["²", "٣", "9" * 19, "0x1", "-1"])
async def test_what_only_looks_like_a_number_names_no_post(
    browser: AsyncClient, cast: Cast, number: str
) -> None:
    await sign_in(browser, cast.alice)
    for address in (f"/p/{number}", f"/p/{number}/x", f"/write/{number}"):
        assert (await browser.get(address)).status_code == 404


async def test_a_page_that_was_begun_before_the_sign_in_ended_brings_no_old_cookie_back(
    browser: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_in(browser, cast.alice)
    make = render.answer

    async def slowly(*asked: Any) -> Any:
        made = await make(*asked)
        async with unit_of_work() as session:
            await session.execute(update(Session).values(revoked_at=clock.now()))
        recognition.forget(cast.alice.id)
        return made

    monkeypatch.setattr("community.documents.door.answer", slowly)
    page = await browser.get("/")
    assert "set-cookie" not in page.headers
    assert page.headers["cache-control"] == "private, no-cache"
