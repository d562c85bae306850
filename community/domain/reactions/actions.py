"""The function that sets, replaces or removes the reaction of a user to a post or comment."""

from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.events import DomainEvent
from community.domain import comments, posts, site
from community.domain.reactions import policies
from community.domain.reactions.schemas import ReactionSummary, ReactionTarget
from community.i18n import gettext as _
from community.models import Comment, Post, Reaction

# Built once, because building them takes as long as running them.
_REACTIONS_OF_USERS = {
    target: select(Reaction).where(
        col(Reaction.user_id) == bindparam("user_id"), col(column) == bindparam("target_id")
    )
    for target, column in (("post", Reaction.post_id), ("comment", Reaction.comment_id))
}


@dataclass(frozen=True, slots=True)
class ReactionSet(DomainEvent):
    """A user set or replaced their reaction to a post or comment."""

    target: ReactionTarget
    target_id: int
    post_id: int  # the id of the post, or of the post to which the comment belongs
    author_id: int  # the author of the post or comment
    actor_id: int
    code: str
    # The code of the replaced reaction, or None if there was no reaction
    previous_code: str | None = None


@dataclass(frozen=True, slots=True)
class ReactionRemoved(DomainEvent):
    target: ReactionTarget
    target_id: int
    post_id: int
    author_id: int
    actor_id: int
    code: str


async def react(
    session: AsyncSession, actor: Actor, *, target: ReactionTarget, target_id: int, code: str | None
) -> ReactionSummary:
    """Set, replace or remove the actor's reaction to a post or comment.

    Repeated calls with the same arguments change nothing.

    Args:
        code: The code of the reaction to set. If it is None, the function removes the reaction.

    Raises:
        PermissionDenied: `unauthenticated`, `banned`, `subscription_feature_required`, or
            `forbidden` if the actor wrote the post or comment, or it is not published.
    """
    assert actor.id
    row = await _lock_target(session, actor, target, target_id)
    posts.ensure_may_react(actor, author_id=row.author_id)
    reaction = await _find_reaction(session, actor, target, target_id)
    previous_code = reaction.code if reaction else None
    if code != previous_code:
        if code is not None:
            await ensure_may_choose(session, actor, code)
        await _store_reaction_and_counts(session, actor, row, reaction, code)
        _record_event(session, actor, row, previous_code, code)
    return ReactionSummary(
        target=target,
        target_id=target_id,
        my_reaction=code,
        reactions=await site.build_reaction_counts(session, row.reactions),
    )


async def ensure_may_choose(session: AsyncSession, actor: Actor, code: str) -> None:
    """Check that the actor may use a kind of reaction.

    Raise `PermissionDenied` if the actor has no plan that includes it
    (`subscription_feature_required`).
    """
    choice = await _get_reaction_choice(session, code)
    if choice.is_extended and not policies.may_use_extended_reactions(actor):
        message = _("Only subscribers can use the reaction “{name}”.", name=choice.name)
        actor.ensure_feature(policies.EXTENDED_FEATURE, message)


async def _lock_target(
    session: AsyncSession, actor: Actor, target: ReactionTarget, target_id: int
) -> Post | Comment:
    """Lock and return the post or comment, so that concurrent reactions wait for each other."""
    row: Post | Comment
    if target == "post":
        row = await posts.get_readable(session, actor, target_id)
        is_published = posts.is_published(row)
    else:
        row = await comments.get_readable(session, actor, target_id)
        is_published = comments.is_published(row)
    if not is_published:
        raise errors.PermissionDenied(_("You can react once it's published."))
    await session.refresh(row, ["reactions", "reactions_count"], with_for_update=FOR_NO_KEY_UPDATE)
    return row


async def _find_reaction(
    session: AsyncSession, actor: Actor, target: ReactionTarget, target_id: int
) -> Reaction | None:
    parameters = {"user_id": actor.id, "target_id": target_id}
    return await session.scalar(_REACTIONS_OF_USERS[target], parameters)


async def _get_reaction_choice(session: AsyncSession, code: str) -> site.ReactionChoice:
    for choice in await site.list_reaction_choices(session):
        if choice.code == code:
            return choice
    raise errors.Invalid.for_field("reaction", _("This reaction isn't available."))


async def _store_reaction_and_counts(
    session: AsyncSession,
    actor: Actor,
    post_or_comment: Post | Comment,
    reaction: Reaction | None,
    code: str | None,
) -> None:
    counts = dict(post_or_comment.reactions)
    if reaction is not None:
        counts[reaction.code] = counts.get(reaction.code, 0) - 1
    if code is not None:
        counts[code] = counts.get(code, 0) + 1
    await _store_reaction_row(session, actor, post_or_comment, reaction, code)
    counts = {key: count for key, count in counts.items() if count > 0}
    if isinstance(post_or_comment, Post):
        await posts.set_reaction_counts(session, post_or_comment, counts)
    else:
        await comments.set_reaction_counts(session, post_or_comment, counts)


async def _store_reaction_row(
    session: AsyncSession,
    actor: Actor,
    post_or_comment: Post | Comment,
    reaction: Reaction | None,
    code: str | None,
) -> None:
    if reaction is not None and code is None:
        await session.delete(reaction)
    elif reaction is not None and code is not None:
        reaction.code = code
    elif code is not None:
        reaction = Reaction(user_id=actor.id, code=code)
        if isinstance(post_or_comment, Post):
            reaction.post_id = post_or_comment.id
        else:
            reaction.comment_id = post_or_comment.id
        session.add(reaction)
    await session.flush()


def _record_event(
    session: AsyncSession,
    actor: Actor,
    post_or_comment: Post | Comment,
    previous_code: str | None,
    code: str | None,
) -> None:
    target: ReactionTarget = "post" if isinstance(post_or_comment, Post) else "comment"
    post_id = post_or_comment.id if isinstance(post_or_comment, Post) else post_or_comment.post_id
    common = (target, post_or_comment.id, post_id, post_or_comment.author_id, actor.id)
    if code is not None:
        events.record(session, ReactionSet(*common, code, previous_code))
    elif previous_code is not None:
        events.record(session, ReactionRemoved(*common, previous_code))
