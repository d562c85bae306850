"""Tests of the site settings that refuse comments or hold them for review."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import comments, communities, site
from community.domain.site import ContentSettings
from community.models import Comment, Post
from tests import counters, factories
from tests.cast import Cast
from tests.domain.actions import list_notification_kinds, publish_post, reply, run


async def configure(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, ContentSettings(**values))


async def edit(actor: Actor, comment: Comment, text: str) -> None:
    rendered = await comments.render_text(text)
    await run(comments.edit, actor, comment_id=comment.id, text=rendered)


async def get_outcome(actor: Actor, post: Post, text: str = "Hello.") -> str:
    """Reply to the post. Return the status of the comment, or the code of the error."""
    try:
        comment = await reply(actor, post, text)
    except DomainError as error:
        return error.code
    return await get_status(comment)


async def get_status(comment: Comment) -> str:
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []
        return (await session.get_one(Comment, comment.id)).moderation_status


async def get_rule(cast: Cast, comment: Comment) -> str:
    async with read_session() as session:
        page = await comments.list_moderations(session, cast.olga, comment_id=comment.id)
    return page.items[0].rule


@pytest.mark.parametrize(
    ("settings", "outcome"),
    [
        ({}, "published"),
        ({"unverified_accounts": "refuse"}, "email_unverified"),
        ({"unverified_accounts": "hold"}, "on_moderation"),
        ({"new_account_hours": 8_760}, "account_too_new"),
        ({"new_account_hours": 8_760, "new_accounts": "hold"}, "on_moderation"),
        ({"premoderate_content": True}, "on_moderation"),
        ({"blocked_words": ["Hello"]}, "on_moderation"),
        ({"blocked_words": ["hello"], "blocked_words_action": "refuse"}, "validation"),
        ({"blocked_domains": ["spam.example"]}, "on_moderation"),
        ({"blocked_domains": ["spam.example"], "blocked_domains_action": "refuse"}, "validation"),
        ({"max_comment_links": 0}, "validation"),
    ],
)
async def test_the_settings_publish_hold_or_refuse_a_comment(
    cast: Cast, settings: dict[str, Any], outcome: str
) -> None:
    bread = await factories.community(cast.charlie)
    post = await publish_post(cast.alice, community_id=bread.id)
    newcomer = await factories.user("newcomer", created_at=clock.now(), email_verified_at=None)
    await configure(cast, **settings)
    text = "Hello, see https://www.spam.example/offer now."
    assert await get_outcome(newcomer, post, text) == outcome
    # The rules do not apply to moderators of the community and to administrators.
    assert await get_outcome(cast.charlie, post, text) == "published"
    assert await get_outcome(cast.olga, post, text) == "published"


async def test_accounts_are_new_only_for_the_configured_time(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    newcomer = await factories.user("newcomer", created_at=clock.now())
    await configure(cast, new_account_hours=24, new_accounts="hold")
    with clock.travel(timedelta(hours=25)):
        assert await get_outcome(newcomer, post) == "published"


async def test_a_held_comment_is_visible_only_to_its_author_and_moderators(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await configure(cast, premoderate_content=True)
    held = await reply(cast.bob, post, "Hello @charlie")
    assert await get_rule(cast, held) == "premoderation"
    assert await list_notification_kinds(cast.charlie) == []
    for actor, count in ((cast.guest, 0), (cast.charlie, 0), (cast.bob, 1), (cast.olga, 1)):
        async with read_session() as session:
            thread = await comments.get_thread(session, actor, post_id=post.id)
        assert (len(thread.items), thread.total) == (count, 0)
    await run(comments.moderate, cast.olga, comment_id=held.id, status="published")
    assert await list_notification_kinds(cast.charlie) == ["mention"]
    async with read_session() as session:
        thread = await comments.get_thread(session, cast.guest, post_id=post.id)
    assert (len(thread.items), thread.total) == (1, 1)


async def test_a_community_can_hold_the_comments_on_its_posts(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    post = await publish_post(cast.alice, community_id=bread.id)
    await run(communities.edit, cast.charlie, community_id=bread.id, premoderates_comments=True)
    assert await get_outcome(cast.bob, post) == "on_moderation"
    assert await get_outcome(cast.charlie, post) == "published"
    assert await get_outcome(cast.bob, await publish_post(cast.alice)) == "published"


async def test_an_edit_that_adds_a_listed_word_holds_the_comment(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    root = await reply(cast.alice, post)
    comment = await reply(cast.bob, post, "We sell bread.", root)
    await configure(cast, blocked_words=["casino", "sell"])
    await edit(cast.bob, comment, "We sell rye bread.")
    assert await get_status(comment) == "published"
    assert "comment_reply" in await list_notification_kinds(cast.alice)
    await edit(cast.bob, comment, "We sell a CASINO.")
    assert await get_status(comment) == "on_moderation"
    assert await get_rule(cast, comment) == "words"
    assert "comment_reply" not in await list_notification_kinds(cast.alice)
    await edit(cast.olga, comment, "We sell a casino, again.")
    assert await get_status(comment) == "on_moderation"


async def test_a_refused_edit_keeps_the_text(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice), "Bread.")
    await configure(cast, blocked_words=["casino"], blocked_words_action="refuse")
    with pytest.raises(DomainError) as caught:
        await edit(cast.bob, comment, "A c\u0430sino.")
    assert list(caught.value.field_errors) == ["text"]
    async with read_session() as session:
        assert (await session.get_one(Comment, comment.id)).text == "Bread."


@pytest.mark.parametrize(
    ("settings", "media", "text", "field"),
    [
        ({"max_comment_length": 100}, [], "a" * 101, "text"),
        ({"max_comment_images": 0}, [1], "", "media"),
        ({"max_comment_links": 1}, [], "https://a.example https://b.example", "text"),
    ],
)
async def test_comments_have_configured_limits(
    cast: Cast, settings: dict[str, Any], media: list[Any], text: str, field: str
) -> None:
    post = await publish_post(cast.alice)
    await configure(cast, **settings)
    rendered = await comments.render_text(text)
    with pytest.raises(DomainError) as caught:
        await run(comments.reply, cast.bob, post_id=post.id, text=rendered, media=media)
    assert list(caught.value.field_errors) == [field]


async def test_a_comment_that_is_sent_twice_is_held_once(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await configure(cast, premoderate_content=True)
    rendered, client_id = await comments.render_text("Hello."), uuid4()
    sent = [
        await run(comments.reply, cast.bob, post_id=post.id, text=rendered, client_id=client_id)
        for _ in range(2)
    ]
    assert sent[0].id == sent[1].id
