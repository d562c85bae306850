"""Tests of merges: what moves, what stays, and that every counter is right afterwards."""

import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, func, or_, select

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, DomainError, Invalid, NotFound, PermissionDenied
from community.domain import (
    accounts,
    chat,
    communities,
    follows,
    identity,
    merging,
    moderation,
    notifications,
    posts,
    reactions,
)
from community.domain.chat.policies import NOTIFY_DELAY
from community.domain.merging import MergeView
from community.domain.people import get_user
from community.jobs import run_due_jobs
from community.models import (
    AiRequest,
    Chat,
    ChatMember,
    ChatMessage,
    Comment,
    Follow,
    Membership,
    Mention,
    MessageReaction,
    Notification,
    NotificationActor,
    Post,
    PostWatch,
    Reaction,
    User,
)
from tests import factories
from tests.cast import Cast
from tests.counters import find_counter_mismatches
from tests.domain.actions import get_inbox, reply, run
from tests.domain.chat.conftest import open_conversation, read_messages, subscribe

OPERATOR = accounts.OPERATOR


async def merge(admin: Actor, source: Actor, target: Actor) -> MergeView:
    async with unit_of_work() as session:
        result = await merging.merge(
            session, admin, source_id=source.id, target_id=target.id, reason="One person"
        )
    with clock.travel(timedelta(minutes=1)):
        await run_due_jobs()
    async with read_session() as session:
        return await merging.get_merge(session, admin, merge_id=result.id)


async def count(*conditions: Any) -> int:
    async with read_session() as session:
        query = select(func.count()).where(*conditions)
        return await session.scalar(query) or 0


async def try_run(action: Any, actor: Actor, **values: Any) -> None:
    """Run a random action, which the rules may forbid."""
    with suppress(DomainError):
        await run(action, actor, **values)


async def act_randomly(people: list[Actor], seed: int) -> None:
    """Create posts, comments, reactions, follows, memberships and subscriptions of all users."""
    choice = random.Random(seed)
    site_communities = [
        await factories.community(person, f"place{index}") for index, person in enumerate(people)
    ]
    written = []
    for person in people:
        community = choice.choice([None, *site_communities])
        async with unit_of_work() as session:
            draft = await posts.create_draft(
                session,
                person,
                title="On rye",
                text=await posts.render_text("Flour."),
                community_id=community.id if community else None,
            )
            post = await posts.publish(session, person, post_id=draft.id)
        written.append(post)
    said: list[Comment] = []
    for _ in range(40):
        person, other = choice.sample(people, 2)
        post = choice.choice(written)
        kind = choice.randrange(8)
        if kind <= 1:
            parent = choice.choice([None, *(c for c in said if c.post_id == post.id)])
            said.append(await reply(person, post, f"Hello @{other.slug}", parent))
        elif kind == 2:
            await try_run(reactions.react, person, target="post", target_id=post.id, code="like")
        elif kind == 3 and said:
            comment = choice.choice(said)
            await try_run(
                reactions.react, person, target="comment", target_id=comment.id, code="like"
            )
        elif kind == 4:
            await try_run(follows.follow, person, user_id=other.id)
        elif kind == 5:
            community = choice.choice(site_communities)
            await try_run(communities.join, person, community_id=community.id)
        elif kind == 6:
            await try_run(notifications.watch, person, post_id=post.id)
            await try_run(notifications.subscribe_to_author, person, author=other.id)
        elif choice.random() < 0.3:
            await try_run(follows.ignore, person, user_id=other.id)
    await chat_randomly(choice, people)
    await run_due_jobs()


async def chat_randomly(choice: random.Random, people: list[Actor]) -> None:
    """Let users write to each other, create groups and react to messages."""
    for _ in range(8):
        person, other = choice.sample(people, 2)
        writer = replace(person, features=frozenset({"private_messages"}))
        with suppress(DomainError):
            opened, _is_new = await run(chat.start, writer, user_id=other.id)
            text = await chat.render_text("Hello")
            message = await run(chat.send, writer, chat_id=opened.id, text=text)
            if choice.random() < 0.5:
                group = await run(chat.create_group, writer, user_ids=[other.id])
                processed = await chat.files.process_file(b"Flour", name="recipe.txt")
                file = await run(chat.files.store, writer, chat_id=group.id, processed=processed)
                await run(chat.send, writer, chat_id=group.id, text=text, files=[file.id])
            await run(chat.react, other, chat_id=opened.id, message_id=message.id, code="like")


@pytest.mark.parametrize("seed", range(6))
async def test_nothing_of_the_source_remains_and_every_counter_is_right(
    cast: Cast, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "BATCH_SIZE", 3)
    source, target = cast.bob, cast.alice
    await act_randomly([cast.alice, cast.bob, cast.charlie, cast.olga], seed)
    async with unit_of_work() as session:
        session.add(AiRequest(kind="test", user_id=source.id))
    written = await count(col(Comment.author_id).in_([source.id, target.id]))
    result = await merge(OPERATOR, source, target)
    assert result.finished_at is not None
    for column in (
        Post.author_id,
        Comment.author_id,
        Comment.deleted_by_id,
        Mention.user_id,
        Reaction.user_id,
        Membership.user_id,
        Notification.recipient_id,
        NotificationActor.user_id,
        PostWatch.user_id,
        AiRequest.user_id,
        Chat.created_by_id,
        ChatMember.user_id,
        ChatMessage.author_id,
        ChatMessage.subject_id,
        MessageReaction.user_id,
    ):
        assert await count(col(column) == source.id) == 0, column
    assert await count(col(Comment.author_id) == target.id) == written
    assert await count(col(Follow.follower_id) == source.id) == 0
    async with read_session() as session:
        assert await find_counter_mismatches(session) == []
        assert await _find_own_reactions(session, target.id) == []


async def _find_own_reactions(session: Any, user_id: int) -> list[int]:
    query = (
        select(Reaction.id)
        .outerjoin(Post, col(Post.id) == col(Reaction.post_id))
        .outerjoin(Comment, col(Comment.id) == col(Reaction.comment_id))
        .where(col(Reaction.user_id) == user_id)
        .where(or_(col(Post.author_id) == user_id, col(Comment.author_id) == user_id))
    )
    return list(await session.scalars(query))


async def test_usernames_of_the_source_lead_to_the_target_and_its_sessions_end(
    cast: Cast,
) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.bob.id)
        await identity.sign_in(session, cast.bob, user=user, user_agent="Firefox")
        await moderation.edit_user(
            session,
            OPERATOR,
            user_id=cast.bob.id,
            changes=accounts.AccountChanges(slug="robert"),
        )
    await merge(OPERATOR, cast.bob, cast.alice)
    async with read_session() as session:
        for slug in ("bob", "robert"):
            assert (await get_user(session, slug)).id == cast.alice.id
        assert (await identity.list_sessions(session, cast.bob.id, limit=5)).items[0].revoked_at
        with pytest.raises(NotFound):
            await get_user(session, cast.bob.id)


async def test_the_target_gets_the_badge_of_the_source_and_keeps_its_own_style(cast: Cast) -> None:
    async with unit_of_work() as session:
        source = await session.get_one(User, cast.bob.id)
        source.chosen_badge, source.chosen_name_style = "star", "ocean"
        (await session.get_one(User, cast.alice.id)).chosen_name_style = "plum"
    await merge(OPERATOR, cast.bob, cast.alice)
    async with read_session() as session:
        source = await session.get_one(User, cast.bob.id)
        target = await session.get_one(User, cast.alice.id)
    assert (target.chosen_badge, target.chosen_name_style) == ("star", "plum")
    assert (source.chosen_badge, source.chosen_name_style) == (None, None)


async def test_a_job_that_stops_continues_where_it_stopped(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "BATCH_SIZE", 1)
    post = await factories.post(cast.alice)
    for _ in range(3):
        await reply(cast.bob, post)
    async with unit_of_work() as session:
        result = await merging.merge(
            session, OPERATOR, source_id=cast.bob.id, target_id=cast.alice.id
        )
    after: int | None = 0
    for _ in range(3):
        async with unit_of_work() as session:
            after = await merging.run_merge_step(session, result.id, after or 0)
    assert await count(col(Comment.author_id) == cast.alice.id) == 2
    while after is not None:
        async with unit_of_work() as session:
            after = await merging.run_merge_step(session, result.id, after)
    async with unit_of_work() as session:
        assert await merging.run_merge_step(session, result.id) is None
        view = await merging.get_merge(session, OPERATOR, merge_id=result.id)
    assert view.moved["comments"] == 3


async def test_who_may_not_be_merged(cast: Cast, admin: Actor) -> None:
    cases = (
        (cast.alice, cast.bob, cast.charlie, NotFound),
        (admin, cast.bob, cast.bob, Invalid),
        (admin, cast.mallory, cast.bob, Conflict),
        (admin, cast.olga, cast.bob, PermissionDenied),
    )
    for actor, source, target, error in cases:
        with pytest.raises(error):
            await merge(actor, source, target)


async def test_notifications_of_merged_chats_become_one(cast: Cast) -> None:
    chats = []
    for writer in (cast.alice, cast.bob):
        opened = await open_conversation(subscribe(writer), subscribe(cast.charlie))
        chats.append(opened)
    with clock.travel(NOTIFY_DELAY):
        await run_due_jobs()
    assert len((await get_inbox(cast.charlie)).items) == 2
    await merge(OPERATOR, cast.bob, cast.alice)
    rows = (await get_inbox(cast.charlie)).items
    unread = [row for row in rows if row.read_at is None]
    assert [urls.chat(chats[0].id) in row.target.url for row in unread] == [True]
    assert [actor.id for actor in unread[0].actors] == [cast.alice.id]
    last_id = (await read_messages(cast.charlie, chats[0])).items[0].id
    await run(chat.mark_read, cast.charlie, chat_id=chats[0].id, message_id=last_id)
    assert all(row.read_at for row in (await get_inbox(cast.charlie)).items)
