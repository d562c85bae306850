"""Tests of which users are notified of a comment, and with which kind of notification."""

import asyncio
from dataclasses import replace

import pytest
from sqlmodel import col, func, select

from community import jobs
from community.core.db.sessions import read_session, unit_of_work
from community.domain import comments, notifications
from community.domain.comments.lists import QUOTE_LENGTH
from community.domain.jobs import outbox
from community.domain.notifications import policies
from community.models import Notification, PostWatch
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    delete_comment,
    disable_notifications,
    get_inbox,
    get_only_notification,
    ignore,
    list_notification_kinds,
    mark_all_read,
    publish_post,
    reply,
    watch_post,
)
from tests.query_capture import capture_queries


async def test_a_reply_notifies_the_author_of_the_parent_comment_once(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    child = await reply(cast.charlie, post, parent=parent)
    row = await get_only_notification(cast.bob)
    assert (row.kind, row.text) == ("comment_reply", "Charlie replied to your comment")
    assert [user.slug for user in row.actors] == ["charlie"]
    assert (row.target.type, row.target.id, row.target.title) == ("comment", child.id, post.title)
    assert row.target.url == f"/p/{post.id}/{post.slug}?comment={child.id}#comment-{child.id}"


async def test_a_mention_notifies_the_mentioned_user(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await reply(cast.bob, post, "Ask @charlie about it.")
    assert (await get_only_notification(cast.charlie)).text == "Bob mentioned you in a comment"


async def test_a_notification_quotes_the_reply_while_the_recipient_may_read_it(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    text = "Flour,\n\n> *water*" + " and time" * 50
    child = await reply(cast.charlie, post, text, parent=parent)
    quote = (await get_only_notification(cast.bob)).quote
    assert quote.startswith("Flour, water and time and time")
    assert len(quote) <= QUOTE_LENGTH
    await mark_all_read(cast.bob)
    await ignore(cast.bob, cast.charlie)
    ignoring = replace(cast.bob, has_ignored_users=True)
    assert (await get_inbox(ignoring)).items == []
    await delete_comment(cast.charlie, child)
    assert (await get_only_notification(cast.bob)).quote == ""


async def test_an_edit_notifies_only_newly_mentioned_users(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.alice, post)
    child = await reply(cast.bob, post, "Ask @charlie.", parent=parent)
    for user in (cast.alice, cast.charlie):
        await mark_all_read(user)
    async with unit_of_work() as session:
        await comments.edit(
            session,
            cast.bob,
            comment_id=child.id,
            text=await comments.render_text("Ask @charlie or @olga, @alice."),
        )
    assert await list_notification_kinds(cast.olga) == ["mention"]
    unread = [
        [row for row in (await get_inbox(user)).items if row.read_at is None]
        for user in (cast.alice, cast.charlie)
    ]
    assert unread == [[], []]


async def test_restoring_a_comment_notifies_mentioned_users_again(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post, "Ask @charlie.")
    await delete_comment(cast.bob, comment)
    assert await list_notification_kinds(cast.charlie) == []
    async with unit_of_work() as session:
        await comments.restore(session, cast.bob, comment_id=comment.id)
    assert await list_notification_kinds(cast.charlie) == ["mention"]


async def test_a_user_mentioned_in_a_reply_to_them_gets_one_notification(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    parent = await reply(cast.alice, post)
    await reply(cast.bob, post, "Yes, @alice, always.", parent=parent)
    assert await list_notification_kinds(cast.alice) == ["comment_reply"]


async def test_a_mention_notifies_a_user_who_disabled_reply_notifications(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    await disable_notifications(cast.bob, "comment_reply")
    await reply(cast.charlie, post, "@bob, no.", parent=parent)
    assert await list_notification_kinds(cast.bob) == ["mention"]


async def test_an_author_is_notified_of_every_comment_on_their_post(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await reply(cast.bob, post)
    row = await get_only_notification(cast.alice)
    assert (row.kind, row.text) == ("post_comment", "Bob commented on your post")


async def test_watchers_are_notified_of_comments(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    assert await watch_post(cast.charlie, post)
    assert not await watch_post(cast.charlie, post)
    await reply(cast.bob, post)
    assert (await get_only_notification(cast.charlie)).text == "Bob commented on a post you follow"


async def test_unwatching_a_post_stops_notifications_of_comments(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await watch_post(cast.charlie, post)
    async with unit_of_work() as session:
        assert await notifications.unwatch(session, cast.charlie, post_id=post.id)
        assert not await notifications.unwatch(session, cast.charlie, post_id=post.id)
    await reply(cast.bob, post)
    assert await list_notification_kinds(cast.charlie) == []


async def test_users_are_not_notified_of_their_own_comments(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    own = await reply(cast.alice, post, "I, @alice, think so.")
    await reply(cast.alice, post, parent=own)
    assert await list_notification_kinds(cast.alice) == []


async def test_ignoring_a_user_suppresses_notifications_in_both_directions(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await ignore(cast.alice, cast.bob)
    await ignore(cast.charlie, cast.alice)
    await reply(cast.bob, post, "@alice!")
    await reply(cast.charlie, post, "@alice!")
    assert await list_notification_kinds(cast.alice) == []


async def test_notifications_of_disabled_kinds_are_not_stored(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await disable_notifications(cast.alice, "post_comment")
    await reply(cast.bob, post)
    async with read_session() as session:
        assert (await session.execute(select(func.count(col(Notification.id))))).scalar_one() == 0


async def test_notifications_of_comments_are_merged_while_unread(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await reply(cast.bob, post)
    last = await reply(cast.charlie, post)
    row = await get_only_notification(cast.alice)
    assert (row.text, row.actors_count) == ("Charlie and Bob commented on your post", 2)
    assert [user.slug for user in row.actors] == ["charlie", "bob"]
    assert row.target.id == last.id


async def test_an_actor_who_comments_twice_counts_once_in_a_merged_notification(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await reply(cast.bob, post)
    await reply(cast.charlie, post)
    await reply(cast.bob, post)
    row = await get_only_notification(cast.alice)
    assert (row.actors_count, [user.slug for user in row.actors]) == (2, ["bob", "charlie"])


async def test_a_comment_after_the_notification_was_read_creates_a_new_notification(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    await reply(cast.bob, post)
    await mark_all_read(cast.alice)
    await reply(cast.charlie, post)
    items = (await get_inbox(cast.alice)).items
    assert [row.actors_count for row in items] == [1, 1]
    assert [row.read_at is None for row in items] == [True, False]


async def test_notifications_of_replies_are_not_merged(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    await reply(cast.charlie, post, parent=parent)
    await reply(cast.alice, post, parent=parent)
    assert await list_notification_kinds(cast.bob) == ["comment_reply", "comment_reply"]


async def test_deleting_a_comment_retracts_its_unread_notifications(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    child = await reply(cast.charlie, post, "@alice knows.", parent=parent)
    assert (await list_notification_kinds(cast.bob), await list_notification_kinds(cast.alice)) == (
        ["comment_reply"],
        ["mention"],
    )
    await delete_comment(cast.charlie, child)
    assert (await list_notification_kinds(cast.bob), await list_notification_kinds(cast.alice)) == (
        [],
        [],
    )


async def test_deleting_one_comment_keeps_the_others_in_a_merged_notification(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    first = await reply(cast.bob, post)
    last = await reply(cast.charlie, post)
    await delete_comment(cast.charlie, last)
    row = await get_only_notification(cast.alice)
    assert (row.text, row.target.id) == ("Bob commented on your post", first.id)
    await delete_comment(cast.bob, first)
    assert await list_notification_kinds(cast.alice) == []


async def test_an_actor_stays_in_a_merged_notification_if_one_of_their_comments_remains(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    first = await reply(cast.bob, post)
    last = await reply(cast.bob, post)
    await delete_comment(cast.bob, last)
    row = await get_only_notification(cast.alice)
    assert (row.actors_count, row.target.id) == (1, first.id)


async def test_deleting_a_comment_does_not_retract_read_notifications(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    comment = await reply(cast.bob, post)
    await mark_all_read(cast.alice)
    await delete_comment(cast.bob, comment)
    assert await list_notification_kinds(cast.alice) == ["post_comment"]


async def test_notifications_of_replies_to_a_deleted_comment_do_not_count_as_unread(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    await reply(cast.charlie, post, parent=parent)
    await mark_all_read(cast.bob)
    await delete_comment(cast.bob, parent)
    before = await list_notification_kinds(cast.bob)
    async with read_session() as session:
        assert await notifications.get_counts(session, cast.bob) == notifications.InboxCounts()
    assert before == ["comment_reply"]


async def test_the_number_of_queries_does_not_depend_on_the_number_of_mentions(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(10)]
    await reply(cast.bob, post, "@user-1")  # The first one fills the cache of site settings.
    await mark_all_read(cast.alice)
    with capture_queries() as few:
        await reply(cast.charlie, post, "@user-1, look.")
    await mark_all_read(cast.alice)
    for user in users[:5]:
        await watch_post(user, post)
    names = ", ".join(f"@{user.slug}" for user in users)
    with capture_queries() as many:
        await reply(cast.charlie, post, f"{names}: look.")
    assert len(few) == len(many)


async def test_many_watchers_are_notified_by_a_job(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.notifications.listeners.INLINE_RECIPIENTS_LIMIT", 3)
    monkeypatch.setattr("community.domain.notifications.delivery.fan_out.FAN_OUT_BATCH_SIZE", 2)
    post = await factories.post(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(8)]
    for user in users:
        await watch_post(user, post)
    await reply(cast.bob, post, "Hello, @user-7.")
    async with read_session() as session:
        sent_inline = (await session.execute(select(func.count(col(Notification.id))))).scalar_one()
        assert len(await outbox.list_due_jobs(session, 10)) == 1
    await jobs.run_due_jobs()
    assert sent_inline == 4
    kinds = [await list_notification_kinds(user) for user in users]
    assert kinds == [["post_comment"]] * 7 + [["mention"]]
    async with read_session() as session:
        assert await outbox.list_due_jobs(session, 10) == []


async def test_notifications_of_concurrent_comments_are_merged_into_one(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(8)]
    await asyncio.gather(*(reply(user, post) for user in users))
    row = await get_only_notification(cast.alice)
    assert (row.actors_count, len(row.actors)) == (8, policies.MAX_ACTORS_SHOWN)
    assert row.text.endswith("and 7 others commented on your post")


async def test_authors_watch_their_published_posts(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    async with read_session() as session:
        assert await session.get(PostWatch, (post.id, cast.alice.id)) is not None
