"""The sidebar beside feeds and posts, rendered in the browser.

`ssr/sidebar.py` renders the same sidebar on the server.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.avatars import avatar_for
from community.components.layout import sidebar_section
from community.i18n import gettext as _
from community.state.sidebar import SidebarState
from community.styles import layout as styles
from community.styles import sidebar as sidebar_styles
from community.styles.navigation import FOOTER_LINKS


def sidebar_sections() -> list[rx.Component]:
    data = SidebarState.sidebar
    return [
        _section(_("Top authors"), data.top_authors, _author_row),
        _section(_("Active discussions"), data.discussions, _discussion_row),
        _section(
            _("Communities"),
            data.communities,
            _community_row,
            # Translators: label of the link to the list of all communities.
            more_link=(_("All"), urls.COMMUNITIES),
        ),
        _footer(),
    ]


def _section(
    title: str, rows: Any, render_row: Any, more_link: tuple[str, str] = ("", "")
) -> rx.Component:
    items = rx.el.ul(rx.foreach(rows, render_row), class_name=styles.SIDEBAR_LIST)
    section = sidebar_section(items, title=title, more=more_link[0], more_href=more_link[1])
    return rx.cond(rows.length() > 0, section)


def _author_row(author: Any, index: Any) -> rx.Component:
    return rx.el.li(
        rx.el.span(index + 1, class_name=styles.SIDEBAR_RANK),
        avatar_for(author, "sm"),
        rx.el.a(
            author.name,
            href=f"/{author.slug}",
            class_name=f"{styles.SIDEBAR_NAME} {sidebar_styles.GROW}",
        ),
        rx.el.span(
            ui.compact_number(author.responses_count),
            class_name=styles.SIDEBAR_NOTE,
            title=_(sidebar_styles.RESPONSES_TITLE),
        ),
        class_name=styles.SIDEBAR_ROW,
    )


def _discussion_row(discussion: Any) -> rx.Component:
    return rx.el.li(
        avatar_for(discussion.author, "sm"),
        rx.el.a(
            rx.el.span(discussion.title, class_name=sidebar_styles.DISCUSSION_TITLE),
            rx.el.span(discussion.excerpt, class_name=sidebar_styles.DISCUSSION_EXCERPT),
            rx.el.span(
                discussion.author.name,
                " · ",
                ui.relative_time(discussion.created_at),
                class_name=sidebar_styles.DISCUSSION_META,
            ),
            href=discussion.url,
            class_name=sidebar_styles.GROW,
        ),
        class_name=f"{styles.SIDEBAR_ROW_TOP} {sidebar_styles.DISCUSSION}",
    )


def _community_row(community: Any) -> rx.Component:
    return rx.el.li(
        avatar_for(community, "sm", shape="community"),
        rx.el.a(
            community.name,
            href=f"/c/{community.slug}",
            class_name=f"{styles.SIDEBAR_NAME} {sidebar_styles.GROW}",
        ),
        rx.el.span(
            ui.compact_number(community.members_count),
            class_name=styles.SIDEBAR_NOTE,
            title=_("Members"),
        ),
        class_name=styles.SIDEBAR_ROW,
    )


def _footer() -> rx.Component:
    return rx.el.div(
        *(
            rx.el.a(name, href=href, reload_document=True, class_name=styles.SIDEBAR_FOOTER_LINK)
            for name, href in FOOTER_LINKS
        ),
        class_name=styles.SIDEBAR_FOOTER,
    )
