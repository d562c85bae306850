"""Rows of posts made into what one viewer sees of them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import markup
from community.core.actor import Actor
from community.domain import accounts, communities, site
from community.domain.posts import policies
from community.domain.posts.schemas import DraftCard, DraftView, PostCan, PostCard, PostView
from community.models import Post, PostDraft, PostWatch, Reaction

_PLAIN = set(PostCard.model_fields) - {"author", "community", "reactions"}


async def cards(session: AsyncSession, actor: Actor, posts: Sequence[Post]) -> list[PostCard]:
    """The posts as cards; authors and communities must be loaded. Two queries, none for guests."""
    ids = [post.id for post in posts]
    mine = await _my_reactions(session, actor, ids)
    watched = await _watched(session, actor, ids)
    return [
        PostCard(
            **await _fields(
                session, post, my_reaction=mine.get(post.id), is_watching=post.id in watched
            )
        )
        for post in posts
    ]


async def whole(session: AsyncSession, actor: Actor, post: Post, *, moderates: bool) -> PostView:
    """One post with its text and what the viewer may do with it."""
    mine = await _my_reactions(session, actor, [post.id])
    watched = await _watched(session, actor, [post.id])
    can = PostCan(
        edit=policies.may_edit(actor, post),
        delete=policies.may_delete(actor, post),
        publish=policies.may_publish(actor, post, moderates=moderates),
        comment=policies.may_comment(actor, post, await site.content(session)),
        moderate=moderates,
    )
    fields = await _fields(
        session, post, my_reaction=mine.get(post.id), is_watching=post.id in watched
    )
    # HTML is made when readers get to see the text; what is still being written is made now.
    html = post.html if post.status == "published" else await markup.rendered(post.text)
    return PostView(**fields, text=post.text, html=html, version=post.version, can=can)


def draft(post: Post, aside: PostDraft | None) -> DraftView:
    """The post as its author edits it: what is saved aside instead of what readers see."""
    written = post if aside is None else aside
    return DraftView(
        id=post.id,
        client_id=post.client_id,
        slug=post.slug,
        status=post.status,
        title=written.title,
        intro=written.intro,
        text=written.text,
        cover=written.cover,
        community=communities.label_of(post.community) if post.community else None,
        tags=written.tags,
        comments_enabled=post.comments_enabled,
        has_unpublished_changes=aside is not None,
        version=post.version,
        saved_at=post.saved_at,
        url=urls.edit(post.id),
    )


def draft_card(post: Post, aside: PostDraft | None) -> DraftCard:
    """The post in its author's list of things to finish."""
    written = post if aside is None else aside
    return DraftCard(
        id=post.id,
        status=post.status,
        title=written.title,
        intro=written.intro,
        community=communities.label_of(post.community) if post.community else None,
        has_unpublished_changes=aside is not None,
        saved_at=post.saved_at,
        url=urls.edit(post.id),
    )


async def _fields(
    session: AsyncSession, post: Post, *, my_reaction: str | None, is_watching: bool
) -> dict[str, Any]:
    values = {name: getattr(post, name) for name in _PLAIN if hasattr(post, name)}
    return {
        **values,
        "author": accounts.person_of(post.author),
        "community": communities.label_of(post.community) if post.community else None,
        "is_pinned": post.pinned_at is not None,
        "reactions": await site.counts(session, post.reactions),
        "my_reaction": my_reaction,
        "is_watching": is_watching,
        "url": urls.post(post.id, post.slug),
    }


async def _my_reactions(session: AsyncSession, actor: Actor, ids: Sequence[int]) -> dict[int, str]:
    if actor.user_id is None or not ids:
        return {}
    rows = await session.execute(
        select(Reaction.post_id, Reaction.code).where(
            col(Reaction.user_id) == actor.user_id, col(Reaction.post_id).in_(ids)
        )
    )
    return {post_id: code for post_id, code in rows if post_id is not None}


async def _watched(session: AsyncSession, actor: Actor, ids: Sequence[int]) -> set[int]:
    if actor.user_id is None or not ids:
        return set()
    rows = await session.scalars(
        select(PostWatch.post_id).where(
            col(PostWatch.user_id) == actor.user_id, col(PostWatch.post_id).in_(ids)
        )
    )
    return set(rows)
