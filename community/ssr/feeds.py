"""Server-rendered pages that show a feed, which is a list of posts.

These are the home page, the pages Popular, New and Personal, and a page for each tag.
"""

from typing import Any

import htpy as h
from htpy import Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import GUEST, Actor
from community.core.pagination import Page
from community.core.settings import settings
from community.domain import discovery
from community.domain.posts.schemas import PostCard
from community.i18n import gettext as _
from community.realtime import topics
from community.ssr import linked_data, posts
from community.ssr.empty_states import empty_state
from community.ssr.listing import (
    LIST_PARAMS,
    get_canonical_path,
    get_cursor,
    get_next_page_path,
    load_more_link,
    tab_links,
)
from community.ssr.routing import Audience, PageContent, PageRequest, build_page_meta, page_route
from community.ssr.sidebar import render_sidebar
from community.styles import feed_texts as texts
from community.styles import layout

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
    heading = h.header(class_=layout.PAGE_HEADING)[
        h.div[
            h.h1(class_=layout.PAGE_TITLE)[f"#{name}"],
            h.p(class_=layout.PAGE_INTRO)[_(texts.TAG_INTRO)],
        ]
    ]
    return PageContent(
        build_page_meta(
            f"#{name}",
            get_canonical_path(request, canonical),
            description=_("Posts tagged #{tag}.", tag=name),
            is_indexable=bool(page.items) and not get_cursor(request),
            next_path=get_next_page_path(page, canonical),
        ),
        [
            heading,
            *post_cards(page, canonical),
            list_empty_state(page, texts.no_tagged_posts_message()),
        ],
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience="unfiltered",
    )


async def _sign_in_page(session: AsyncSession, title: str) -> PageContent:
    return PageContent(
        build_page_meta(title, urls.PERSONAL, is_indexable=False),
        [*_feed_heading(urls.PERSONAL, title), empty_state(*texts.personal_feed_sign_in_prompt())],
        active_href=urls.PERSONAL,
        sidebar=await render_sidebar(session, GUEST),
    )


def post_cards(page: Page[PostCard], list_path: str) -> list[Node]:
    return [
        posts.post_list(page.items) if page.items else None,
        load_more_link(page, list_path, _(texts.MORE_POSTS)),
    ]


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
            *_feed_heading(active_href, title),
            *post_cards(page, canonical),
            list_empty_state(page, texts.empty_feed_messages()[name.value]),
        ],
        active_href=active_href,
        sidebar=await render_sidebar(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience=audience,
    )


def _feed_heading(active_href: str, title: str) -> list[Node]:
    return [h.h1(class_="sr-only")[title], tab_links(_("Feeds"), texts.feed_tabs(), active_href)]


def list_empty_state(page: Page[Any], content: texts.EmptyMessage) -> Node:
    """Return a message if the list is empty. Return None if the list has items or a next page."""
    if page.items or page.next_cursor:
        return None
    return empty_state(*content)
