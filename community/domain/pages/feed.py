"""The pages with a feed: the home page, Popular, New, Personal, and those of tags."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.domain import advertising, discovery, posts, search
from community.i18n import active_language

FEED_PATHS: Final = {
    discovery.Feed.POPULAR: urls.POPULAR,
    discovery.Feed.NEW: urls.NEW,
    discovery.Feed.PERSONAL: urls.PERSONAL,
}


@dataclass(frozen=True, slots=True)
class FeedScope:
    """The criteria that select and sort the posts of a feed."""

    name: discovery.Feed = discovery.Feed.NEW
    community_id: int | None = None
    author_id: int | None = None
    tag: str | None = None

    @property
    def advertised(self) -> advertising.PageContext:
        """What the advertisements of the page depend on."""
        tags = frozenset([self.tag] if self.tag else [])
        return advertising.PageContext(active_language(), self.community_id or 0, tags)


@dataclass(frozen=True, slots=True)
class FeedPage:
    """A page of a feed, and what is shown beside it."""

    feed: Page[discovery.FeedItem]
    tag_count: int = 0  # how many posts have the tag, at most `search.MAX_COUNTED`
    # What the actor can follow, if their Personal feed is empty
    suggestions: discovery.FollowSuggestions | None = None
    checklist: discovery.SetupChecklist | None = (
        None  # the first steps of a new site, for administrators
    )


def find_feed_scope(actor: Actor, path: str) -> FeedScope:
    """Return the feed of a page by its decoded path. The home page shows the actor's default."""
    if path.startswith(urls.tag("")):
        return FeedScope(tag=posts.normalize_tag(path.removeprefix(urls.tag(""))))
    default = discovery.get_default_feed(actor)
    return FeedScope(next((name for name, own in FEED_PATHS.items() if own == path), default))


def is_sign_in_required(actor: Actor, scope: FeedScope) -> bool:
    """Return whether the page asks the actor to sign in, because guests have no Personal feed."""
    return actor.is_guest and scope.name is discovery.Feed.PERSONAL


async def list_feed_items(
    session: AsyncSession, actor: Actor, scope: FeedScope, cursor: str = ""
) -> Page[discovery.FeedItem]:
    """Return a page of the items of a feed. Raises the errors of `discovery.get_feed_items`."""
    return await discovery.get_feed_items(
        session,
        actor,
        name=scope.name,
        community_id=scope.community_id,
        author_id=scope.author_id,
        tag=scope.tag,
        cursor=cursor,
    )


async def load_feed_page(
    session: AsyncSession, actor: Actor, scope: FeedScope, cursor: str = ""
) -> FeedPage:
    """Return a page of a feed with what its page shows beside it.

    Raise `PermissionDenied` if a guest requests the Personal feed (`unauthenticated`).
    """
    feed = await list_feed_items(session, actor, scope, cursor)
    if scope.tag:
        counts = await search.count_posts(session, actor, [scope.tag])
        return FeedPage(feed, tag_count=counts.get(scope.tag, 0))
    if scope.community_id is not None or scope.author_id is not None:
        return FeedPage(feed)
    suggestions = None
    if scope.name is discovery.Feed.PERSONAL and not feed.items:
        suggestions = await discovery.get_follow_suggestions(session, actor)
    checklist = await discovery.find_setup_checklist(session, actor)
    return FeedPage(feed, suggestions=suggestions, checklist=checklist)
