"""Tests of the notifications that users get when a post is published or unpublished."""

import pytest

from community import jobs
from community.core.db.sessions import read_session, unit_of_work, wait_for_pushes
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import notifications, posts
from community.domain.jobs import outbox
from community.models import NotificationSubscription
from community.realtime import hub
from community.realtime.messages import InboxesChanged, Message
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    disable_notifications,
    get_inbox,
    get_only_notification,
    ignore,
    list_notification_kinds,
    mark_all_read,
    publish_post,
    react,
    reply,
    subscribe_to_author,
    unpublish_post,
    watch_post,
)
from tests.query_capture import capture_queries


async def test_subscribers_are_notified_of_a_new_post(cast: Cast) -> None:
    assert await subscribe_to_author(cast.bob, cast.alice)
    assert not await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    row = await get_only_notification(cast.bob)
    assert (row.kind, row.text) == ("new_post", "Alice published a new post")
    assert ([user.slug for user in row.actors], row.actors_count) == (["alice"], 1)
    assert (row.target.id, row.target.title) == (post.id, "On rye")
    assert await list_notification_kinds(cast.charlie) == []


async def test_unsubscribing_from_an_author_stops_notifications(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    async with unit_of_work() as session:
        assert await notifications.unsubscribe_from_author(session, cast.bob, author="alice")
        assert not await notifications.unsubscribe_from_author(session, cast.bob, author="alice")
    await publish_post(cast.alice)
    assert await list_notification_kinds(cast.bob) == []


async def test_a_user_subscribed_to_both_author_and_community_is_notified_once(cast: Cast) -> None:
    community = await factories.community(cast.alice)
    await subscribe_to_author(cast.bob, cast.alice)
    for user in (cast.bob, cast.charlie):
        async with unit_of_work() as session:
            assert await notifications.subscribe_to_community(
                session, user, community=community.slug
            )
    await publish_post(cast.alice, community_id=community.id)
    assert (
        await list_notification_kinds(cast.bob),
        await list_notification_kinds(cast.charlie),
    ) == (["new_post"], ["new_post"])


async def test_republishing_a_post_does_not_notify_subscribers_again(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    await mark_all_read(cast.bob)
    await unpublish_post(cast.alice, post)
    async with unit_of_work() as session:
        await posts.publish(session, cast.alice, post_id=post.id)
    assert await list_notification_kinds(cast.bob) == ["new_post"]


async def test_many_subscribers_are_notified_once_each_in_batches(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.domain.notifications.delivery.fan_out.FAN_OUT_BATCH_SIZE", 3)
    community = await factories.community(cast.alice)
    users = [await factories.user(f"user-{number}") for number in range(10)]
    async with unit_of_work() as session:
        for i, user in enumerate(users):
            if i % 2:
                session.add(NotificationSubscription(user_id=user.id, author_id=cast.alice.id))
            if i % 3:
                session.add(NotificationSubscription(user_id=user.id, community_id=community.id))
    await publish_post(cast.alice, community_id=community.id)
    await jobs.run_due_jobs()
    counts = [len(await list_notification_kinds(user)) for user in users]
    assert counts == [int(bool(i % 2 or i % 3)) for i in range(10)]


async def test_a_batch_of_notifications_causes_one_message_and_one_insert(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (cast.bob, cast.charlie, cast.olga):
        await subscribe_to_author(user, cast.alice)
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title="On rye", text=await posts.render_text("Words.")
        )
        await posts.publish(session, cast.alice, post_id=draft.id)
    await wait_for_pushes()
    published: list[Message] = []
    monkeypatch.setattr(hub, "_listeners", [(Message, published.append)])
    with capture_queries() as statements:
        await jobs.run_due_jobs()
    await wait_for_pushes()
    (message,) = published
    assert isinstance(message, InboxesChanged)
    assert set(message.recipient_ids) == {cast.bob.id, cast.charlie.id, cast.olga.id}
    assert len([sql for sql in statements if sql.startswith("INSERT INTO notifications")]) == 1


async def test_the_number_of_queries_does_not_depend_on_the_number_of_subscribers(
    cast: Cast,
) -> None:
    with capture_queries() as without_subscribers:
        await publish_post(cast.alice)
    for user in (cast.bob, cast.charlie, cast.olga):
        await subscribe_to_author(user, cast.alice)
    with capture_queries() as with_subscribers:
        await publish_post(cast.alice, "Again")
    assert _count_queries(with_subscribers) == _count_queries(without_subscribers)


def _count_queries(queries: list[str]) -> int:
    """Count queries without those of the settings, which are cached for five seconds."""
    return sum("FROM site_settings" not in query for query in queries)


async def test_subscribing_to_yourself_is_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await subscribe_to_author(cast.alice, cast.alice)


async def test_a_user_cannot_subscribe_to_someone_who_ignores_them(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(PermissionDenied) as error:
        await subscribe_to_author(cast.bob, cast.alice)
    assert error.value.code == "ignored"


async def test_ignoring_a_user_ends_subscriptions_in_both_directions(cast: Cast) -> None:
    await subscribe_to_author(cast.alice, cast.bob)
    await subscribe_to_author(cast.bob, cast.alice)
    await ignore(cast.alice, cast.bob)
    await publish_post(cast.alice)
    await publish_post(cast.bob)
    assert (await list_notification_kinds(cast.alice), await list_notification_kinds(cast.bob)) == (
        [],
        [],
    )


async def test_disabled_new_post_notifications_are_not_sent(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    await disable_notifications(cast.bob, "new_post")
    await publish_post(cast.alice)
    assert await list_notification_kinds(cast.bob) == []


async def test_watchers_are_notified_when_a_post_is_unpublished(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await watch_post(cast.bob, post)
    await unpublish_post(cast.alice, post)
    row = await get_only_notification(cast.bob)
    assert (row.kind, row.text) == ("post_unpublished", "A post you follow was unpublished")
    assert row.actors == []
    assert await list_notification_kinds(cast.alice) == []


async def test_an_author_is_notified_when_a_moderator_unpublishes_their_post(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await unpublish_post(cast.olga, post)
    assert (await get_only_notification(cast.alice)).text == "Your post “On rye” was unpublished"


async def test_unpublishing_a_post_retracts_unread_notifications(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    await watch_post(cast.charlie, post)
    await reply(cast.olga, post)
    await react(cast.olga, post)
    assert (
        await list_notification_kinds(cast.bob),
        await list_notification_kinds(cast.charlie),
    ) == (["new_post"], ["post_comment"])
    await unpublish_post(cast.alice, post)
    assert (
        await list_notification_kinds(cast.bob),
        await list_notification_kinds(cast.charlie),
    ) == ([], ["post_unpublished"])
    assert await list_notification_kinds(cast.alice) == ["post_reaction", "post_comment"]


async def test_deleting_a_post_retracts_its_notifications(cast: Cast) -> None:
    post = await publish_post(cast.alice)
    await react(cast.bob, post)
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=post.id)
    assert await list_notification_kinds(cast.alice) == []


async def test_a_post_unpublished_before_the_job_runs_sends_no_notification(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    await unpublish_post(cast.alice, post)
    assert await list_notification_kinds(cast.bob) == []


async def test_a_user_cannot_watch_a_post_they_may_not_read(cast: Cast) -> None:
    draft = await factories.post(cast.alice, status="draft", published_at=None)
    with pytest.raises(NotFound):
        await watch_post(cast.bob, draft)


async def test_the_inbox_shows_the_current_titles_of_posts(cast: Cast) -> None:
    await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    await jobs.run_due_jobs()
    async with unit_of_work() as session:
        await posts.edit(session, cast.alice, post_id=post.id, title="On spelt")
    assert (await get_inbox(cast.bob)).items[0].target.title == "On spelt"


async def test_the_inbox_hides_the_title_of_a_post_that_the_user_may_not_read(cast: Cast) -> None:
    """A notification that was already read stays in the inbox, but no longer shows the title."""
    await subscribe_to_author(cast.bob, cast.alice)
    post = await publish_post(cast.alice)
    await reply(cast.alice, post, "@bob, look.")
    await mark_all_read(cast.bob)
    await unpublish_post(cast.olga, post)
    async with unit_of_work() as session:
        await posts.save_draft(session, cast.alice, post_id=post.id, title="My secret")
    hidden = [row.target for row in (await get_inbox(cast.bob)).items]
    assert {(target.type, target.id, target.title, target.url) for target in hidden} == {
        ("post", post.id, "", "/notifications")
    }
    assert (await get_only_notification(cast.alice)).target.title == "My secret"
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=post.id)
    assert {row.target.title for row in (await get_inbox(cast.bob)).items} == {""}


async def test_a_failed_transaction_enqueues_no_jobs(cast: Cast) -> None:
    async def publish_and_fail() -> None:
        async with unit_of_work() as session:
            draft = await posts.create_draft(
                session, cast.alice, title="On rye", text=await posts.render_text("Flour.")
            )
            await posts.publish(session, cast.alice, post_id=draft.id)
            raise RuntimeError("before the commit")

    with pytest.raises(RuntimeError):
        await publish_and_fail()
    async with read_session() as session:
        assert await outbox.list_due_jobs(session, 10) == []
