"""The 404 page."""

from community.components.layout import not_found_texts
from community.components.layout.not_found import not_found_message
from community.ssr.http.routing import PageContent, build_page_meta


def not_found_page(message: str, path: str) -> PageContent:
    title = not_found_texts.page_not_found_title()
    meta = build_page_meta(title, path, is_indexable=False)
    return PageContent(meta, [not_found_message(message)], status=404, ttl=5.0)
