"""The pages that the site shows in place of another one: 404 and 429."""

from community.components import ui
from community.components.layout import not_found
from community.components.layout.not_found import not_found_message
from community.i18n import gettext as _
from community.ssr.http.routing import PageContent, build_page_meta


def not_found_page(message: str, path: str) -> PageContent:
    title = not_found.page_not_found_title()
    meta = build_page_meta(title, path, is_indexable=False)
    return PageContent(meta, [not_found_message(message)], status=404, ttl=5.0)


def rate_limit_page(message: str, path: str) -> PageContent:
    title = _("Too many requests")
    state = ui.empty_state(title, message, icon_name="clock", is_whole_page=True)
    meta = build_page_meta(title, path, is_indexable=False)
    return PageContent(meta, [state], status=429, sidebar=None, ttl=0)
