"""Registers the live updates of comments, reactions, posts and communities."""

from typing import get_args

from community.core.events import after_commit
from community.domain import comments, communities, merging, posts, reactions
from community.realtime import hub, messages

CommentChanged = (
    comments.CommentPosted
    | comments.CommentEdited
    | comments.CommentHidden
    | comments.CommentHeld
    | comments.CommentUnhidden
    | comments.CommentMoved
    | comments.CommentPinChanged
)
CommunityChanged = (
    communities.CommunityEdited
    | communities.CommunityClosed
    | communities.CommunityReopened
    | communities.CommunityTransferred
)


def wire_content() -> None:
    _wire_comments()
    _wire_posts()
    for event_type in get_args(CommunityChanged):
        after_commit(event_type, _broadcast_community_changed)


def _wire_comments() -> None:
    for event_type in get_args(CommentChanged):
        after_commit(event_type, _broadcast_comment_changed)
    after_commit(comments.CommentHeld, _broadcast_waiting_changed)
    after_commit(reactions.ReactionSet, _broadcast_reaction_changed)
    after_commit(reactions.ReactionRemoved, _broadcast_reaction_changed)


def _wire_posts() -> None:
    after_commit(posts.PostPublished, _broadcast_post_published)
    after_commit(posts.PostHeld, _broadcast_post_held)
    after_commit(posts.PostUnpublished, _broadcast_post_removed)
    after_commit(posts.PostDeleted, _broadcast_post_removed)
    after_commit(posts.PostRestored, _broadcast_post_restored)
    after_commit(posts.PostEdited, _broadcast_post_edited)
    after_commit(posts.PostPinChanged, _broadcast_post_pin_changed)
    after_commit(merging.PostsMoved, _broadcast_posts_moved)


async def _broadcast_comment_changed(event: CommentChanged) -> None:
    await hub.publish(messages.CommentChanged(event.post_id, event.comment_id))
    await hub.publish(messages.AdminRecordChanged(comments.COMMENT_TABLE.code, event.comment_id))


async def _broadcast_waiting_changed(_: comments.CommentHeld) -> None:
    await hub.publish(messages.AdminWaitingChanged())


async def _broadcast_reaction_changed(
    event: reactions.ReactionSet | reactions.ReactionRemoved,
) -> None:
    if event.target == "post":
        await hub.publish(messages.PostReactionsChanged(event.target_id))
    else:
        await hub.publish(messages.CommentChanged(event.post_id, event.target_id))


async def _broadcast_post_published(event: posts.PostPublished) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))
    await hub.publish(messages.PostAddedToFeeds(event.post_id))


async def _broadcast_post_held(event: posts.PostHeld) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.AdminWaitingChanged())
    await hub.publish(messages.PostChanged(event.post_id))
    if event.was_published:
        await hub.publish(messages.PostRemovedFromFeeds(event.post_id))


async def _broadcast_post_removed(event: posts.PostUnpublished | posts.PostDeleted) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))
    await hub.publish(messages.PostRemovedFromFeeds(event.post_id))


async def _broadcast_post_restored(event: posts.PostRestored) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    if event.is_published:
        await hub.publish(messages.PostChanged(event.post_id))
        await hub.publish(messages.PostAddedToFeeds(event.post_id))


async def _broadcast_post_edited(event: posts.PostEdited) -> None:
    await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, event.post_id))
    await hub.publish(messages.PostChanged(event.post_id))


async def _broadcast_post_pin_changed(event: posts.PostPinChanged) -> None:
    await hub.publish(messages.PostChanged(event.post_id))
    await hub.publish(messages.PostPinChanged(event.post_id))


async def _broadcast_posts_moved(event: merging.PostsMoved) -> None:
    for post_id in event.post_ids:
        await hub.publish(messages.AdminRecordChanged(posts.POST_TABLE.code, post_id))
        await hub.publish(messages.PostChanged(post_id))


async def _broadcast_community_changed(event: CommunityChanged) -> None:
    table = communities.COMMUNITY_TABLE.code
    await hub.publish(messages.CommunityChanged(event.community_id))
    await hub.publish(messages.AdminRecordChanged(table, event.community_id))
