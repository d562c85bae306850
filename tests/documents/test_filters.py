"""Feeds are made once for all; who ignores a person or a word gets their own, at once."""

from collections.abc import Awaitable, Callable

import pytest
from httpx import AsyncClient
from sqlalchemy.ext.asyncio import AsyncSession

from community import recognition
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain import accounts, comments, follows
from tests import factories
from tests.api.people import sign_in
from tests.cast import Cast

Change = Callable[[AsyncSession, Actor, int], Awaitable[object]]


async def ignore_author(session: AsyncSession, actor: Actor, author: int) -> object:
    return await follows.ignore(session, actor, user_id=author)


async def read_author_again(session: AsyncSession, actor: Actor, author: int) -> object:
    return await follows.unignore(session, actor, user_id=author)


async def ignore_word(session: AsyncSession, actor: Actor, _: int) -> object:
    return await accounts.ignore_keywords(session, actor, keywords=["sourdough"])


async def read_word_again(session: AsyncSession, actor: Actor, _: int) -> object:
    return await accounts.ignore_keywords(session, actor, keywords=[])


@pytest.mark.parametrize(
    ("leave_out", "take_back"),
    [(ignore_author, read_author_again), (ignore_word, read_word_again)],
)
async def test_the_next_page_is_without_what_was_just_ignored(
    browser: AsyncClient, cast: Cast, leave_out: Change, take_back: Change
) -> None:
    await factories.post(cast.alice)
    await sign_in(browser, cast.bob)
    shown = []
    for change in (None, leave_out, take_back):
        if change is not None:
            async with unit_of_work() as session:
                await change(session, cast.bob, cast.alice.id)
        shown.append("On sourdough" in (await browser.get("/new")).text)
    assert shown == [True, False, True]


async def test_a_discussion_is_without_the_words_of_who_is_ignored(
    browser: AsyncClient, cast: Cast
) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        said = await comments.reply(session, cast.bob, post_id=post.id, text="Not for me.")
        await comments.reply(session, cast.alice, post_id=post.id, text="Why?", parent_id=said.id)
    await sign_in(browser, cast.charlie)
    shown = []
    for change in (None, ignore_author, read_author_again):
        if change is not None:
            async with unit_of_work() as session:
                await change(session, cast.charlie, cast.bob.id)
        page = await browser.get(f"/p/{post.id}/{post.slug}")
        assert "Why?" in page.text
        discussion = page.text.partition('id="comments"')[2].partition("</section>")[0]
        shown.append(("Not for me." in discussion, "You ignore the person" in discussion))
    assert shown == [(True, False), (False, True), (True, False)]


async def test_others_who_are_here_are_not_asked_for_again(
    browser: AsyncClient, cast: Cast
) -> None:
    await sign_in(browser, cast.charlie)
    token = browser.cookies["session"]
    before = await recognition.by_cookie(token, "")
    async with unit_of_work() as session:
        await follows.ignore(session, cast.bob, user_id=cast.alice.id)
    assert await recognition.by_cookie(token, "") is before
