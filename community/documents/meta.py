"""What a page says of itself in its head: for search engines and for previews of links."""

from dataclasses import dataclass

import htpy as h
from htpy import BaseElement

from community import urls
from community.documents.linked_data import LinkedData, script

# Marks what is true of this page alone: when the reader goes on, `handover.js` takes it away.
OF_PAGE = {"data-page": True}


@dataclass(frozen=True)
class Meta:
    """The facts of one page.

    Attributes:
        path: The canonical address within the site.
        kind: `website`, `article` or `profile`, as Open Graph has them.
        indexed: Whether search engines should keep the page.
        next: Address of the page of a list that follows.
        feed: Address of the Atom feed of what the page shows.
        data: What the page is about, in the vocabulary of schema.org.
    """

    title: str
    path: str
    site_name: str
    description: str = ""
    kind: str = "website"
    image: str | None = None
    author: str | None = None
    published_at: str | None = None
    indexed: bool = True
    next: str | None = None
    feed: str | None = None
    data: LinkedData | None = None


def head(meta: Meta) -> str:
    """The tags of the head, as HTML."""
    return "".join(str(tag) for tag in _tags(meta) if tag is not None)


def full_title(meta: Meta) -> str:
    """The title as the tab shows it."""
    return meta.title if meta.title == meta.site_name else f"{meta.title} · {meta.site_name}"


def _tags(meta: Meta) -> list[BaseElement | None]:
    image = _whole(meta.image)
    address = urls.absolute(meta.path)
    return [
        h.title[full_title(meta)],
        _named("description", meta.description),
        _link("canonical", meta.path),
        None if meta.indexed else _named("robots", "noindex"),
        _link("next", meta.next),
        _link("alternate", meta.feed, type="application/atom+xml"),
        _property("og:type", meta.kind),
        _property("og:title", meta.title),
        _property("og:description", meta.description),
        _property("og:url", address),
        _property("og:site_name", meta.site_name),
        _property("og:image", image),
        _property("article:published_time", meta.published_at),
        _property("article:author", meta.author),
        _named("twitter:card", "summary_large_image" if image else "summary"),
        script(meta.data, OF_PAGE) if meta.data else None,
    ]


def _link(rel: str, path: str | None, **more: str) -> BaseElement | None:
    return h.link(OF_PAGE, rel=rel, href=urls.absolute(path), **more) if path else None


def _named(name: str, content: str) -> BaseElement | None:
    return h.meta(OF_PAGE, name=name, content=content) if content else None


def _property(name: str, content: str | None) -> BaseElement | None:
    return h.meta(OF_PAGE, property=name, content=content) if content else None


def _whole(image: str | None) -> str | None:
    if image is None or image.startswith("http"):
        return image
    return urls.absolute(image)
