"""Creates the HTML tags in the head of a page from the metadata of the page."""

from dataclasses import dataclass

from community import urls
from community.i18n.formats import date_locale
from community.rendering import Node, el, group
from community.ssr.http.linked_data import LinkedData, json_ld_script
from community.ssr.http.site import get_site

# `hydration.js` removes the tags with this attribute when the user navigates to another page.
_PAGE_ONLY = {"data_page_meta": True}


@dataclass(frozen=True)
class PageMeta:
    title: str
    path: str  # the canonical URL path of the page
    site_name: str
    description: str = ""
    og_type: str = "website"  # the Open Graph type: `website`, `article` or `profile`
    image: str | None = None
    author_url: str | None = None
    published_at: str | None = None
    # Whether search engines may index the page. False adds a `noindex` tag.
    is_indexable: bool = True
    # The URL path of the next page of a paginated list. None if there is no next page.
    next_path: str | None = None
    # The URL path of the Atom feed with the same content. None if there is no feed.
    feed_path: str | None = None
    linked_data: LinkedData | None = None


def render_head(meta: PageMeta) -> str:
    image = _get_absolute_image_url(meta.image)
    description = meta.description or get_site().description
    tags = group(
        el.title(_get_full_title(meta)),
        _meta_tag("description", description),
        _link_tag("canonical", meta.path),
        None if meta.is_indexable else _meta_tag("robots", "noindex"),
        _link_tag("next", meta.next_path),
        _link_tag("alternate", meta.feed_path, type="application/atom+xml"),
        _property_tag("og:type", meta.og_type),
        _property_tag("og:title", meta.title),
        _property_tag("og:description", description),
        _property_tag("og:url", urls.absolute(meta.path)),
        _property_tag("og:site_name", meta.site_name),
        _property_tag("og:locale", date_locale()),
        _property_tag("og:image", image),
        _property_tag("article:published_time", meta.published_at),
        _property_tag("article:author", meta.author_url),
        _meta_tag("twitter:card", "summary_large_image" if image else "summary"),
        json_ld_script(meta.linked_data, **_PAGE_ONLY) if meta.linked_data else None,
    )
    return str(tags)


def _get_full_title(meta: PageMeta) -> str:
    return meta.title if meta.title == meta.site_name else f"{meta.title} · {meta.site_name}"


def _link_tag(rel: str, path: str | None, **attributes: str) -> Node:
    if not path:
        return None
    return el.link(rel=rel, href=urls.absolute(path), **attributes, **_PAGE_ONLY)


def _meta_tag(name: str, content: str) -> Node:
    return el.meta(name=name, content=content, **_PAGE_ONLY) if content else None


def _property_tag(name: str, content: str | None) -> Node:
    return el.meta(property=name, content=content, **_PAGE_ONLY) if content else None


def _get_absolute_image_url(image: str | None) -> str | None:
    if image is None or image.startswith("http"):
        return image
    return urls.absolute(image)
