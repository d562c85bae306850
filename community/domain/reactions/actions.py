"""Reacting to posts and comments."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import events
from community.core.actor import Actor
from community.core.errors import Invalid, NotAllowed
from community.core.locks import HELD
from community.domain import comments, posts, site
from community.domain.reactions import policies
from community.domain.reactions.events import ReactionSet, ReactionWithdrawn
from community.domain.reactions.schemas import ReactionSummary, Target
from community.models import Comment, Post, Reaction


async def react(
    session: AsyncSession, actor: Actor, *, target: Target, target_id: int, code: str | None
) -> ReactionSummary:
    """Choose a reaction, another instead of it, or (None) take it back. The same again leaves it.

    Raises:
        NotFound: the target is not there for this actor.
        NotAllowed: guests, banned people, one's own, what is not published,
            `subscription_feature_required`.
        Invalid: no such reaction is on offer.
    """
    assert actor.id
    row = await _locked(session, actor, target, target_id)
    policies.ensure_may_react(actor, author_id=row.author_id)
    mine = await _mine(session, actor, target, target_id)
    before = mine.code if mine else None
    if code != before:
        if code is not None:
            policies.ensure_may_choose(actor, await _choice(session, code))
        await _write(session, actor, row, mine, code)
        _record(session, actor, row, before, code)
    return ReactionSummary(
        target=target,
        target_id=target_id,
        my_reaction=code,
        reactions=await site.counts(session, row.reactions),
    )


async def _locked(
    session: AsyncSession, actor: Actor, target: Target, target_id: int
) -> Post | Comment:
    """The target, held until the end of the transaction: one reaction at a time changes it."""
    row: Post | Comment
    if target == "post":
        row = await posts.get_readable(session, actor, target_id)
        status = row.status
    else:
        row = await comments.get_readable(session, actor, target_id)
        status = row.moderation_status
    if status != "published":
        raise NotAllowed("You can react to it once it is published.")
    await session.refresh(row, ["reactions", "reactions_count"], with_for_update=HELD)
    return row


async def _mine(
    session: AsyncSession, actor: Actor, target: Target, target_id: int
) -> Reaction | None:
    column = Reaction.post_id if target == "post" else Reaction.comment_id
    return await session.scalar(
        select(Reaction).where(Reaction.user_id == actor.id, column == target_id)
    )


async def _choice(session: AsyncSession, code: str) -> site.ReactionChoice:
    for choice in await site.reaction_choices(session):
        if choice.code == code:
            return choice
    raise Invalid.field("reaction", "There is no such reaction.")


async def _write(
    session: AsyncSession,
    actor: Actor,
    row: Post | Comment,
    mine: Reaction | None,
    code: str | None,
) -> None:
    counts = dict(row.reactions)
    if mine is not None:
        counts[mine.code] = counts.get(mine.code, 0) - 1
    if code is not None:
        counts[code] = counts.get(code, 0) + 1
    await _keep(session, actor, row, mine, code)
    counts = {each: number for each, number in counts.items() if number > 0}
    if isinstance(row, Post):
        await posts.set_reactions(session, row, counts)
    else:
        await comments.set_reactions(session, row, counts)


async def _keep(
    session: AsyncSession,
    actor: Actor,
    row: Post | Comment,
    mine: Reaction | None,
    code: str | None,
) -> None:
    if mine is not None and code is None:
        await session.delete(mine)
    elif mine is not None and code is not None:
        mine.code = code
    elif code is not None:
        reaction = Reaction(user_id=actor.id, code=code)
        if isinstance(row, Post):
            reaction.post_id = row.id
        else:
            reaction.comment_id = row.id
        session.add(reaction)
    await session.flush()


def _record(
    session: AsyncSession, actor: Actor, row: Post | Comment, before: str | None, code: str | None
) -> None:
    target: Target = "post" if isinstance(row, Post) else "comment"
    post_id = row.id if isinstance(row, Post) else row.post_id
    about = (target, row.id, post_id, row.author_id, actor.id)
    if code is not None:
        events.record(session, ReactionSet(*about, code, before))
    elif before is not None:
        events.record(session, ReactionWithdrawn(*about, before))
