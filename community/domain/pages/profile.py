"""The pages of a profile, and the lists of the followers of a user and of whom they follow."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.domain import comments, discovery, follows, people
from community.domain.comments.schemas import AuthoredComment
from community.domain.follows.queries import UserListItem
from community.domain.pages.feed import FeedScope, list_feed_items

# The keys of `urls.PROFILE_PAGES` and of `urls.FOLLOW_LISTS`.
ProfileTab = Literal["posts", "comments", "about"]
FollowListName = Literal["followers", "following"]


def _make_empty_page() -> Page[Any]:
    return Page(items=[])


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A profile with what one of its tabs shows."""

    profile: people.Profile
    is_own: bool  # whether the profile belongs to the viewer
    scope: FeedScope  # that of the posts
    posts: Page[discovery.FeedItem] = field(default_factory=_make_empty_page)
    comments: Page[AuthoredComment] = field(default_factory=_make_empty_page)
    about: discovery.AboutUser | None = None


@dataclass(frozen=True, slots=True)
class FollowListPage:
    owner: people.Profile  # the user whose followers or followed users are listed
    users: Page[UserListItem]


async def load_profile_page(
    session: AsyncSession,
    actor: Actor,
    slug: str,
    tab: ProfileTab,
    *,
    cursor: str = "",
    period: str = "",
    on_feed: Callable[[FeedScope], None] = lambda _scope: None,
) -> ProfilePage:
    """Return the profile with exactly this slug. Raise `Moved` if it has another one.

    Args:
        period: The period that the page about the user shows.
        on_feed: Called before the posts are loaded, so that an open page misses no later ones.
    """
    profile = await people.get_profile_by_slug(session, actor, slug, urls.PROFILE_PAGES[tab])
    scope = FeedScope(author_id=profile.id)
    build_page = partial(ProfilePage, profile, actor.is_user(profile.id), scope)
    if tab == "comments":
        return build_page(
            comments=await comments.list_published_by_author(
                session, actor, author_id=profile.id, cursor=cursor
            )
        )
    if tab == "about":
        about = await discovery.get_about(session, user_id=profile.id, period=period)
        return build_page(about=about)
    on_feed(scope)
    return build_page(posts=await list_feed_items(session, actor, scope, cursor))


async def load_follow_list_page(
    session: AsyncSession, actor: Actor, slug: str, name: FollowListName, *, cursor: str = ""
) -> FollowListPage:
    """Return the list of the user with exactly this slug. Raise `Moved` if they have another."""
    owner = await people.get_profile_by_slug(session, actor, slug, urls.FOLLOW_LISTS[name])
    users = await list_follows(session, actor, name, user_id=owner.id, cursor=cursor)
    return FollowListPage(owner, users)


async def list_follows(
    session: AsyncSession, actor: Actor, name: FollowListName, *, user_id: int, cursor: str
) -> Page[UserListItem]:
    read = follows.list_followers if name == "followers" else follows.list_following
    return await read(session, actor, user_id=user_id, cursor=cursor)
