"""Suggestions of communities and authors for readers whose Personal feed is empty."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from community.core.actor import Actor
from community.domain import communities, follows, people, posts, ratings, site
from community.domain.communities.schemas import CommunityView
from community.domain.discovery.schemas import FollowSuggestions, SuggestedAuthor
from community.models import Post, User

# Enough for a choice, and few enough to read them all.
DEFAULT_LIMIT = 5
# Authors to follow are selected from the authors of this many latest posts.
RECENT_POSTS_LIMIT = 500


async def get_follow_suggestions(
    session: AsyncSession, actor: Actor, *, limit: int = DEFAULT_LIMIT
) -> FollowSuggestions:
    """Return communities and authors of recent posts that the actor does not follow yet.

    Runs up to four queries. Banned actors may not follow anyone, so they get no suggestions.
    """
    if actor.id and actor.banned_at is not None:
        return FollowSuggestions()
    suggested = await communities.list_suggested(session, actor, limit=limit)
    return FollowSuggestions(
        communities=[_without_rules(view) for view in suggested],
        authors=await _list_authors(session, actor, limit),
    )


async def _list_authors(session: AsyncSession, actor: Actor, limit: int) -> list[SuggestedAuthor]:
    chosen = await site.get_settings_section(session, site.TopUsersSettings)
    query = (
        _select_recent_authors(actor, chosen)
        .where(
            col(User.id) != actor.id,
            follows.build_not_followed_filter(actor, col(User.id)),
            follows.build_no_ignore_condition(col(User.id), actor.id),
        )
        .limit(limit)
    )
    return [
        SuggestedAuthor(**people.to_user_summary(user).model_dump(), bio=user.bio)
        for user in await session.scalars(query)
    ]


def _select_recent_authors(actor: Actor, chosen: site.TopUsersSettings) -> SelectOfScalar[User]:
    """Return a query for the authors of recent posts that the actor may read.

    The authors whose posts have the most responses come first. Unlike the top authors, they include
    authors of a new site without any responses.
    """
    responses = col(Post.reactions_count) + col(Post.comments_count)
    recent_posts = (
        select(Post.author_id, responses.label("responses"))
        .where(posts.listed_for(actor))
        .order_by(col(Post.published_at).desc(), col(Post.id).desc())
        .limit(RECENT_POSTS_LIMIT)
        .subquery()
    )
    total: Any = func.sum(recent_posts.c.responses).label("responses")
    authors = select(recent_posts.c.author_id, total).group_by(recent_posts.c.author_id).subquery()
    return (
        select(User)
        .join(authors, authors.c.author_id == User.id)
        .where(
            people.is_listed,
            ratings.build_exclusion_filter(chosen),
            follows.build_ignored_author_filter(actor, col(User.id)),
        )
        .order_by(authors.c.responses.desc(), col(User.id).desc())
    )


def _without_rules(view: CommunityView) -> CommunityView:
    """Return the view without the rules, which can be long and are not shown in lists."""
    return view.model_copy(update={"rules": "", "rules_html": ""})
