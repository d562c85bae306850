"""Tests of server-rendered pages: content, caching, content negotiation and redirects."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import event
from sqlmodel import update
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.types import ASGIApp

from community import authentication, urls
from community.api.app import create_app
from community.core import clock
from community.core.db import sessions as database
from community.core.db.sessions import unit_of_work
from community.domain import comments, people, posts
from community.models import UserSession
from community.ssr import render
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast
from tests.query_capture import capture_queries


async def test_the_post_page_contains_the_text_and_the_comments(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("Well *said*.")
        )
    page = await html_client.get(f"/p/{post.id}/on-sourdough")
    assert page.status_code == 200
    assert "Flour, water, <em>time</em>." in page.text
    assert "Well <em>said</em>." in page.text
    assert "<title>On sourdough · Community</title>" in page.text
    assert f'rel="canonical" href="http://localhost:3000/p/{post.id}/on-sourdough"' in page.text


async def test_timestamps_on_a_page_are_in_utc_with_milliseconds(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    page = await html_client.get(f"/p/{post.id}/on-sourdough")
    timestamps = re.findall(r"\d{4}-\d\d-\d\dT[\d:.]+[^\"]*", page.text)
    # The time is in the metadata, in the linked data and next to the title.
    assert len(timestamps) >= 3
    assert not [text for text in timestamps if not re.fullmatch(r".{19}\.\d{3}Z", text)]


async def test_a_post_url_with_a_wrong_or_missing_slug_redirects_permanently(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    for address in (f"/p/{post.id}", f"/p/{post.id}/an-old-title"):
        page = await html_client.get(address)
        assert (page.status_code, page.headers["location"]) == (301, f"/p/{post.id}/on-sourdough")


async def test_the_urls_of_missing_posts_and_drafts_return_404(
    html_client: AsyncClient, cast: Cast
) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    for address in ("/p/999/nothing", "/p/abc/x", f"/p/{draft.id}/on-sourdough"):
        assert (await html_client.get(address)).status_code == 404


async def test_an_author_can_view_their_draft(html_client: AsyncClient, cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    await sign_in(html_client, cast.alice)
    assert (await html_client.get(f"/p/{draft.id}/on-sourdough")).status_code == 200


async def test_a_page_is_cached_until_its_content_changes(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    await html_client.get(address)
    with capture_queries() as queries:
        await html_client.get(address)
    assert not queries
    async with unit_of_work() as session:
        await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("News.")
        )
    await database.wait_for_pushes()
    assert "News." in (await html_client.get(address)).text


async def test_a_cached_page_needs_no_database_connection(
    html_client: AsyncClient, cast: Cast
) -> None:
    path = f"/p/{(await factories.post(cast.alice)).id}/on-sourdough"
    page = await html_client.get(path)
    checkouts: list[object] = []
    engine = database.engine().sync_engine
    event.listen(engine, "checkout", lambda *_: checkouts.append(_))
    assert (await html_client.get(path)).text == page.text
    assert checkouts == []
    assert (await html_client.get("/new")).status_code == 200
    assert checkouts != []


async def test_a_signed_in_user_gets_the_cached_content_in_their_own_layout(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    guest = await html_client.get(address)
    await sign_in(html_client, cast.bob)
    member = await html_client.get(address)
    assert "Sign in" in guest.text
    assert 'href="/bob"' in member.text
    assert "Flour, water" in member.text
    assert guest.headers["cache-control"] == "no-cache"
    assert member.headers["cache-control"] == "private, no-cache"


async def test_users_with_the_same_default_feed_share_the_cached_home_page(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice)
    await html_client.get("/")
    await sign_in(html_client, cast.bob)
    await html_client.get("/settings")
    with capture_queries() as queries:
        shared = await html_client.get("/")
    assert not queries
    assert "On sourdough" in shared.text
    assert 'href="/bob"' in shared.text


async def test_the_home_page_shows_a_newly_chosen_default_feed(
    html_client: AsyncClient, cast: Cast
) -> None:
    await factories.post(cast.alice, "By a stranger")
    await sign_in(html_client, cast.bob)
    assert "By a stranger" in (await html_client.get("/")).text
    async with unit_of_work() as session:
        await people.set_default_feed(session, cast.bob, feed=people.Feed.PERSONAL)
    assert "By a stranger" not in (await html_client.get("/")).text
    async with unit_of_work() as session:
        await people.set_default_feed(session, cast.bob, feed=people.Feed.NEW)
    assert "By a stranger" in (await html_client.get("/")).text


async def test_a_post_returns_404_immediately_after_it_is_unpublished(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert (await html_client.get(address)).status_code == 200
    async with unit_of_work() as session:
        await posts.unpublish(session, cast.alice, post_id=post.id)
    await database.wait_for_pushes()
    assert (await html_client.get(address)).status_code == 404


async def test_names_and_titles_are_escaped(html_client: AsyncClient, cast: Cast) -> None:
    mallory = await factories.user("eve", bio="")
    post = await factories.post(
        mallory, "</title><script>alert(1)</script>", slug="x", intro='"><img src=x onerror=1>'
    )
    page = await html_client.get(f"/p/{post.id}/x")
    assert "<script>alert" not in page.text
    assert "<img src=x" not in page.text


async def test_a_conditional_request_for_an_unchanged_page_returns_304(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    first = await html_client.get(address)
    tag = first.headers["etag"]
    for etag in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        second = await html_client.get(address, headers={"If-None-Match": etag})
        assert (second.status_code, second.content) == (304, b"")
        assert "content-length" not in second.headers
    assert (await html_client.get(address, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_a_page_is_the_same_with_and_without_compression(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    compressed = await html_client.get(address, headers={"Accept-Encoding": "gzip"})
    plain = await html_client.get(address, headers={"Accept-Encoding": "identity"})
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.text == plain.text


async def test_api_requests_and_other_urls_are_passed_to_the_application(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    response = await html_client.get(
        f"/p/{post.id}/on-sourdough", headers={"Accept": "application/json"}
    )
    assert [response.text, (await html_client.get("/assets/x.js")).text] == ["behind", "behind"]


async def test_every_page_request_renews_the_session_cookie(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    assert "set-cookie" not in (await html_client.get(address)).headers
    await sign_in(html_client, cast.alice)
    token = html_client.cookies["session"]
    page = await html_client.get(address)
    assert page.headers["set-cookie"] == authentication.build_session_cookie_header(token)


async def test_the_content_security_policy_forbids_unsafe_scripts(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    policy = (await html_client.get(f"/p/{post.id}/on-sourdough")).headers[
        "content-security-policy"
    ]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in scripts
    assert "'sha256-" in scripts


async def test_urls_that_differ_in_unknown_query_parameters_share_one_cached_page(
    html_client: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    address = f"/p/{post.id}/on-sourdough"
    await html_client.get(address)
    with capture_queries() as queries:
        for query in ("utm_source=letter", "cursor=1", "next=/somewhere"):
            assert (await html_client.get(f"{address}?{query}")).status_code == 200
    assert not queries
    with capture_queries() as queries:
        await html_client.get(f"{address}?order=new")
    assert queries
    redirect = await html_client.get(f"/p/{post.id}/old?utm_source=letter")
    assert redirect.headers["location"] == f"{address}?utm_source=letter"


@pytest.mark.parametrize("status", [200, 404])
@pytest.mark.parametrize("address", ["/no/where", "/no?q=x", "/.env"])
async def test_an_unknown_url_gets_the_not_found_page(
    make_html_client: Callable[[ASGIApp], AsyncClient], address: str, status: int
) -> None:
    empty = HTMLResponse("the empty page of the build", status)
    html_client = make_html_client(Starlette(routes=[Mount("/", empty)]))
    page = await html_client.get(address)
    assert page.status_code == 404
    assert "Page not found" in page.text
    assert "<title>Page not found · Community</title>" in page.text
    assert not (await html_client.head(address)).content


@pytest.mark.parametrize("address", ["/design", "/design/", "/design/mails/"])
async def test_the_design_gallery_is_rendered_only_in_the_browser(
    make_html_client: Callable[[ASGIApp], AsyncClient], address: str
) -> None:
    empty = HTMLResponse("the empty page of the build")
    html_client = make_html_client(Starlette(routes=[Mount("/", empty)]))
    assert (await html_client.get(address)).text == "the empty page of the build"


async def test_the_middleware_does_not_change_html_pages_of_the_api(
    make_html_client: Callable[[ASGIApp], AsyncClient],
) -> None:
    html_client = make_html_client(create_app())
    assert "swagger-ui" in (await html_client.get("/api/docs")).text


@pytest.mark.parametrize("accept", ["*/*", "", "application/json"])
async def test_the_notifications_url_returns_json_unless_a_browser_requests_html(
    make_html_client: Callable[[ASGIApp], AsyncClient], accept: str
) -> None:
    html_client = make_html_client(create_app())
    response = await html_client.get("/notifications", headers={"Accept": accept})
    assert (response.status_code, response.json()["code"]) == (401, "unauthenticated")
    assert "<title>Notifications" in (await html_client.get("/notifications")).text


PAGE_OR_DATA = ("/alice", "/profile/alice/followers", "/settings", *sorted(urls.JSON_BY_DEFAULT))


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
async def test_middleware_and_api_choose_the_same_content_type(
    make_html_client: Callable[[ASGIApp], AsyncClient],
    cast: Cast,
    address: str,
    accept: str,
    is_page: bool | None,
) -> None:
    if is_page is None:  # Without a preference, the default for the path applies.
        is_page = address not in urls.JSON_BY_DEFAULT and "json" not in accept
    response = await make_html_client(create_app()).get(address, headers={"Accept": accept})
    expected = "text/html" if is_page else "application/"
    assert response.headers["content-type"].startswith(expected)
    assert "<title>Page not found" not in response.text


async def test_the_middleware_does_not_change_static_files_or_their_404_responses(
    make_html_client: Callable[[ASGIApp], AsyncClient],
) -> None:
    image = make_html_client(Response(b"...", 200, media_type="image/png"))
    assert (await image.get("/apple-touch-icon.png")).content == b"..."
    missing = make_html_client(PlainTextResponse("no such file", 404))
    assert (await missing.get("/assets/old.js")).text == "no such file"


@pytest.mark.parametrize("path", ["/alice/", "/c/bread/", "/popular//"])
async def test_a_url_with_a_trailing_slash_redirects_permanently(
    html_client: AsyncClient, cast: Cast, path: str
) -> None:
    page = await html_client.get(f"{path}?cursor=x")
    assert (page.status_code, page.headers["location"]) == (301, f"{path.rstrip('/')}?cursor=x")


async def test_a_protocol_relative_path_is_not_redirected(html_client: AsyncClient) -> None:
    page = await html_client.get("http://localhost:3000//evil.example/")
    assert "location" not in page.headers


@pytest.mark.parametrize(
    ("path", "expected_location"),
    [
        ("/tag/c%23/", "/tag/c%23"),
        ("/tag/a%0d%0aset-cookie:x=1/", "/tag/a%0D%0Aset-cookie:x=1"),
        ("/tag/%D1%87%D0%B0%D0%B9/", "/tag/%D1%87%D0%B0%D0%B9"),
        ("/tag/what%3F/?cursor=x", "/tag/what%3F?cursor=x"),
    ],
)
async def test_the_redirect_that_removes_a_trailing_slash_keeps_percent_encoding(
    html_client: AsyncClient, path: str, expected_location: str
) -> None:
    page = await html_client.get(path)
    assert (page.status_code, page.headers["location"]) == (301, expected_location)


@pytest.mark.parametrize("number", ["²", "٣", "9" * 19, "0x1", "-1"])
async def test_non_ascii_or_out_of_range_post_ids_return_404(
    html_client: AsyncClient, cast: Cast, number: str
) -> None:
    await sign_in(html_client, cast.alice)
    for address in (f"/p/{number}", f"/p/{number}/x", f"/write/{number}"):
        assert (await html_client.get(address)).status_code == 404


async def test_a_page_rendered_during_sign_out_does_not_renew_the_session_cookie(
    html_client: AsyncClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_in(html_client, cast.alice)
    render_page = render.render_page

    async def render_during_sign_out(*arguments: Any) -> Any:
        page = await render_page(*arguments)
        async with unit_of_work() as session:
            await session.execute(update(UserSession).values(revoked_at=clock.now()))
        authentication.invalidate_cached_user(cast.alice.id)
        return page

    monkeypatch.setattr("community.ssr.middleware.render_page", render_during_sign_out)
    page = await html_client.get("/")
    assert "set-cookie" not in page.headers
    assert page.headers["cache-control"] == "private, no-cache"
