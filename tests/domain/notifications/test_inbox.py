"""Tests of the inbox: pagination, counts, seen and read notifications, and preferences."""

from collections.abc import Sequence

import pytest

from community.core import events
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work, wait_for_pushes
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.core.events import DomainEvent
from community.domain import notifications
from community.domain.notifications import InboxCounts, InboxesChanged, NotificationKind
from community.domain.notifications.texts import render_text
from tests import factories
from tests.cast import Cast
from tests.domain.actions import (
    disable_notifications,
    follow,
    get_inbox,
    get_only_notification,
    react,
    reply,
)
from tests.query_capture import capture_queries


async def create_replies(cast: Cast, count: int) -> None:
    """Create a comment by Bob, and `count` replies to that comment by Alice."""
    post = await factories.post(cast.alice)
    parent = await reply(cast.bob, post)
    for _ in range(count):
        await reply(cast.alice, post, parent=parent)


async def get_inbox_counts(actor: Actor) -> InboxCounts:
    async with read_session() as session:
        return await notifications.get_counts(session, actor)


async def test_the_inbox_is_paginated_by_latest_activity(cast: Cast) -> None:
    await create_replies(cast, 5)
    first = await get_inbox(cast.bob, limit=3)
    rest = await get_inbox(cast.bob, limit=3, cursor=first.next_cursor)
    ids = [row.target.id for row in (*first.items, *rest.items)]
    assert ids == sorted(ids, reverse=True)
    assert (len(ids), rest.next_cursor) == (5, None)
    assert (first.unread, first.unseen) == (5, 5)


async def test_new_activity_moves_a_notification_to_the_top(cast: Cast) -> None:
    first, second = await factories.post(cast.alice), await factories.post(cast.alice, "Second")
    await react(cast.bob, first)
    await react(cast.bob, second)
    await react(cast.charlie, first)
    assert [row.target.id for row in (await get_inbox(cast.alice)).items] == [first.id, second.id]


async def test_loading_a_page_of_the_inbox_takes_seven_queries(cast: Cast) -> None:
    await create_replies(cast, 18)
    await follow(cast.alice, cast.bob)
    await react(cast.alice, await factories.post(cast.bob, "Second"))
    async with read_session() as session:
        with capture_queries() as statements:
            page = await notifications.get_inbox(session, cast.bob)
    assert len(page.items) == 20
    assert len(statements) == 7


async def test_marking_all_notifications_as_seen_does_not_change_the_unread_count(
    cast: Cast,
) -> None:
    await create_replies(cast, 2)
    async with unit_of_work() as session:
        assert await notifications.mark_all_seen(session, cast.bob) == InboxCounts(
            unread=2, unseen=0
        )
    assert await get_inbox_counts(cast.bob) == InboxCounts(unread=2, unseen=0)


async def test_new_activity_makes_a_seen_notification_unseen_again(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    async with unit_of_work() as session:
        await notifications.mark_all_seen(session, cast.alice)
    await react(cast.charlie, post)
    assert await get_inbox_counts(cast.alice) == InboxCounts(unread=1, unseen=1)


async def test_marking_one_notification_as_read_leaves_the_others_unread(cast: Cast) -> None:
    await create_replies(cast, 2)
    row = (await get_inbox(cast.bob)).items[0]
    for _ in range(2):
        async with unit_of_work() as session:
            counts = await notifications.mark_read(session, cast.bob, notification_id=row.id)
        assert counts == InboxCounts(unread=1, unseen=1)


async def test_marking_all_notifications_as_read_also_marks_them_as_seen(cast: Cast) -> None:
    await create_replies(cast, 3)
    async with unit_of_work() as session:
        assert await notifications.mark_all_read(session, cast.bob) == InboxCounts()
    assert all(row.read_at and row.seen_at for row in (await get_inbox(cast.bob)).items)


async def test_notifications_of_other_users_are_not_found(cast: Cast) -> None:
    await create_replies(cast, 1)
    row = await get_only_notification(cast.bob)
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await notifications.mark_read(session, cast.charlie, notification_id=row.id)
    assert (await get_inbox(cast.charlie)).items == []


async def test_a_guest_cannot_read_an_inbox(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        await get_inbox(cast.guest)
    assert await get_inbox_counts(cast.guest) == InboxCounts()


async def test_every_change_of_the_inbox_publishes_an_event(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipient_ids: list[int] = []

    def record_recipients(committed: Sequence[DomainEvent]) -> None:
        for event in committed:
            if isinstance(event, InboxesChanged):
                recipient_ids.extend(event.recipient_ids)

    monkeypatch.setattr(events, "_commit_callbacks", [record_recipients])
    post = await factories.post(cast.alice)
    await react(cast.bob, post)
    await react(cast.bob, post, None)
    await wait_for_pushes()
    assert recipient_ids == [cast.alice.id, cast.alice.id]


async def test_by_default_all_kinds_of_notifications_are_enabled_and_email_is_not(
    cast: Cast,
) -> None:
    async with read_session() as session:
        preferences = await notifications.get_preferences(session, cast.alice)
    assert not preferences.email
    assert preferences.types == dict.fromkeys(NotificationKind, True)


async def test_changing_one_preference_does_not_change_the_others(cast: Cast) -> None:
    await disable_notifications(cast.alice, "mention", "new_post")
    async with unit_of_work() as session:
        preferences = await notifications.update_preferences(
            session, cast.alice, email=True, types={"mention": True, "new_follower": False}
        )
    off = {kind for kind, is_on in preferences.types.items() if not is_on}
    assert (preferences.email, off) == (True, {"new_post", "new_follower"})


async def test_an_unknown_kind_of_notification_is_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid) as error:
        await disable_notifications(cast.alice, "gossip")
    assert "types" in error.value.field_errors


@pytest.mark.parametrize(
    ("names", "count", "expected"),
    [
        (["Anna"], 1, "Anna reacted to your post"),
        (["Anna", "Bert"], 2, "Anna and Bert reacted to your post"),
        (["Anna", "Bert", "Cleo"], 3, "Anna and 2 others reacted to your post"),
        (["Anna"], 2, "Anna and 1 other reacted to your post"),
        ([], 0, "Someone reacted to your post"),
    ],
)
def test_the_text_of_a_notification_names_the_actors(
    names: list[str], count: int, expected: str
) -> None:
    assert render_text(NotificationKind.POST_REACTION, names, count) == expected


@pytest.mark.parametrize("kind", NotificationKind)
@pytest.mark.parametrize("is_own", [False, True])
def test_every_kind_of_notification_has_a_text_for_any_number_of_actors(
    kind: NotificationKind, *, is_own: bool
) -> None:
    for names in ([], ["Anna"], ["Anna", "Bert"], ["Anna", "Bert", "Cleo"]):
        text = render_text(kind, names, len(names), is_own=is_own)
        assert text
        assert "{" not in text
