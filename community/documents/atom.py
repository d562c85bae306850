"""What is new, for feed readers: Atom (RFC 4287) of the site, of one author, of one community."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.actor import GUEST
from community.core.errors import NotFound
from community.core.settings import settings
from community.documents.content import SOMEBODY, Moved
from community.documents.crawled import File, file, xml
from community.domain import accounts, communities, discovery
from community.domain.posts.schemas import PostCard
from community.realtime import topics

ATOM = "application/atom+xml"
_SPACE = "http://www.w3.org/2005/Atom"
# Control characters, which XML 1.0 cannot say at all.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@file(urls.FEED, ATOM)
async def site(session: AsyncSession) -> File:
    """Everything that is published."""
    page = await discovery.page(session, GUEST, name=discovery.Feed.NEW)
    return _feed(settings().site_name, urls.HOME, urls.FEED, page.items)


@file("/feed/{slug}.xml", ATOM, part=SOMEBODY)
async def author(session: AsyncSession, slug: str) -> File:
    """What one person publishes."""
    try:
        person = await accounts.profile_at(session, GUEST, slug)
    except NotFound as refusal:
        if (moved := refusal.details.get("slug")) is None:
            raise
        raise Moved(urls.feed_of_person(moved)) from refusal
    page = await discovery.page(session, GUEST, name=discovery.Feed.NEW, author_id=person.id)
    return _feed(person.name, urls.profile(slug), urls.feed_of_person(slug), page.items)


@file("/feed/c/{slug}.xml", ATOM, part="[A-Za-z0-9_-]+")
async def community(session: AsyncSession, slug: str) -> File:
    """What is published in one community."""
    try:
        view = await communities.view_at(session, GUEST, slug)
    except NotFound as refusal:
        if (moved := refusal.details.get("slug")) is None:
            raise
        raise Moved(urls.feed_of_community(moved)) from refusal
    page = await discovery.page(session, GUEST, name=discovery.Feed.NEW, community_id=view.id)
    return _feed(view.name, view.url, urls.feed_of_community(slug), page.items)


def _feed(title: str, page: str, address: str, posts: Sequence[PostCard]) -> File:
    root = ET.Element("feed", xmlns=_SPACE)
    _text(root, "id", urls.absolute(address))
    _text(root, "title", title)
    _text(root, "updated", clock.iso(max((_changed(post) for post in posts), default=_BEGINNING)))
    ET.SubElement(root, "link", rel="self", type=ATOM, href=urls.absolute(address))
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=urls.absolute(page))
    # What is pinned in its place stands where its day puts it.
    for post in sorted(posts, key=lambda post: post.published_at or post.created_at, reverse=True):
        root.append(_entry(post))
    return File(xml(root), topics=frozenset({topics.FEEDS}))


def _entry(post: PostCard) -> ET.Element:
    entry = ET.Element("entry")
    # The number stays when the title, and with it the address, changes.
    _text(entry, "id", urls.absolute(f"/p/{post.id}"))
    _text(entry, "title", post.title)
    _text(entry, "published", clock.iso(post.published_at or post.created_at))
    _text(entry, "updated", clock.iso(_changed(post)))
    ET.SubElement(entry, "link", rel="alternate", type="text/html", href=urls.absolute(post.url))
    by = ET.SubElement(entry, "author")
    _text(by, "name", post.author.name)
    _text(by, "uri", urls.absolute(urls.profile(post.author.slug)))
    for tag in post.tags:
        ET.SubElement(entry, "category", term=tag)
    if post.intro:
        _text(entry, "summary", post.intro)
    return entry


def _text(parent: ET.Element, name: str, words: str) -> None:
    ET.SubElement(parent, name).text = _NOT_IN_XML.sub("", words)


def _changed(post: PostCard) -> datetime:
    return post.edited_at or post.published_at or post.created_at
