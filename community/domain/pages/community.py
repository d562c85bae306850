"""The pages of a community: its posts, its members, and the form that changes it."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.errors import NotFound
from community.domain import communities
from community.domain.communities import CommunityMember, CommunityView
from community.domain.discovery import Feed, FeedItem
from community.domain.pages.feed import FeedScope, list_feed_items
from community.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class CommunityPage:
    community: CommunityView
    scope: FeedScope
    posts: Page[FeedItem]


@dataclass(frozen=True, slots=True)
class CommunityMembersPage:
    community: CommunityView
    only_moderators: bool
    search: str  # the text in the names of the listed members, or ""
    members: Page[CommunityMember]


async def load_community_page(
    session: AsyncSession,
    actor: Actor,
    slug: str,
    *,
    is_new: bool,
    cursor: str = "",
    on_feed: Callable[[FeedScope], None] = lambda _scope: None,
) -> CommunityPage:
    """Return the community with exactly this slug. Raise `Moved` if it has another one.

    Args:
        is_new: Whether the newest posts come first instead of the most popular ones.
        on_feed: Called before the posts are loaded, so that an open page misses no later ones.
    """
    build_url = urls.community_new_feed if is_new else urls.community
    community = await communities.get_view_by_slug(session, actor, slug, build_url)
    scope = FeedScope(Feed.NEW if is_new else Feed.POPULAR, community_id=community.id)
    on_feed(scope)
    return CommunityPage(community, scope, await list_feed_items(session, actor, scope, cursor))


async def load_community_members_page(
    session: AsyncSession,
    actor: Actor,
    slug: str,
    *,
    role: str = "",
    search: str = "",
    cursor: str = "",
) -> CommunityMembersPage:
    """Return a community with its members, or only its moderators with the role `moderator`."""
    community = await communities.get_view_by_slug(session, actor, slug, urls.community_members)
    only_moderators = role == "moderator"
    search = search[: communities.MAX_SEARCH_LENGTH]
    members = await communities.list_members(
        session, community, only_moderators=only_moderators, search=search, cursor=cursor
    )
    return CommunityMembersPage(community, only_moderators, search, members)


async def load_community_form(session: AsyncSession, actor: Actor, slug: str) -> CommunityView:
    """Return the community that the actor can edit. Raise `NotFound` if they cannot."""
    community = await communities.get_view_by_slug(session, actor, slug, urls.edit_community)
    if not community.can_edit:
        raise NotFound(_("Only the owner of a community can edit it."))
    return community
