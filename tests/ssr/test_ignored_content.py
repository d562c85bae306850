"""Tests that server-rendered pages omit posts and comments that the signed-in user ignores."""

from collections.abc import Awaitable, Callable

import pytest
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncSession

from community import authentication
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import comments, follows, people
from tests import factories
from tests.api.credentials import sign_in
from tests.cast import Cast

Change = Callable[[AsyncSession, Actor, int], Awaitable[object]]


async def ignore_author(session: AsyncSession, actor: Actor, author_id: int) -> object:
    return await follows.ignore(session, actor, user_id=author_id)


async def unignore_author(session: AsyncSession, actor: Actor, author_id: int) -> object:
    return await follows.unignore(session, actor, user_id=author_id)


async def ignore_keyword(session: AsyncSession, actor: Actor, _: int) -> object:
    return await people.set_ignored_keywords(session, actor, keywords=["sourdough"])


async def unignore_keyword(session: AsyncSession, actor: Actor, _: int) -> object:
    return await people.set_ignored_keywords(session, actor, keywords=[])


@pytest.mark.parametrize(
    ("ignore", "unignore"),
    [(ignore_author, unignore_author), (ignore_keyword, unignore_keyword)],
)
async def test_newly_ignored_posts_are_omitted_from_the_next_requested_page(
    html_client: AsyncClient, cast: Cast, ignore: Change, unignore: Change
) -> None:
    await factories.post(cast.alice)
    await sign_in(html_client, cast.bob)
    shown = []
    for change in (None, ignore, unignore):
        if change is not None:
            async with unit_of_work() as session:
                await change(session, cast.bob, cast.alice.id)
        shown.append("On sourdough" in (await html_client.get("/new")).text)
    assert shown == [True, False, True]


async def test_comments_of_ignored_users_are_hidden(html_client: AsyncClient, cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        reply = await comments.reply(
            session, cast.bob, post_id=post.id, text=await comments.render_text("Not for me.")
        )
        await comments.reply(
            session,
            cast.alice,
            post_id=post.id,
            text=await comments.render_text("Why?"),
            parent_id=reply.id,
        )
    await sign_in(html_client, cast.charlie)
    shown = []
    for change in (None, ignore_author, unignore_author):
        if change is not None:
            async with unit_of_work() as session:
                await change(session, cast.charlie, cast.bob.id)
        page = await html_client.get(f"/p/{post.id}/{post.slug}")
        assert "Why?" in page.text
        discussion = page.text.partition('id="comments"')[2].partition("</section>")[0]
        shown.append(("Not for me." in discussion, "You&#39;re ignoring this person" in discussion))
    assert shown == [(True, False), (False, True), (True, False)]


async def test_ignoring_a_user_does_not_invalidate_the_cached_actors_of_other_users(
    html_client: AsyncClient, cast: Cast
) -> None:
    await sign_in(html_client, cast.charlie)
    token = html_client.cookies["session"]
    before = await authentication.authenticate_session(token, "")
    async with unit_of_work() as session:
        await follows.ignore(session, cast.bob, user_id=cast.alice.id)
    assert await authentication.authenticate_session(token, "") is before
