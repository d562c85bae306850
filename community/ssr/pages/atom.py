"""Atom feeds (RFC 4287) for the whole site, for each author, community and search."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as ET

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, errors
from community.core.actor import GUEST
from community.domain import communities, discovery, people, search, site
from community.domain.people import UserSummary
from community.domain.posts.schemas import PostCard
from community.i18n import active_language, gettext as _
from community.realtime import messages
from community.ssr.http.generated_files import GeneratedFile, serialize_xml

ATOM_MEDIA_TYPE = "application/atom+xml"
_NAMESPACE = "http://www.w3.org/2005/Atom"
# Control characters that XML 1.0 does not allow, even if they are escaped.
_INVALID_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def site_feed(session: AsyncSession) -> GeneratedFile:
    posts = await _list_newest_posts(session)
    view = await site.get_site_view(session)
    return _build_feed(view.name, urls.HOME, urls.FEED, posts)


async def author_feed(session: AsyncSession, slug: str) -> GeneratedFile:
    author = await people.get_profile_by_slug(session, GUEST, slug, urls.author_atom_feed)
    posts = await _list_newest_posts(session, author_id=author.id)
    return _build_feed(author.name, urls.profile(slug), urls.author_atom_feed(slug), posts)


async def community_feed(session: AsyncSession, slug: str) -> GeneratedFile:
    view = await communities.get_view_by_slug(session, GUEST, slug, urls.community_atom_feed)
    posts = await _list_newest_posts(session, community_id=view.id)
    return _build_feed(view.name, view.url, urls.community_atom_feed(slug), posts)


async def search_feed(session: AsyncSession, query_params: dict[str, str]) -> GeneratedFile:
    """Return an Atom feed with the newest posts and comments that a guest finds with a search.

    Raises:
        Invalid: The query contains nothing to look for.
        NotFound: The search is for users, communities or tags.
    """
    params = search.clean_params(query_params)
    if params.get("type", "") not in search.TEXT_TYPES:
        raise errors.NotFound(_("Page not found"))
    page = await search.get_newest_results(session, GUEST, params)
    name = (await site.get_site_view(session)).name
    title = _("{query} – search", query=params.get("q", ""))
    entries = [
        _build_comment_entry(result)
        if isinstance(result, search.CommentResult)
        else _build_entry(result.target)
        for result in page.items
        if isinstance(result, search.CommentResult | search.PostResult)
    ]
    root = _build_root(f"{title} · {name}", urls.search(params), urls.search_feed(params), entries)
    # No message tells which results change.
    return GeneratedFile(serialize_xml(root), ttl=0)


async def _list_newest_posts(session: AsyncSession, **scope: Any) -> list[PostCard]:
    page = await discovery.get_feed(
        session, GUEST, name=discovery.Feed.NEW, include_pinned=True, **scope
    )
    return page.items


def _build_feed(
    title: str, page_path: str, feed_path: str, posts: Sequence[PostCard]
) -> GeneratedFile:
    root = _build_root(title, page_path, feed_path, [_build_entry(post) for post in posts])
    return GeneratedFile(
        serialize_xml(root), topics=frozenset({messages.FEEDS_TOPIC, messages.AUTHORS_TOPIC})
    )


def _build_root(
    title: str, page_path: str, feed_path: str, entries: Sequence[ET.Element]
) -> ET.Element:
    root = ET.Element("feed", {"xml:lang": active_language()}, xmlns=_NAMESPACE)
    _add_text_element(root, "id", urls.absolute(feed_path))
    _add_text_element(root, "title", title)
    # All times have the same format.
    changes = (entry.findtext("updated", "") for entry in entries)
    _add_text_element(root, "updated", max(changes, default=clock.format_iso(_EPOCH)))
    ET.SubElement(root, "link", rel="self", type=ATOM_MEDIA_TYPE, href=urls.absolute(feed_path))
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=urls.absolute(page_path))
    root.extend(entries)
    return root


def _build_entry(post: PostCard) -> ET.Element:
    entry = ET.Element("entry")
    # Use the URL without the slug, because the slug changes with the title.
    _add_text_element(entry, "id", urls.absolute(f"/p/{post.id}"))
    _add_text_element(entry, "title", post.title)
    _add_text_element(entry, "published", clock.format_iso(post.published_at or post.created_at))
    _add_text_element(entry, "updated", clock.format_iso(_get_changed_at(post)))
    ET.SubElement(entry, "link", rel="alternate", type="text/html", href=urls.absolute(post.url))
    _add_author(entry, post.author)
    for tag in post.tags:
        ET.SubElement(entry, "category", term=tag)
    if post.intro:
        _add_text_element(entry, "summary", post.intro)
    return entry


def _build_comment_entry(result: search.CommentResult) -> ET.Element:
    comment, entry = result.target, ET.Element("entry")
    _add_text_element(entry, "id", urls.absolute(f"/p/{result.post.id}?comment={comment.id}"))
    # Translators: the title of a comment in a feed.
    _add_text_element(entry, "title", _("Comment on “{title}”", title=result.post.title))
    _add_text_element(entry, "published", clock.format_iso(comment.created_at))
    _add_text_element(entry, "updated", clock.format_iso(comment.edited_at or comment.created_at))
    ET.SubElement(entry, "link", rel="alternate", type="text/html", href=urls.absolute(comment.url))
    if comment.author is not None:
        _add_author(entry, comment.author)
    _add_text_element(entry, "summary", result.excerpt_html).set("type", "html")
    return entry


def _add_author(entry: ET.Element, user: UserSummary) -> None:
    author = ET.SubElement(entry, "author")
    _add_text_element(author, "name", user.name)
    if not user.is_deleted:
        _add_text_element(author, "uri", urls.absolute(urls.profile(user.slug)))


def _add_text_element(parent: ET.Element, name: str, text: str) -> ET.Element:
    element = ET.SubElement(parent, name)
    element.text = _INVALID_IN_XML.sub("", text)
    return element


def _get_changed_at(post: PostCard) -> datetime:
    return post.edited_at or post.published_at or post.created_at
