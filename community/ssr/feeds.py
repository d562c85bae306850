"""Server-rendered pages that show a feed, which is a list of posts.

These are the home page, the pages Popular, New and Personal, and a page for each tag.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.components.feed import feed_heading
from community.components.layout import page_heading
from community.components.lists import empty_list_message
from community.components.posts import post_card
from community.components.reactions import static_reaction_bar
from community.core.actor import GUEST, Actor
from community.core.pagination import Page
from community.core.settings import settings
from community.domain import discovery
from community.domain.posts.schemas import PostCard
from community.i18n import gettext as _
from community.realtime import topics
from community.rendering import Node, el
from community.ssr import linked_data
from community.ssr.listing import (
    LIST_PARAMS,
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    page_list,
)
from community.ssr.routing import Audience, PageContent, PageRequest, build_page_meta, page_route
from community.ssr.sidebar import render_sidebar
from community.styles import feed_texts as texts
from community.styles import post as styles

_NAMES = {
    urls.POPULAR: discovery.Feed.POPULAR,
    urls.NEW: discovery.Feed.NEW,
    urls.PERSONAL: discovery.Feed.PERSONAL,
}
_PATHS = {name.value: path for path, name in _NAMES.items()}


@page_route(urls.HOME, accepted_params=LIST_PARAMS)
async def home_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the home page with the default feed of the actor.

    The default feed is Popular for guests. Members choose it in their settings.
    """
    name, title = discovery.get_default_feed(actor), settings().site_name
    if name is discovery.Feed.PERSONAL and actor.is_guest:
        return await _sign_in_page(session, title)
    return await _feed_page(session, actor, request, name, title)


@page_route(urls.POPULAR, accepted_params=LIST_PARAMS)
@page_route(urls.NEW, accepted_params=LIST_PARAMS)
async def popular_or_new_page(
    session: AsyncSession, actor: Actor, request: PageRequest
) -> PageContent:
    """Return the page with the Popular or New feed."""
    name = _NAMES[request.path]
    return await _feed_page(session, actor, request, name, texts.feed_titles()[name.value])


@page_route(urls.PERSONAL, accepted_params=LIST_PARAMS)
async def personal_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page with the Personal feed. Guests get a sign-in prompt instead."""
    title = texts.feed_titles()["personal"]
    if actor.is_guest:
        return await _sign_in_page(session, title)
    return await _feed_page(session, actor, request, discovery.Feed.PERSONAL, title)


@page_route("/tag/{tag}", accepted_params=LIST_PARAMS)
async def tag_page(session: AsyncSession, actor: Actor, request: PageRequest) -> PageContent:
    """Return the page with the posts that have a tag, newest first."""
    name = request.path_params["tag"]
    canonical = urls.tag(name)
    page = await discovery.get_feed_with_pinned(
        session, actor, name=discovery.Feed.NEW, tag=name, cursor=get_cursor(request)
    )
    return PageContent(
        build_page_meta(
            f"#{name}",
            get_canonical_path(request, canonical),
            description=_("Posts tagged #{tag}.", tag=name),
            is_indexable=bool(page.items) and not get_cursor(request),
            next_path=get_next_page_path(page, canonical),
        ),
        [
            page_heading(f"#{name}", _(texts.TAG_INTRO)),
            post_list(page, canonical, texts.no_tagged_posts_message()),
        ],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience="unfiltered",
    )


async def _sign_in_page(session: AsyncSession, title: str) -> PageContent:
    return PageContent(
        build_page_meta(title, urls.PERSONAL, is_indexable=False),
        [
            feed_heading(title, urls.PERSONAL),
            empty_list_message(texts.personal_feed_sign_in_prompt()),
        ],
        active_href=urls.PERSONAL,
        sidebar=await render_sidebar(session, GUEST),
    )


def post_list(page: Page[PostCard], list_path: str, empty: texts.EmptyMessage) -> Node:
    """Return a page of a feed, or the message `empty` if the feed has no posts."""
    cards = [
        post_card(card, reactions=static_reaction_bar(card.reactions), is_first=index == 0)
        for index, card in enumerate(page.items)
    ]
    return page_list(
        page,
        el.div(cards, class_name=styles.FEED),
        list_path,
        more_label=_(texts.MORE_POSTS),
        empty=empty,
    )


async def _feed_page(
    session: AsyncSession, actor: Actor, request: PageRequest, name: discovery.Feed, title: str
) -> PageContent:
    cursor, canonical = get_cursor(request), request.path
    page = await discovery.get_feed_with_pinned(session, actor, name=name, cursor=cursor)
    active_href = _PATHS[name.value]
    is_personal = name is discovery.Feed.PERSONAL
    audience: Audience = "guests" if is_personal else "unfiltered"
    return PageContent(
        build_page_meta(
            title,
            get_canonical_path(request, urls.HOME if active_href == urls.POPULAR else canonical),
            description=texts.feed_meta_descriptions()[name.value],
            is_indexable=not (is_personal or cursor),
            next_path=get_next_page_path(page, canonical),
            feed_path=urls.FEED,
            linked_data=linked_data.build_site_data() if canonical == urls.HOME else None,
        ),
        [
            feed_heading(title, active_href),
            post_list(page, canonical, texts.empty_feed_messages()[name.value]),
        ],
        active_href=active_href,
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience=audience,
    )
