"""Tests that pages never show outdated HTML of comments, cards or the sidebar from the caches."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import pytest
from markupsafe import Markup

from community.core import clock
from community.core.actor import GUEST
from community.core.db.sessions import unit_of_work
from community.core.text.markup import RenderedMessage
from community.domain import comments, discovery, people
from community.domain.people.schemas import UserSummary
from community.models import Comment, Post, User
from community.rendering import HtmlCache
from community.ssr.http import gzip
from community.ssr.http.page_cache import PageCache
from community.ssr.http.routing import match_route
from community.ssr.pages import PAGE_ROUTES
from community.ssr.render import render_page
from tests import factories
from tests.cast import Cast
from tests.domain.actions import react, reply

pytestmark = pytest.mark.usefixtures("html_client")

Change = Callable[[Cast, Post, Comment], Awaitable[object]]


async def edit_comment(cast: Cast, _: Post, comment: Comment) -> object:
    text = RenderedMessage("Edited text.")
    async with unit_of_work() as session:
        return await comments.edit(session, cast.bob, comment_id=comment.id, text=text)


async def react_to_comment(cast: Cast, _: Post, comment: Comment) -> object:
    return await react(cast.charlie, comment)


async def react_to_post(cast: Cast, post: Post, _: Comment) -> object:
    return await react(cast.charlie, post)


async def reply_to_comment(cast: Cast, post: Post, comment: Comment) -> object:
    return await reply(cast.charlie, post, parent=comment)


async def pin_comment(cast: Cast, _: Post, comment: Comment) -> object:
    async with unit_of_work() as session:
        return await comments.pin(session, cast.alice, comment_id=comment.id)


async def rename_author(cast: Cast, *_: object) -> None:
    async with unit_of_work() as session:
        for actor in (cast.alice, cast.bob):
            user = await session.get_one(User, actor.id)
            people.set_name(user, f"New {user.name}")


async def render(path: str, cache: PageCache | None = None) -> str:
    request = match_route(PAGE_ROUTES, path)
    assert request is not None
    page = await render_page(request, GUEST, cache or PageCache(max_bytes=0))
    return gzip.join_uncompressed(page.chunks).decode()


@pytest.mark.parametrize("path", ["post", "feed"])
@pytest.mark.parametrize(
    "change",
    [edit_comment, react_to_comment, react_to_post, reply_to_comment, pin_comment, rename_author],
)
async def test_a_changed_page_shows_the_current_content(
    cast: Cast, path: str, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post)
    url = f"/p/{post.id}/{post.slug}" if path == "post" else "/new"
    await render(url)
    await change(cast, post, comment)
    discovery.invalidate_sidebar()
    cached = await render(url)
    monkeypatch.setattr(HtmlCache, "get", lambda *_, render: render())
    assert cached == await render(url)


async def test_a_cached_page_has_the_sidebar_that_the_open_page_loads(cast: Cast) -> None:
    post, cache = await factories.post(cast.alice, "On bread"), PageCache()
    discovery.invalidate_sidebar()
    assert "Active discussions" not in await render("/new", cache)
    await reply(cast.bob, post)
    discovery.invalidate_sidebar()
    assert "Active discussions" in await render("/new", cache)


@pytest.mark.parametrize("age", [timedelta(minutes=5), timedelta(hours=3), timedelta(days=400)])
async def test_relative_times_advance(
    cast: Cast, age: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await factories.post(cast.alice)
    await reply(cast.bob, post)
    paths = f"/p/{post.id}/{post.slug}", "/new"
    before = [await render(path) for path in paths]
    with clock.travel(age):
        after = [await render(path) for path in paths]
        monkeypatch.setattr(HtmlCache, "get", lambda *_, render: render())
        assert after == [await render(path) for path in paths]
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_least_recently_used_html_is_removed_when_the_cache_is_full() -> None:
    cache, rendered = HtmlCache[UserSummary](UserSummary, max_bytes=4_000), list[int]()

    def render_user(number: int) -> Markup:
        rendered.append(number)
        return Markup("x" * 1_000)

    for number in (1, 2, 1, 3, 1, 2):
        user = UserSummary(id=number, slug="bob", name="Bob")
        cache.get(user, render=partial(render_user, number))
    assert rendered == [1, 2, 3, 2]


def test_html_larger_than_the_cache_is_not_cached() -> None:
    cache = HtmlCache[UserSummary](UserSummary, max_bytes=1_000)
    user = UserSummary(id=1, slug="bob", name="Bob")
    assert len(cache.get(user, render=lambda: Markup("x" * 2_000))) == 2_000
