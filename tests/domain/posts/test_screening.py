"""Tests of the site settings that refuse posts or hold them until a moderator publishes them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, NotFound, PermissionDenied
from community.domain import communities, discovery, follows, notifications, posts, site
from community.domain.people import Feed
from community.domain.site import ContentSettings
from community.models import Post, PostTag, User
from tests import counters, factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_post,
    edit_post,
    list_notification_kinds,
    publish_draft,
    publish_post,
    restore_post,
    run,
    save_draft,
    start_draft,
    unpublish_post,
)

SPAM = "Hello, see https://www.spam.example/offer now."


async def configure(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, ContentSettings(**values))


async def get_post(post: Post) -> Post:
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []
        return await session.get_one(Post, post.id)


async def get_outcome(actor: Actor, text: str = SPAM, **more: Any) -> str:
    """Publish a post. Return its status, or the code of the error."""
    try:
        post = await publish_post(actor, text=text, **more)
    except DomainError as error:
        return error.code
    return (await get_post(post)).status


async def list_feed(actor: Actor) -> list[int]:
    async with read_session() as session:
        page = await discovery.get_feed(session, actor, name=Feed.NEW)
    return [card.id for card in page.items]


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
        ({"max_comment_links": 0}, "published"),
    ],
)
async def test_the_settings_publish_hold_or_refuse_a_post(
    cast: Cast, settings: dict[str, Any], outcome: str
) -> None:
    newcomer = await factories.user("newcomer", created_at=clock.now(), email_verified_at=None)
    own = await factories.community(newcomer)
    await configure(cast, **settings)
    assert await get_outcome(newcomer) == outcome
    # Everyone can create a community, so its moderators are not exempt.
    assert await get_outcome(newcomer, community_id=own.id) == outcome
    assert await get_outcome(cast.olga) == "published"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"title": "A c\u0430sino"}, "title"),
        ({"intro": "A casino."}, "intro"),
        ({"tags": ["casino"]}, "tags"),
        ({"text": "word " * 9_000 + "A **casi**no."}, "text"),
        ({"text": "[Here](https://spam.example)"}, "text"),
        ({"cover": "https://spam.example/a.png"}, "cover"),
    ],
)
async def test_all_fields_of_a_post_are_searched_when_it_is_published(
    cast: Cast, fields: dict[str, Any], field: str
) -> None:
    refuse = {"blocked_words_action": "refuse", "blocked_domains_action": "refuse"}
    await configure(cast, blocked_words=["casino"], blocked_domains=["spam.example"], **refuse)
    draft = await start_draft(cast.alice, **fields)
    with pytest.raises(DomainError) as caught:
        await publish_draft(cast.alice, draft)
    assert list(caught.value.field_errors) == [field]
    assert (await get_post(draft)).status == "draft"


async def test_a_held_post_is_visible_only_to_its_author_and_moderators(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    await run(follows.follow, cast.bob, user_id=cast.alice.id)
    await run(notifications.subscribe_to_author, cast.bob, author=cast.alice.id)
    await configure(cast, premoderate_content=True)
    post = await publish_post(cast.alice, community_id=bread.id, tags=["rye"])
    held = await get_post(post)
    assert (held.status, held.hold_rule, held.published_at) == (
        "on_moderation",
        "premoderation",
        None,
    )
    moderator = replace(cast.charlie, moderated_community_ids=frozenset({bread.id}))
    async with read_session() as session:
        for actor in (cast.guest, cast.bob):
            with pytest.raises(NotFound):
                await posts.get_view(session, actor, post.id)
        for actor in (cast.alice, moderator, cast.olga):
            assert (await posts.get_view(session, actor, post.id)).status == "on_moderation"
        assert list(await session.scalars(select(PostTag))) == []
    for actor in (cast.guest, cast.bob, cast.alice, cast.olga):
        assert await list_feed(actor) == []
    assert await list_notification_kinds(cast.bob) == []
    await publish_draft(cast.charlie, post)
    assert await list_feed(cast.guest) == [post.id]
    assert (await get_post(post)).published_at is not None
    assert await list_notification_kinds(cast.bob) == ["new_post"]


async def test_moderators_reject_and_authors_take_back_a_held_post(cast: Cast) -> None:
    await configure(cast, premoderate_content=True)
    rejected, withdrawn = await publish_post(cast.alice), await publish_post(cast.alice)
    assert await unpublish_post(cast.olga, rejected)
    with pytest.raises(PermissionDenied):
        await publish_draft(cast.alice, rejected)
    assert await list_notification_kinds(cast.alice) == ["post_unpublished"]
    assert await unpublish_post(cast.alice, withdrawn)
    assert (await get_post(withdrawn)).status == "unpublished"
    await publish_draft(cast.alice, withdrawn)
    assert (await get_post(withdrawn)).status == "on_moderation"


async def test_only_other_moderators_publish_a_held_post(cast: Cast) -> None:
    own = await factories.community(cast.alice)
    await configure(cast, blocked_words=["casino"])
    post = await publish_post(cast.alice, "A casino", community_id=own.id)
    await publish_draft(cast.alice, post)
    assert (await get_post(post)).status == "on_moderation"
    with pytest.raises(NotFound):
        await publish_draft(cast.bob, post)
    with pytest.raises(PermissionDenied):
        await edit_post(cast.alice, post, community_id=None)
    await publish_draft(cast.olga, post)
    assert (await get_post(post)).status == "published"


async def test_a_community_can_hold_posts(cast: Cast) -> None:
    bread = await factories.community(cast.charlie)
    elsewhere = await publish_post(cast.alice)
    await run(communities.edit, cast.charlie, community_id=bread.id, premoderates_comments=True)
    assert await get_outcome(cast.alice, community_id=bread.id) == "on_moderation"
    assert await get_outcome(cast.charlie, community_id=bread.id) == "published"
    assert await get_outcome(cast.alice) == "published"
    await edit_post(cast.alice, elsewhere, community_id=bread.id)
    assert (await get_post(elsewhere)).status == "on_moderation"


async def test_changes_of_a_published_post_are_searched(cast: Cast) -> None:
    post = await publish_post(cast.alice, "We sell bread", tags=["rye"])
    await configure(cast, blocked_words=["casino", "sell"])
    await edit_post(cast.alice, post, comments_enabled=False)
    await edit_post(cast.alice, post, title="We sell rye bread")
    assert (await get_post(post)).status == "published"
    await save_draft(cast.alice, post, text="A casino.")
    assert (await get_post(post)).status == "published"
    await publish_draft(cast.alice, post)
    held = await get_post(post)
    assert (held.status, held.hold_rule, held.text) == ("on_moderation", "words", "A casino.")
    assert await list_feed(cast.guest) == []
    await publish_draft(cast.olga, post)
    assert (await get_post(post)).published_at == held.published_at
    assert await list_feed(cast.guest) == [post.id]


async def test_what_the_author_saves_waits_until_they_publish_it(cast: Cast) -> None:
    await configure(cast, premoderate_content=True)
    post = await publish_post(cast.alice, text="Good.")
    await save_draft(cast.alice, post, text="Unfinished")
    assert (await get_post(post)).text == "Good."
    await publish_draft(cast.alice, post)
    changed = await get_post(post)
    assert (changed.status, changed.text, changed.edited_at) == (
        "on_moderation",
        "Unfinished",
        None,
    )
    with pytest.raises(Conflict, match="Check it again"):
        await publish_draft(cast.olga, post, base_version=1)


async def test_a_deleted_held_post_waits_again_when_it_is_restored(cast: Cast) -> None:
    await configure(cast, premoderate_content=True)
    post = await publish_post(cast.alice)
    await delete_post(cast.alice, post)
    assert (await get_post(post)).status == "deleted"
    await restore_post(cast.alice, post)
    assert (await get_post(post)).status == "on_moderation"


async def test_a_held_post_is_hidden_and_shown_with_its_author(cast: Cast) -> None:
    await configure(cast, premoderate_content=True)
    post = await publish_post(cast.alice)
    async with unit_of_work() as session:
        await posts.hide_with_author(session, author_ids=[cast.alice.id], limit=10)
    assert (await get_post(post)).status == "deleted"
    async with unit_of_work() as session:
        await posts.show_with_author(session, author_id=cast.alice.id, limit=10)
    assert (await get_post(post)).status == "on_moderation"


async def test_accounts_are_new_only_for_the_configured_time(cast: Cast) -> None:
    newcomer = await factories.user("newcomer", created_at=clock.now())
    await configure(cast, new_account_hours=24, new_accounts="hold")
    with clock.travel(timedelta(hours=25)):
        assert await get_outcome(newcomer) == "published"


async def test_the_moderators_of_a_community_are_read_with_the_user(cast: Cast) -> None:
    ids = {(await factories.community(cast.charlie, slug)).id for slug in ("bread", "rye")}
    await factories.community(cast.bob, "cheese")
    async with read_session() as session:
        moderated = communities.moderated_community_ids(col(User.id))
        rows = await session.execute(select(User.slug, moderated))
        found = dict(rows.tuples().all())
    assert set(found["charlie"]) == ids
    assert found["alice"] == frozenset()
