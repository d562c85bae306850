"""Load the demo content in batches. An interrupted run can be resumed."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import takewhile

from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import jobs
from community.cli.demo.actions import (
    Action,
    CreateCommunity,
    PlayPaymentScene,
    PlayScene,
    PublishPost,
    RegisterUser,
    WriteComment,
)
from community.cli.demo_loader.executor import execute_action
from community.cli.demo_loader.image_loader import ImageLoader
from community.cli.demo_loader.load_context import LoadContext
from community.cli.demo_loader.progress import (
    OPERATOR,
    Progress,
    hash_timeline,
    map_client_ids_to_comments,
)
from community.cli.demo_loader.scenes import finish_scenes, play_payment_scene
from community.core import clock
from community.core.db import sqlite_driver
from community.core.db.sessions import read_session, unit_of_work
from community.domain import accounts, comments, communities, identity, people, posts, site
from community.models import Comment, User

# The maximum number of actions per transaction. Larger batches load faster, smaller ones block
# other writers for less time.
BATCH_SIZE = 100
# The maximum relative difference between the ages of actions in a batch. They must be similar,
# because event listeners run once per batch, at the time of its last action.
MAX_BATCH_AGE_SPREAD = 0.05
# The demo content has no sad posts.
EXCLUDED_REACTION = "sad"
BatchCallback = Callable[[Sequence[Action]], None]


async def load_progress() -> tuple[Progress, bool]:
    """Return the progress of loading the demo content, and whether the site has any accounts."""
    async with read_session() as session:
        progress = await site.get_settings_section(session, Progress)
        return progress, bool(await session.scalar(select(exists(select(User.id)))))


async def load(
    timeline: Sequence[Action], progress: Progress, *, password: str, on_batch: BatchCallback
) -> None:
    """Execute the actions of the timeline that are not executed yet.

    The caller must call `wire()` before, so that event listeners run. Raise `DomainError` if a slug
    is taken, the password is too weak, or a demo user was deleted.
    """
    if progress.started_at is None:
        _, has_accounts = await load_progress()
        progress = progress.model_copy(
            update={"started_at": clock.now(), "owns_site": not has_accounts}
        )
    progress = progress.model_copy(
        update={
            "content_hash": hash_timeline(timeline),
            "total": len(timeline),
        }
    )
    remaining = timeline[progress.done :]
    with sqlite_driver.run_in_event_loop(), ImageLoader(remaining) as images:
        context = LoadContext(images, owns_site=progress.owns_site)
        context = await _restore_context(context, timeline, progress)
        context.registrations = await _validate_registrations(remaining, password)
        for batch in split_into_batches(remaining):
            await images.upload(context.actors, batch)
            await render_texts(context, batch)
            progress = await _execute_batch(batch, context, progress)
            on_batch(batch)


def split_into_batches(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """Yield all registrations and new communities as one batch, then the other actions in batches.

    The actions of each further batch are close to each other in time. A payment scene is a batch of
    its own.
    """
    batch = list(
        takewhile(lambda action: isinstance(action, RegisterUser | CreateCommunity), actions)
    )
    if batch:
        yield batch
    batch, rest = [], actions[len(batch) :]
    for action in rest:
        if batch and (
            len(batch) == BATCH_SIZE
            or batch[0].ago > action.ago * (1 + MAX_BATCH_AGE_SPREAD)
            or isinstance(action, PlayPaymentScene)
            or isinstance(batch[-1], PlayPaymentScene)
        ):
            yield batch
            batch = []
        batch.append(action)
    if batch:
        yield batch


async def render_texts(context: LoadContext, batch: Sequence[Action]) -> None:
    """Store the rendered texts of a batch of actions in the context, and discard all others.

    Call this before the transaction that stores the texts.
    """
    context.rules, context.post_texts, context.comment_texts = {}, {}, {}
    for action in batch:
        match action:
            case CreateCommunity(community=community):
                context.rules[community.slug] = await communities.render_rules(community.rules)
            case PublishPost(post=post):
                urls = {name: context.images[name].url for name in post.images}
                context.post_texts[post.slug] = await posts.render_text(post.render_text(urls))
            case WriteComment(post_slug=post_slug, comment=comment):
                key = (post_slug, comment.number)
                context.comment_texts[key] = await comments.render_text(comment.text)


async def _execute_batch(
    batch: Sequence[Action], context: LoadContext, progress: Progress
) -> Progress:
    """Execute a batch in one transaction, with the clock set to the time of each action.

    Event listeners and jobs run with the clock set to the time of the last action.
    """
    assert progress.started_at
    with _set_clock_to(progress.started_at - batch[-1].ago):
        if isinstance(batch[0], PlayPaymentScene):
            await play_payment_scene(context, batch[0].name)
        async with unit_of_work() as session:
            for action in batch:
                if isinstance(action, PlayPaymentScene):
                    continue
                with _set_clock_to(progress.started_at - action.ago):
                    await execute_action(action, context, session)
            progress = _advance_progress(batch, context, progress)
            await site.update_settings(session, OPERATOR, progress)
        if any(isinstance(action, PlayScene | PlayPaymentScene) for action in batch):
            await finish_scenes()
        elif any(isinstance(action, PublishPost) for action in batch):
            await jobs.run_due_jobs()
    return progress


def _advance_progress(
    batch: Sequence[Action], context: LoadContext, progress: Progress
) -> Progress:
    return progress.model_copy(
        update={
            "done": progress.done + len(batch),
            "user_ids": {slug: actor.id for slug, actor in context.actors.items()},
            "community_ids": dict(context.community_ids),
            "post_ids": dict(context.post_ids),
            "plan_ids": dict(context.plan_ids),
        }
    )


async def _validate_registrations(
    remaining: Sequence[Action], password: str
) -> dict[str, accounts.RegistrationData]:
    users = [action.user for action in remaining if isinstance(action, RegisterUser)]
    registrations = await asyncio.gather(
        *(
            accounts.validate_registration(
                name=user.name, email=user.email, password=password, slug=user.slug
            )
            for user in users
        )
    )
    return {user.slug: data for user, data in zip(users, registrations, strict=True)}


async def _restore_context(
    context: LoadContext, timeline: Sequence[Action], progress: Progress
) -> LoadContext:
    async with read_session() as session:
        choices = await site.list_reaction_choices(session)
        context.reaction_choices = [
            choice
            for choice in choices
            if not choice.is_extended and choice.code != EXCLUDED_REACTION
        ]
        for slug, user_id in progress.user_ids.items():
            context.actors[slug] = identity.build_actor(await people.get_user(session, user_id))
        context.community_ids = dict(progress.community_ids)
        context.post_ids, context.plan_ids = dict(progress.post_ids), dict(progress.plan_ids)
        context.comment_ids = await _find_comment_ids(session, timeline, progress)
    return context


async def _find_comment_ids(
    session: AsyncSession, timeline: Sequence[Action], progress: Progress
) -> dict[tuple[str, int], int]:
    comments = map_client_ids_to_comments(timeline)
    rows = await session.execute(
        select(Comment.client_id, Comment.id).where(
            col(Comment.post_id).in_(progress.post_ids.values()),
            col(Comment.client_id).is_not(None),
        )
    )
    return {
        comments[client_id]: comment_id for client_id, comment_id in rows if client_id in comments
    }


@contextmanager
def _set_clock_to(at: datetime) -> Iterator[None]:
    with clock.travel(at - clock.now()):
        yield
