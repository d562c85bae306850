"""Messages for empty lists, and the 404 page."""

import htpy as h
from htpy import Element

from community.ssr.elements import icon
from community.ssr.routing import PageContent, build_page_meta
from community.styles import button, display, not_found_texts
from community.styles.icons import IconName


def not_found_page(message: str, path: str) -> PageContent:
    return PageContent(
        build_page_meta(not_found_texts.page_not_found_title(), path, is_indexable=False),
        [
            empty_state(
                not_found_texts.page_not_found_title(),
                message,
                "search",
                not_found_texts.suggested_link(),
            )
        ],
        status=404,
        ttl=5.0,
    )


def empty_state(
    title: str, text: str, icon_name: IconName, action: tuple[str, str] | None = None
) -> Element:
    """Return the message that a page shows instead of an empty list.

    Args:
        title: The heading of the message.
        text: The text of the message.
        icon_name: The icon above the heading.
        action: The URL and the label of a link below the message.
    """
    return h.div(class_=display.EMPTY)[
        icon(icon_name, display.EMPTY_ICON),
        h.h2(class_=display.EMPTY_TITLE)[title],
        h.p(class_=display.EMPTY_TEXT)[text],
        action
        and h.div(class_=display.EMPTY_ACTION)[
            h.a(href=action[0], class_=button.class_names("secondary"))[action[1]]
        ],
    ]
