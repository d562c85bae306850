"""Server-rendered pages that show a feed, which is a list of posts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components import feed_texts as texts, feeds, lists
from community.components.advertisements import advertisement_place
from community.components.layout import not_found
from community.components.page_heading import page_heading
from community.components.reactions import static_reaction_bar
from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.domain import discovery, pages, search
from community.domain.posts.schemas import PostCard
from community.i18n import formats, gettext as _
from community.realtime import messages
from community.rendering import HtmlCache, Node, el, group, present
from community.ssr.http import linked_data
from community.ssr.http.routing import Audience, PageContent, PageRequest, build_page_meta
from community.ssr.http.site import get_site
from community.ssr.pages import listing
from community.styles import post as styles

# Enough for about 1,500 cards.
_MAX_CACHED_BYTES = 4 * 1024 * 1024

_MAX_DIGESTS = 1_000

_items = HtmlCache[PostCard](PostCard, _MAX_CACHED_BYTES, max_digests=_MAX_DIGESTS)


async def feed_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return a page with a feed of the whole site. The URL or the settings select the feed.

    Guests get a sign-in prompt instead of the Personal feed.
    """
    scope = pages.find_feed_scope(actor, request.path)
    is_home = request.path == urls.HOME
    title = get_site().name if is_home else texts.feed_titles()[scope.name.value]
    if pages.is_sign_in_required(actor, scope):
        return _sign_in_page(title)
    return await _feed_page(session, actor, request, scope, title)


async def tag_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page with the posts that have a tag, newest first."""
    scope = pages.find_feed_scope(actor, request.path)
    if not (name := scope.tag):
        raise errors.NotFound(not_found.page_not_found_text())
    canonical = urls.tag(name)
    page = await pages.load_feed_page(session, actor, scope, listing.get_cursor(request))
    intro = texts.tag_intro(page.tag_count, is_more=page.tag_count == search.MAX_COUNTED)
    return PageContent(
        build_page_meta(
            f"#{name}",
            listing.get_canonical_path(request, canonical),
            description=_("Posts tagged #{tag}.", tag=name),
            is_indexable=bool(page.feed.items) and not listing.get_cursor(request),
            next_path=listing.get_next_page_path(page.feed, canonical),
        ),
        [
            advertisement_place("header"),
            page_heading(f"#{name}", intro),
            feed_list(page.feed, canonical, texts.no_tagged_posts_message()),
        ],
        has_site_sidebar=True,
        topics=frozenset({messages.FEEDS_TOPIC, messages.AUTHORS_TOPIC}),
        audience="unfiltered",
        advertised=scope.advertised,
    )


def _sign_in_page(title: str) -> PageContent:
    return PageContent(
        build_page_meta(title, urls.PERSONAL, is_indexable=False),
        [
            feeds.feed_heading(title, urls.PERSONAL),
            lists.empty_list_message(texts.personal_feed_sign_in_prompt()),
        ],
        active_href=urls.PERSONAL,
        has_site_sidebar=True,
    )


def feed_list(page: Page[discovery.FeedItem], list_path: str, empty: texts.EmptyMessage) -> Node:
    items = [
        group(_render_item(item, is_first=index == 0), advertisement_place("feed"))
        for index, item in enumerate(page.items)
    ]
    return listing.page_list(
        page,
        el.div(items, class_name=styles.FEED),
        list_path,
        more_label=_(texts.MORE_POSTS),
        empty=empty,
    )


def _render_item(item: discovery.FeedItem, *, is_first: bool) -> Node:
    age = formats.format_relative_time(item.post.published_at or item.post.created_at, clock.now())
    return _items.get(
        item.post,
        item.id,
        age,
        is_first,
        render=lambda: feeds.feed_item(item, reactions=_static_reactions, is_first=is_first),
    )


def _static_reactions(post: PostCard) -> Node:
    return static_reaction_bar(post.reactions)


async def _feed_page(
    session: AsyncSession, actor: Actor, request: PageRequest, scope: pages.FeedScope, title: str
) -> PageContent:
    cursor, canonical, name = listing.get_cursor(request), request.path, scope.name
    page = await pages.load_feed_page(session, actor, scope, cursor)
    active_href = pages.FEED_PATHS[name]
    is_personal = name is discovery.Feed.PERSONAL
    audience: Audience = "guests" if is_personal else "unfiltered"
    return PageContent(
        build_page_meta(
            title,
            listing.get_canonical_path(
                request, urls.HOME if active_href == urls.POPULAR else canonical
            ),
            description=get_site().description or texts.feed_meta_descriptions()[name.value],
            is_indexable=not (is_personal or cursor),
            next_path=listing.get_next_page_path(page.feed, canonical),
            feed_path=urls.FEED,
            linked_data=linked_data.build_site_data() if canonical == urls.HOME else None,
        ),
        [
            advertisement_place("header"),
            feeds.feed_heading(title, active_href),
            present(page.checklist, feeds.static_setup_checklist),
            feed_list(page.feed, canonical, texts.empty_feed_messages()[name.value])
            if page.suggestions is None
            else _render_suggestions(page.suggestions),
        ],
        active_href=active_href,
        has_site_sidebar=True,
        topics=frozenset({messages.FEEDS_TOPIC, messages.AUTHORS_TOPIC}),
        audience=audience,
        advertised=scope.advertised,
    )


def _render_suggestions(suggestions: discovery.FollowSuggestions) -> Node:
    if feeds.has_suggestions(suggestions):
        return feeds.static_follow_suggestions(suggestions)
    return lists.empty_list_message(texts.empty_feed_messages()["personal"])
