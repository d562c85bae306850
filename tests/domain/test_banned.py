"""Tests that banned users can remove their content but do nothing else that others can see.

The constants below classify every action in every domain package. A new action must be added to
one of these constants.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community import domain
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.core.text.markup import RenderedMessage
from community.domain import (
    accounts,
    chat,
    comments,
    communities,
    follows,
    identity,
    notifications,
    people,
    posts,
    reactions,
    uploads,
)
from community.domain.people import ProfileChanges
from community.models import Chat, ChatMessage, Comment, Community, Post, User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, reply

SUBJECTS = (
    accounts,
    chat,
    comments,
    communities,
    follows,
    identity,
    notifications,
    people,
    posts,
    reactions,
    uploads,
)
# The functions in these modules do not write data.
READ_ONLY_MODULES = {
    "comment_table",
    "community_table",
    "post_table",
    "policies",
    "queries",
    "recipients",
    "serializers",
}


@dataclass(frozen=True)
class Scenario:
    """Content that Mallory created before she was banned, and content by other users."""

    mallory: Actor
    alice: Actor
    community: Community
    other_community: Community
    post: Post
    draft: Post
    deleted_post: Post
    other_post: Post
    comment: Comment
    deleted_comment: Comment
    reply: Comment
    group: Chat
    message: ChatMessage


Action = Callable[[AsyncSession, Scenario], Awaitable[Any]]


def _message(scenario: Scenario) -> dict[str, int]:
    return {"chat_id": scenario.group.id, "message_id": scenario.message.id}


FORBIDDEN_ACTIONS: dict[str, Action] = {
    "chat.start": lambda session, scenario: chat.start(
        session, scenario.mallory, user_id=scenario.alice.id
    ),
    "chat.create_group": lambda session, scenario: chat.create_group(
        session, scenario.mallory, user_ids=[scenario.alice.id]
    ),
    "chat.send": lambda session, scenario: chat.send(
        session, scenario.mallory, chat_id=scenario.group.id, text=RenderedMessage("Buy now.")
    ),
    "chat.edit": lambda session, scenario: chat.edit(
        session, scenario.mallory, **_message(scenario), text=RenderedMessage("Buy now.")
    ),
    "chat.react": lambda session, scenario: chat.react(
        session, scenario.mallory, **_message(scenario), code="like"
    ),
    "chat.edit_group": lambda session, scenario: chat.edit_group(
        session,
        scenario.mallory,
        chat_id=scenario.group.id,
        changes=chat.GroupChanges(name="Buy now"),
    ),
    "chat.add_members": lambda session, scenario: chat.add_members(
        session,
        scenario.mallory,
        chat_id=scenario.group.id,
        user_ids=[scenario.other_post.author_id],
    ),
    "chat.remove_member": lambda session, scenario: chat.remove_member(
        session, scenario.mallory, chat_id=scenario.group.id, user_id=scenario.alice.id
    ),
    "people.change_profile": lambda session, scenario: people.change_profile(
        session, scenario.mallory, ProfileChanges(name="Not Mallory", avatar=None)
    ),
    "comments.reply": lambda session, scenario: comments.reply(
        session,
        scenario.mallory,
        post_id=scenario.other_post.id,
        text=RenderedMessage("Buy now."),
    ),
    "comments.edit": lambda session, scenario: comments.edit(
        session,
        scenario.mallory,
        comment_id=scenario.comment.id,
        text=RenderedMessage("Buy now."),
    ),
    "comments.restore": lambda session, scenario: comments.restore(
        session, scenario.mallory, comment_id=scenario.deleted_comment.id
    ),
    "comments.moderate": lambda session, scenario: comments.moderate(
        session, scenario.mallory, comment_id=scenario.reply.id, status="deleted"
    ),
    "posts.moderate": lambda session, scenario: posts.moderate(
        session, scenario.mallory, post_id=scenario.other_post.id, status="unpublished"
    ),
    "comments.pin": lambda session, scenario: comments.pin(
        session, scenario.mallory, comment_id=scenario.reply.id
    ),
    "comments.unpin": lambda session, scenario: comments.unpin(
        session, scenario.mallory, comment_id=scenario.reply.id
    ),
    "communities.create": lambda session, scenario: communities.create(
        session, scenario.mallory, slug="market", name="Market"
    ),
    "communities.edit": lambda session, scenario: communities.edit(
        session, scenario.mallory, community_id=scenario.community.id, name="Market"
    ),
    "communities.close": lambda session, scenario: communities.close(
        session, scenario.mallory, community_id=scenario.community.id
    ),
    "communities.reopen": lambda session, scenario: communities.reopen(
        session, scenario.mallory, community_id=scenario.community.id
    ),
    "communities.join": lambda session, scenario: communities.join(
        session, scenario.mallory, community_id=scenario.other_community.id
    ),
    "communities.add_moderator": lambda session, scenario: communities.add_moderator(
        session, scenario.mallory, community_id=scenario.community.id, user_id=scenario.alice.id
    ),
    "communities.transfer": lambda session, scenario: communities.transfer(
        session, scenario.mallory, community_id=scenario.community.id, user_id=scenario.alice.id
    ),
    "communities.remove_moderator": lambda session, scenario: communities.remove_moderator(
        session, scenario.mallory, community_id=scenario.community.id, user_id=scenario.alice.id
    ),
    "follows.follow": lambda session, scenario: follows.follow(
        session, scenario.mallory, user_id=scenario.alice.id
    ),
    "posts.create_draft": lambda session, scenario: posts.create_draft(
        session, scenario.mallory, title="Buy now"
    ),
    "posts.save_draft": lambda session, scenario: posts.save_draft(
        session, scenario.mallory, post_id=scenario.draft.id, title="Buy now"
    ),
    "posts.publish": lambda session, scenario: posts.publish(
        session, scenario.mallory, post_id=scenario.draft.id
    ),
    "posts.edit": lambda session, scenario: posts.edit(
        session, scenario.mallory, post_id=scenario.post.id, title="Buy now"
    ),
    "posts.restore": lambda session, scenario: posts.restore(
        session, scenario.mallory, post_id=scenario.deleted_post.id
    ),
    "posts.pin": lambda session, scenario: posts.pin(
        session, scenario.mallory, post_id=scenario.post.id
    ),
    "posts.unpin": lambda session, scenario: posts.unpin(
        session, scenario.mallory, post_id=scenario.post.id
    ),
    "reactions.react": lambda session, scenario: reactions.react(
        session, scenario.mallory, target="post", target_id=scenario.other_post.id, code="like"
    ),
    "uploads.store": lambda session, scenario: uploads.store(
        session,
        scenario.mallory,
        processed=None,  # type: ignore[arg-type]
    ),
    "uploads.process": lambda _, scenario: uploads.process(scenario.mallory, None, b""),  # type: ignore[arg-type]
}

ALLOWED_REMOVALS: dict[str, Action] = {
    "chat.delete_message": lambda session, scenario: chat.delete_message(
        session, scenario.mallory, **_message(scenario)
    ),
    "chat.leave": lambda session, scenario: chat.leave(
        session, scenario.mallory, chat_id=scenario.group.id
    ),
    "comments.delete": lambda session, scenario: comments.delete(
        session, scenario.mallory, comment_id=scenario.comment.id
    ),
    "comments.destroy_branch": lambda session, scenario: comments.destroy_branch(
        session, scenario.mallory, comment_id=scenario.comment.id
    ),
    "communities.leave": lambda session, scenario: communities.leave(
        session, scenario.mallory, community_id=scenario.other_community.id
    ),
    "follows.unfollow": lambda session, scenario: follows.unfollow(
        session, scenario.mallory, user_id=scenario.alice.id
    ),
    "posts.discard_changes": lambda session, scenario: posts.discard_changes(
        session, scenario.mallory, post_id=scenario.post.id
    ),
    "posts.unpublish": lambda session, scenario: posts.unpublish(
        session, scenario.mallory, post_id=scenario.post.id
    ),
    "posts.delete": lambda session, scenario: posts.delete(
        session, scenario.mallory, post_id=scenario.post.id
    ),
}

# These actions need a section of the Admin Panel, and banned users have none.
ADMIN_ACTIONS: dict[str, Action] = {
    "chat.delete_reported": lambda session, scenario: chat.delete_reported(
        session, scenario.mallory, scenario.message.id, reason="Buy now"
    ),
    "accounts.set_admin_sections": lambda session, scenario: accounts.set_admin_sections(
        session, scenario.mallory, user_id=scenario.alice.id, sections=["*"]
    ),
    "accounts.remove_administrator": lambda session, scenario: accounts.remove_administrator(
        session, scenario.mallory, user_id=scenario.alice.id
    ),
    "accounts.toggle_admin_section": lambda session, scenario: accounts.toggle_admin_section(
        session, scenario.mallory, user_id=scenario.alice.id, section="users", is_granted=True
    ),
    "accounts.suggest_administrators": lambda session, scenario: accounts.suggest_administrators(
        session, scenario.mallory, "alice"
    ),
    "accounts.list_administrators": lambda session, scenario: accounts.list_administrators(
        session, scenario.mallory
    ),
    "accounts.get_account_summary": lambda session, scenario: accounts.get_account_summary(
        session, scenario.mallory, scenario.alice.id
    ),
    "reactions.list_kinds": lambda session, scenario: reactions.list_kinds(
        session, scenario.mallory
    ),
    "reactions.create_kind": lambda session, scenario: reactions.create_kind(
        session, scenario.mallory, name="Buy now", emoji="💰"
    ),
    "reactions.edit_kind": lambda session, scenario: reactions.edit_kind(
        session, scenario.mallory, code="like", name="Buy now"
    ),
    "reactions.remove_kind": lambda session, scenario: reactions.remove_kind(
        session, scenario.mallory, code="like"
    ),
    "reactions.reorder_kinds": lambda session, scenario: reactions.reorder_kinds(
        session, scenario.mallory, codes=["like"]
    ),
    "uploads.remove": lambda session, scenario: uploads.remove(
        session, scenario.mallory, upload_id=UUID(int=1)
    ),
    "uploads.remove_all_unused": lambda session, scenario: uploads.remove_all_unused(
        session, scenario.mallory
    ),
    "uploads.count_removable": lambda session, scenario: uploads.count_removable(
        session, scenario.mallory
    ),
    "uploads.get_usage": lambda session, scenario: uploads.get_usage(session, scenario.mallory),
}

# These actions affect only the user's own account, notifications and view of the site.
PRIVATE_ACTIONS = {
    "accounts.request_verification",
    "identity.change_password",
    "identity.create_token",
    "identity.find_own_credentials",
    "identity.revoke_device",
    "identity.revoke_other_devices",
    "identity.revoke_token",
    "people.set_cookie_consent",
    "people.set_default_feed",
    "people.set_ignored_keywords",
    "people.set_online_visibility",
    "identity.sign_in",
    "identity.sign_out",
    "chat.accept",
    "chat.archive",
    "chat.decline",
    "chat.mark_read",
    "chat.mute",
    "chat.set_preferences",
    "chat.unarchive",
    "chat.unmute",
    "follows.ignore",
    "follows.unignore",
    "notifications.mark_all_read",
    "notifications.mark_all_seen",
    "notifications.mark_read",
    "notifications.subscribe_to_author",
    "notifications.subscribe_to_community",
    "notifications.unsubscribe_from_author",
    "notifications.unsubscribe_from_community",
    "notifications.unwatch",
    "notifications.update_preferences",
    "notifications.watch",
    # These actions are called only by other actions, which are classified themselves.
    "accounts.close_merged_account",
    "accounts.edit_account",
    "identity.start_viewing",
    "identity.stop_viewing",
    "uploads.set_images",
    "uploads.set_references",
}
READ_ONLY_FUNCTIONS = {
    "identity.get_own_user",
    "reactions.ensure_may_choose",
    "chat.count_unread",
    "chat.find_first_unread",
    "chat.get_preferences",
    "chat.find_notice_chats",
    "chat.find_notice_messages",
    "chat.list_reportable",
    "comments.find_quotes",
    "comments.get_form_rules",
    "comments.get_thread_page",
    "comments.list_by_author",
    "comments.list_published_by_author",
    "comments.load_found",
    "comments.list_moderations",
    "comments.reload",
    "identity.count_login_attempt",
    "identity.count_password_confirmation",
    "people.get_ignored_keywords",
    "people.get_preferences",
    "people.get_profile",
    "people.get_relation",
    "people.get_profile_by_slug",
    "identity.get_token",
    "identity.list_devices",
    "identity.list_tokens",
    "notifications.get_preferences",
    "posts.get_limits",
    "posts.list_held",
}


async def set_banned_at(user: Actor, banned_at: datetime | None) -> None:
    async with unit_of_work() as session:
        (await session.get_one(User, user.id)).banned_at = banned_at


@pytest.fixture
async def scenario(cast: Cast) -> Scenario:
    unbanned = replace(cast.mallory, banned_at=None)
    await set_banned_at(cast.mallory, None)
    other_post = await factories.post(cast.alice)
    post = await factories.post(cast.mallory)
    comment, deleted_comment = await reply(unbanned, other_post), await reply(unbanned, other_post)
    await delete_comment(unbanned, deleted_comment)
    deleted_post = await factories.post(cast.mallory)
    async with unit_of_work() as session:
        await posts.delete(session, unbanned, post_id=deleted_post.id)
        draft = await posts.create_draft(
            session, unbanned, title="On rye", text=await posts.render_text("Flour.")
        )
    writer = replace(unbanned, features=frozenset({"private_messages"}))
    async with unit_of_work() as session:
        group = await chat.create_group(session, writer, user_ids=[cast.alice.id])
        message = await chat.send(
            session, writer, chat_id=group.id, text=await chat.render_text("Hello")
        )
    await set_banned_at(cast.mallory, clock.now())
    return Scenario(
        mallory=cast.mallory,
        alice=cast.alice,
        community=await factories.community(cast.mallory, "theirs"),
        other_community=await factories.community(cast.alice),
        post=post,
        draft=draft,
        deleted_post=deleted_post,
        other_post=other_post,
        comment=comment,
        deleted_comment=deleted_comment,
        reply=await reply(cast.alice, post),
        group=group,
        message=message,
    )


async def test_banned_users_cannot_do_anything_visible_to_others(scenario: Scenario) -> None:
    allowed = []
    for name, action in FORBIDDEN_ACTIONS.items():
        try:
            async with unit_of_work() as session:
                await action(session, scenario)
        except PermissionDenied:
            continue
        allowed.append(name)
    assert allowed == []


async def test_banned_administrators_have_no_access_to_the_admin_panel(scenario: Scenario) -> None:
    mallory = replace(scenario.mallory, is_admin=True, sections=frozenset({"*"}))
    for action in ADMIN_ACTIONS.values():
        with pytest.raises(NotFound):
            async with unit_of_work() as session:
                await action(session, replace(scenario, mallory=mallory))


async def test_banned_users_can_remove_their_content(scenario: Scenario) -> None:
    for action in ALLOWED_REMOVALS.values():
        async with unit_of_work() as session:
            await action(session, scenario)


def test_every_action_is_classified() -> None:
    classified = (
        FORBIDDEN_ACTIONS.keys()
        | ALLOWED_REMOVALS.keys()
        | ADMIN_ACTIONS.keys()
        | PRIVATE_ACTIONS
        | READ_ONLY_FUNCTIONS
    )
    assert {name for subject in SUBJECTS for name in list_actions(subject)} == classified


def list_actions(subject: Any) -> list[str]:
    """Return the names of the public coroutines in a domain package that may write data.

    A coroutine may write data if it takes an actor and is not in `READ_ONLY_MODULES`.
    """
    stem = subject.__name__.removeprefix(f"{domain.__name__}.")
    return [
        f"{stem}.{name}"
        for name, function in vars(subject).items()
        if inspect.iscoroutinefunction(function)
        and "actor" in inspect.signature(function).parameters
        and function.__module__.rpartition(".")[2] not in READ_ONLY_MODULES
    ]
