"""Suggestions of communities and authors for readers whose Personal feed is empty."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.domain import communities, follows, site
from community.domain.communities.schemas import CommunityView
from community.domain.discovery.schemas import FollowSuggestions, SuggestedAuthor
from community.domain.discovery.sidebar import select_top_authors
from community.models import User

# Enough for a choice, and few enough to read them all.
DEFAULT_LIMIT = 5


async def get_follow_suggestions(
    session: AsyncSession, actor: Actor, *, limit: int = DEFAULT_LIMIT
) -> FollowSuggestions:
    """Return the largest communities and the top authors that the actor does not follow yet.

    Runs up to four queries. Banned actors may not follow anyone, so they get no suggestions.

    Args:
        limit: Maximum number of communities and of authors.

    Raises:
        PermissionDenied: The actor is a guest.
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
        select_top_authors(actor, chosen)
        .where(
            col(User.id) != actor.id,
            follows.build_not_followed_filter(actor, col(User.id)),
            follows.build_no_ignore_condition(col(User.id), actor.id),
        )
        .limit(limit)
    )
    return [
        SuggestedAuthor(**user.model_dump(include=set(SuggestedAuthor.model_fields)))
        for user, _responses in await session.execute(query)
    ]


def _without_rules(view: CommunityView) -> CommunityView:
    """Return the view without the rules, which can be long and are not shown in lists."""
    return view.model_copy(update={"rules": "", "rules_html": ""})
