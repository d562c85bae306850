"""From where the demo stopped to all of it: batch by batch, each at its own time."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import takewhile

from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import jobs
from community.cli.demo.acts import Act, Arrive, Found, Publish
from community.cli.demo_loading.gallery import Gallery
from community.cli.demo_loading.progress import OPERATOR, Progress, client_ids, edition_of
from community.cli.demo_loading.stage import Stage, perform
from community.core import clock
from community.core.database import reading, unit_of_work
from community.domain import accounts, site
from community.models import Comment, User

BATCH = 100
"""Acts in one transaction: many, so that it is fast; few, so that nobody else waits long."""

SHARE_OF_AGE = 0.05
"""What follows from a batch is told at the time of its last act: they are this close together."""

UNFITTING = "sad"
"""A reaction that would look odd where nothing sad is told."""

Report = Callable[[Sequence[Act]], None]


async def find_progress() -> tuple[Progress, bool]:
    """How far the demo is loaded, and whether anybody has an account on this site."""
    async with reading() as session:
        progress = await site.section(session, Progress)
        return progress, bool(await session.scalar(select(exists(select(User.id)))))


async def load(
    timeline: Sequence[Act], progress: Progress, *, password: str, report: Report
) -> None:
    """Do what is still to be done of the timeline. Needs `wire()`.

    Args:
        password: of the people who have no account yet.
        report: is called after each transaction with what was done in it.

    Raises:
        Refusal: a name is taken, the password is not good enough, or somebody of the cast is gone.
    """
    progress = progress.model_copy(
        update={
            "began_at": progress.began_at or clock.now(),
            "edition": edition_of(timeline),
            "total": len(timeline),
        }
    )
    coming = timeline[progress.done :]
    with Gallery(coming) as gallery:
        stage = await _set_stage(Stage(gallery), timeline, progress)
        stage.applications = await _applications(coming, password)
        for batch in batches(coming):
            await gallery.hang(stage.people, batch)
            progress = await _perform(batch, stage, progress)
            report(batch)


def batches(coming: Sequence[Act]) -> Iterator[list[Act]]:
    """What is done together: all arrivals, then what happened close to each other."""
    batch = list(takewhile(lambda act: isinstance(act, Arrive | Found), coming))
    if batch:
        yield batch
    batch, rest = [], coming[len(batch) :]
    for act in rest:
        if batch and (len(batch) == BATCH or batch[0].ago > act.ago * (1 + SHARE_OF_AGE)):
            yield batch
            batch = []
        batch.append(act)
    if batch:
        yield batch


async def _perform(batch: Sequence[Act], stage: Stage, progress: Progress) -> Progress:
    """One transaction; its consequences, also those promised for later, follow at its time."""
    assert progress.began_at
    with _at(progress.began_at - batch[-1].ago):
        async with unit_of_work() as session:
            for act in batch:
                with _at(progress.began_at - act.ago):
                    await perform(act, stage, session)
            progress = _after(batch, stage, progress)
            await site.configure(session, OPERATOR, progress)
        if any(isinstance(act, Publish) for act in batch):
            await jobs.keep_all()
    return progress


def _after(batch: Sequence[Act], stage: Stage, progress: Progress) -> Progress:
    return progress.model_copy(
        update={
            "done": progress.done + len(batch),
            "people": {slug: actor.id for slug, actor in stage.people.items()},
            "communities": dict(stage.communities),
            "posts": dict(stage.posts),
        }
    )


async def _applications(coming: Sequence[Act], password: str) -> dict[str, accounts.Application]:
    arriving = [act.person for act in coming if isinstance(act, Arrive)]
    applications = await asyncio.gather(
        *(
            accounts.apply(name=each.name, email=each.email, password=password, slug=each.slug)
            for each in arriving
        )
    )
    return {each.slug: made for each, made in zip(arriving, applications, strict=True)}


async def _set_stage(stage: Stage, timeline: Sequence[Act], progress: Progress) -> Stage:
    """Find again what earlier runs have made."""
    async with reading() as session:
        choices = await site.reaction_choices(session)
        stage.choices = [
            choice for choice in choices if not choice.is_extended and choice.code != UNFITTING
        ]
        for slug, user_id in progress.people.items():
            stage.people[slug] = accounts.actor_of(await accounts.get_user(session, user_id))
        stage.communities, stage.posts = dict(progress.communities), dict(progress.posts)
        stage.said = await _said(session, timeline, progress)
    return stage


async def _said(
    session: AsyncSession, timeline: Sequence[Act], progress: Progress
) -> dict[tuple[str, int], int]:
    known = client_ids(timeline)
    rows = await session.execute(
        select(Comment.client_id, Comment.id).where(
            col(Comment.post_id).in_(progress.posts.values()), col(Comment.client_id).is_not(None)
        )
    )
    return {known[client_id]: comment_id for client_id, comment_id in rows if client_id in known}


@contextmanager
def _at(moment: datetime) -> Iterator[None]:
    """Inside the block it is that time."""
    with clock.moved(moment - clock.now()):
        yield
