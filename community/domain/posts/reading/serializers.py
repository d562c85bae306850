"""Functions that convert posts and drafts to the objects that the API and the pages return."""

from collections.abc import Sequence
from typing import Any

from cachetools import LRUCache
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.domain import communities, people, site
from community.domain.people.policies import may_report
from community.domain.posts import policies, schemas
from community.domain.posts.reading.rows import get_content_key
from community.domain.site.schemas import ReactionCount
from community.models import Post, PostDraft, PostWatch, Reaction

_CARD_COLUMNS = set(schemas.PostCard.model_fields) - {"author", "community", "reactions"}
_MAX_CACHED_CARDS = 1_000

# The cards of the rows that were read last. The keys contain everything that a card depends on, so
# cards are not invalidated.
_cards: LRUCache[tuple[object, ...], schemas.PostCard] = LRUCache(_MAX_CACHED_CARDS)


async def build_cards(
    session: AsyncSession, actor: Actor, posts: Sequence[Post]
) -> list[schemas.PostCard]:
    """Return a `PostCard` for each post as the actor sees it, in the given order.

    Runs two queries, or none for guests.
    """
    ids = [post.id for post in posts]
    my_reactions = await _get_my_reactions(session, actor, ids)
    watched_ids = await _list_watched_ids(session, actor, ids)
    return [
        _get_card(
            actor,
            post,
            await site.build_reaction_counts(session, post.reactions),
            my_reaction=my_reactions.get(post.id),
            is_watching=post.id in watched_ids,
        )
        for post in posts
    ]


def _get_card(
    actor: Actor,
    post: Post,
    reactions: list[ReactionCount],
    *,
    my_reaction: str | None,
    is_watching: bool,
) -> schemas.PostCard:
    can_react = _may_react(actor, post)
    key = (*get_content_key(post), can_react, my_reaction, is_watching, *reactions)
    try:  # `get` would look up the key twice.
        return _cards[key]
    except KeyError:
        fields = _build_card_fields(
            actor, post, reactions, my_reaction=my_reaction, is_watching=is_watching
        )
        card = _cards[key] = schemas.PostCard(**fields)
        return card


def _may_react(actor: Actor, post: Post) -> bool:
    return policies.is_published(post) and policies.may_react(actor, author_id=post.author_id)


async def build_article_view(
    session: AsyncSession, actor: Actor, post: Post, *, can_moderate: bool
) -> schemas.ArticleView:
    my_reactions = await _get_my_reactions(session, actor, [post.id])
    watched_ids = await _list_watched_ids(session, actor, [post.id])
    restriction = policies.find_comment_restriction(
        actor, post, await site.get_content_settings(session), can_moderate=can_moderate
    )
    can = schemas.PostPermissions(
        edit=policies.may_edit(actor, post),
        delete=policies.may_delete(actor, post),
        publish=policies.may_publish(actor, post, can_moderate=can_moderate),
        pin=policies.may_pin(actor, post, can_moderate=can_moderate),
        comment=restriction is None,
        comment_restriction="" if restriction is None else restriction.message,
        report=may_report(actor, post.author_id),
        moderate=can_moderate,
    )
    fields = _build_card_fields(
        actor,
        post,
        await site.build_reaction_counts(session, post.reactions),
        my_reaction=my_reactions.get(post.id),
        is_watching=post.id in watched_ids,
    )
    return schemas.ArticleView(**fields, html=post.html, version=post.version, can=can)


def build_draft_view(post: Post, pending: PostDraft | None) -> schemas.DraftView:
    draft = post if pending is None else pending
    return schemas.DraftView(
        id=post.id,
        client_id=post.client_id,
        slug=post.slug,
        status=post.status,
        title=draft.title,
        intro=draft.intro,
        text=draft.text,
        cover=draft.cover,
        community=communities.to_community_summary(post.community) if post.community else None,
        tags=draft.tags,
        comments_enabled=post.comments_enabled,
        has_unpublished_changes=pending is not None,
        version=post.version,
        saved_at=post.saved_at,
        url=urls.edit_post(post.id),
    )


def build_draft_card(post: Post, pending: PostDraft | None) -> schemas.DraftCard:
    draft = post if pending is None else pending
    return schemas.DraftCard(
        id=post.id,
        status=post.status,
        title=draft.title,
        intro=draft.intro,
        community=communities.to_community_summary(post.community) if post.community else None,
        has_unpublished_changes=pending is not None,
        saved_at=post.saved_at,
        url=urls.edit_post(post.id),
    )


def _build_card_fields(
    actor: Actor,
    post: Post,
    reactions: list[ReactionCount],
    *,
    my_reaction: str | None,
    is_watching: bool,
) -> dict[str, Any]:
    values = {name: getattr(post, name) for name in _CARD_COLUMNS if hasattr(post, name)}
    return {
        **values,
        "author": people.to_user_summary(post.author),
        "community": communities.to_community_summary(post.community) if post.community else None,
        "is_pinned": post.pinned_at is not None,
        "reactions": reactions,
        "my_reaction": my_reaction,
        "can_react": _may_react(actor, post),
        "is_watching": is_watching,
        "url": urls.post(post.id, post.slug),
    }


async def _get_my_reactions(
    session: AsyncSession, actor: Actor, ids: Sequence[int]
) -> dict[int, str]:
    if actor.user_id is None or not ids:
        return {}
    rows = await session.execute(
        select(Reaction.post_id, Reaction.code).where(
            col(Reaction.user_id) == actor.user_id, col(Reaction.post_id).in_(ids)
        )
    )
    return {post_id: code for post_id, code in rows if post_id is not None}


async def _list_watched_ids(session: AsyncSession, actor: Actor, ids: Sequence[int]) -> set[int]:
    if actor.user_id is None or not ids:
        return set()
    rows = await session.scalars(
        select(PostWatch.post_id).where(
            col(PostWatch.user_id) == actor.user_id, col(PostWatch.post_id).in_(ids)
        )
    )
    return set(rows)
