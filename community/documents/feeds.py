"""Feeds as documents: the home page, Popular, New, Personal, and by tag."""

from typing import Any

import htpy as h
from htpy import Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import GUEST, Actor
from community.core.pagination import Page
from community.core.settings import settings
from community.documents import linked_data, posts
from community.documents.content import Audience, Content, Request, document, meta
from community.documents.listing import LIST, address_of, cursor_of, more, next_of, tabs
from community.documents.notices import empty
from community.documents.rail import rail
from community.domain import discovery
from community.domain.posts.schemas import PostCard
from community.looks import feeds as words
from community.looks import layout
from community.realtime import topics

_NAMES = {
    urls.POPULAR: discovery.Feed.POPULAR,
    urls.NEW: discovery.Feed.NEW,
    urls.PERSONAL: discovery.Feed.PERSONAL,
}
_ADDRESSES = {name.value: address for address, name in _NAMES.items()}


@document(urls.HOME, knows=LIST)
async def home(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """The feed that this reader begins with: Popular for guests."""
    name, title = discovery.default_feed(actor), settings().site_name
    if name is discovery.Feed.PERSONAL and actor.is_guest:
        return await _invitation(session, title)
    return await _feed(session, actor, request, name, title)


@document(urls.POPULAR, knows=LIST)
@document(urls.NEW, knows=LIST)
async def feed(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """Popular and New."""
    name = _NAMES[request.path]
    return await _feed(session, actor, request, name, words.TITLES[name.value])


@document(urls.PERSONAL, knows=LIST)
async def personal(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """The posts of one's authors and communities; guests are invited to have such a feed."""
    title = words.TITLES["personal"]
    if actor.is_guest:
        return await _invitation(session, title)
    return await _feed(session, actor, request, discovery.Feed.PERSONAL, title)


@document("/tag/{tag}", knows=LIST)
async def tag(session: AsyncSession, actor: Actor, request: Request) -> Content:
    """What is published under a tag, newest first."""
    name = request.parts["tag"]
    canonical = urls.tag(name)
    page = await discovery.page(
        session, actor, name=discovery.Feed.NEW, tag=name, cursor=cursor_of(request)
    )
    heading = h.header(class_=layout.PAGE_HEADING)[
        h.div[
            h.h1(class_=layout.PAGE_TITLE)[f"#{name}"], h.p(class_=layout.PAGE_INTRO)[words.TAGGED]
        ]
    ]
    return Content(
        meta(
            f"#{name}",
            address_of(request, canonical),
            description=f"Posts about {name}.",
            indexed=bool(page.items) and not cursor_of(request),
            next=next_of(page, canonical),
        ),
        [heading, *cards(page, canonical), nothing(page, words.NO_TAGGED)],
        rail=await rail(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience="unfiltered",
    )


async def _invitation(session: AsyncSession, title: str) -> Content:
    return Content(
        meta(title, urls.PERSONAL, indexed=False),
        [*_head(urls.PERSONAL, title), empty(*words.FOR_MEMBERS)],
        here=urls.PERSONAL,
        rail=await rail(session, GUEST),
    )


def cards(page: Page[PostCard], canonical: str) -> list[Node]:
    """Posts, and the way to the next ones."""
    return [posts.feed(page.items) if page.items else None, more(page, canonical, words.MORE)]


async def _feed(
    session: AsyncSession, actor: Actor, request: Request, name: discovery.Feed, title: str
) -> Content:
    cursor, canonical = cursor_of(request), request.path
    page = await discovery.page(session, actor, name=name, cursor=cursor)
    here = _ADDRESSES[name.value]
    is_own = name is discovery.Feed.PERSONAL
    audience: Audience = "guests" if is_own else "unfiltered"
    return Content(
        meta(
            title,
            address_of(request, urls.HOME if here == urls.POPULAR else canonical),
            description=words.INTROS[name.value],
            indexed=not (is_own or cursor),
            next=next_of(page, canonical),
            feed=urls.FEED,
            data=linked_data.site() if canonical == urls.HOME else None,
        ),
        [*_head(here, title), *cards(page, canonical), nothing(page, words.EMPTY[name.value])],
        here=here,
        rail=await rail(session, actor),
        topics=frozenset({topics.FEEDS}),
        audience=audience,
    )


def _head(here: str, title: str) -> list[Node]:
    return [h.h1(class_="sr-only")[title], tabs("Feeds", words.TABS, here)]


def nothing(page: Page[Any], said: words.Invitation) -> Node:
    """The invitation of an empty list."""
    if page.items or page.next_cursor:
        return None
    return empty(*said)
