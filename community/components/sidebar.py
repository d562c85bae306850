"""The sidebar beside feeds and posts."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout import sidebar_section
from community.domain.discovery import ActiveDiscussion, Sidebar, SuggestedCommunity, TopAuthor
from community.i18n import gettext as _
from community.rendering import Node, each, el, group, length, relative_time, when
from community.state.sidebar import SidebarState
from community.styles import layout as styles
from community.styles import sidebar as sidebar_styles
from community.styles.navigation import FOOTER_LINKS


def live_sidebar() -> list[Node]:
    return sidebar_sections(SidebarState.sidebar)


def sidebar_sections(sidebar: Sidebar) -> list[Node]:
    return [
        _section(sidebar.top_authors, _author_rows, title=_("Top authors")),
        _section(
            sidebar.discussions,
            lambda discussions: each(discussions, _discussion_row),
            title=_("Active discussions"),
        ),
        _section(
            sidebar.communities,
            lambda communities: each(communities, _community_row),
            title=_("Communities"),
            # Translators: label of the link to the list of all communities.
            more=_("All"),
            more_href=urls.COMMUNITIES,
        ),
        _footer(),
    ]


def _section(items: Any, render_rows: Callable[[Any], Node], **heading: str) -> Node:
    """Return a section with its rows, or nothing if it has no items."""
    return when(
        length(items) > 0,
        lambda: sidebar_section(
            el.ul(render_rows(items), class_name=styles.SIDEBAR_LIST), **heading
        ),
    )


def _author_rows(authors: Sequence[TopAuthor]) -> Node:
    # `each` does not pass the index, which is the rank.
    if isinstance(authors, rx.Var):
        return rx.foreach(authors, lambda author, index: _author_row(author, index + 1))
    return group(*map(_author_row, authors, count(1)))


def _author_row(author: TopAuthor, rank: int) -> Node:
    return el.li(
        el.span(rank, class_name=styles.SIDEBAR_RANK),
        ui.avatar_for(author),
        _name_link(author.name, urls.profile(author.slug)),
        _count(author.responses_count, _(sidebar_styles.RESPONSES_TITLE)),
        class_name=styles.SIDEBAR_ROW,
    )


def _discussion_row(discussion: ActiveDiscussion) -> Node:
    return el.li(
        ui.avatar_for(discussion.author),
        el.a(
            el.span(discussion.title, class_name=sidebar_styles.DISCUSSION_TITLE),
            el.span(discussion.excerpt, class_name=sidebar_styles.DISCUSSION_EXCERPT),
            el.span(
                discussion.author.name,
                " · ",
                relative_time(discussion.created_at),
                class_name=sidebar_styles.DISCUSSION_META,
            ),
            href=discussion.url,
            class_name=sidebar_styles.GROW,
        ),
        class_name=f"{styles.SIDEBAR_ROW_TOP} {sidebar_styles.DISCUSSION}",
    )


def _community_row(community: SuggestedCommunity) -> Node:
    return el.li(
        ui.avatar_for(community, shape="community"),
        _name_link(community.name, urls.community(community.slug)),
        _count(community.members_count, _("Members")),
        class_name=styles.SIDEBAR_ROW,
    )


def _name_link(name: str, href: str) -> Node:
    return el.a(name, href=href, class_name=f"{styles.SIDEBAR_NAME} {sidebar_styles.GROW}")


def _count(number: int, title: str) -> Node:
    return el.span(ui.compact_number(number), class_name=styles.SIDEBAR_NOTE, title=title)


def _footer() -> Node:
    links = [
        el.a(
            name,
            href=href,
            class_name=styles.SIDEBAR_FOOTER_LINK,
            # These URLs are outside the React app.
            custom_attrs={"reloadDocument": True},
        )
        for name, href in FOOTER_LINKS
    ]
    return el.div(links, class_name=styles.SIDEBAR_FOOTER)
