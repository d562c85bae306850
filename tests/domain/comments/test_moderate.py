"""Tests of moderators who hold, publish, delete and restore comments."""

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError
from community.domain import comments
from community.domain.comments.moderation import status_changes
from community.domain.comments.moderation.status_changes import set_hidden_status
from community.models import Comment
from tests import counters
from tests.cast import Cast
from tests.domain.actions import (
    delete_comment,
    list_notification_kinds,
    publish_post,
    reply,
    run,
    watch_post,
)


async def moderate(actor: Actor, comment: Comment, status: str, **more: object) -> bool:
    return await run(
        comments.moderate,
        actor,
        comment_id=comment.id,
        status=status,  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
    )


async def get_status(comment: Comment) -> str:
    async with read_session() as session:
        assert await counters.find_counter_mismatches(session) == []
        return (await session.get_one(Comment, comment.id)).moderation_status


async def hold_when_sent(comment: Comment) -> None:
    """Make a published comment one that a rule held when it was sent."""
    async with unit_of_work() as session:
        row = await session.get_one(Comment, comment.id)
        await set_hidden_status(session, row, "on_moderation")
        status_changes.hold_new(session, row, "new_account")


@pytest.mark.parametrize(
    "path",
    [
        ["on_moderation", "published"],
        ["on_moderation", "deleted", "published"],
        ["deleted", "published", "on_moderation"],
    ],
)
async def test_a_moderator_changes_the_status_along_the_transitions(
    cast: Cast, path: list[str]
) -> None:
    post = await publish_post(cast.alice)
    root = await reply(cast.bob, post)
    comment = await reply(cast.charlie, post, parent=root)
    for status in path[:-1]:
        assert await moderate(cast.olga, comment, status)
        assert await get_status(comment) == status
    await moderate(cast.olga, comment, path[-1])
    assert await get_status(comment) == path[-1]
    assert not await moderate(cast.olga, root, "published")


async def test_a_deleted_comment_cannot_be_held(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await moderate(cast.olga, comment, "deleted")
    with pytest.raises(Conflict):
        await moderate(cast.olga, comment, "on_moderation")


async def test_only_moderators_change_the_status_and_not_of_what_its_author_deleted(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    comment, deleted = await reply(cast.bob, post), await reply(cast.bob, post)
    await reply(cast.charlie, post, parent=deleted)
    await delete_comment(cast.bob, deleted)
    for actor, target in ((cast.alice, comment), (cast.bob, comment), (cast.olga, deleted)):
        with pytest.raises(DomainError) as caught:
            await moderate(actor, target, "published")
        assert caught.value.code == "forbidden"


async def test_each_change_is_recorded_with_who_why_and_when(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await moderate(cast.olga, comment, "on_moderation", reason=" Off  topic ")
    await delete_comment(cast.bob, comment)
    async with read_session() as session:
        with pytest.raises(DomainError):
            await comments.list_moderations(session, cast.bob, comment_id=comment.id)
    restored = await reply(cast.bob, await publish_post(cast.alice))
    await moderate(cast.olga, restored, "deleted", reason="Spam")
    await moderate(cast.olga, restored, "published")
    async with read_session() as session:
        page = await comments.list_moderations(session, cast.olga, comment_id=restored.id)
    found = [
        (item.actor.slug if item.actor else "", item.status_before, item.status, item.reason)
        for item in page.items
    ]
    assert found == [
        ("olga", "deleted", "published", ""),
        ("olga", "published", "deleted", "Spam"),
    ]


async def test_a_second_moderator_with_a_stale_version_gets_a_conflict(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice))
    await moderate(cast.olga, comment, "on_moderation", base_version=comment.version)
    with pytest.raises(Conflict) as caught:
        await moderate(cast.olga, comment, "deleted", base_version=comment.version)
    assert caught.value.details["moderation_status"] == "on_moderation"
    assert await get_status(comment) == "on_moderation"


async def test_a_comment_held_when_it_was_sent_notifies_only_after_its_approval(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    await watch_post(cast.charlie, post)
    root = await reply(cast.bob, post)
    held = await reply(cast.charlie, post, "Hello @alice", parent=root)
    await hold_when_sent(held)
    assert await get_status(held) == "on_moderation"
    assert "comment_reply" not in await list_notification_kinds(cast.bob)
    await moderate(cast.olga, held, "published")
    assert await get_status(held) == "published"
    assert await list_notification_kinds(cast.bob) == ["comment_reply"]
    assert "mention" in await list_notification_kinds(cast.alice)


async def test_only_its_author_and_moderators_receive_a_comment_that_was_never_published(
    cast: Cast,
) -> None:
    post = await publish_post(cast.alice)
    held = await reply(cast.charlie, post)
    readers = [cast.guest, cast.bob, cast.charlie, cast.olga]
    await hold_when_sent(held)
    async with read_session() as session:
        found = await comments.find_audiences(session, held.id, readers)
    assert found is not None
    recipients = {actor.slug for audience in found.audiences for actor in audience.actors}
    assert recipients == {"charlie", "olga"}
    with pytest.raises(DomainError):
        await reply(cast.charlie, post, "More.", parent=held)
