"""The sidebar beside feeds and posts."""

from collections.abc import Callable
from typing import Any

from community import urls
from community.components import people, ui
from community.components.advertisements import advertisement_place
from community.components.layout.frame import sidebar_section
from community.domain import discovery, ratings
from community.i18n import gettext as _
from community.rendering import Node, each, el, group, length, relative_time, when
from community.state.pages.sidebar import SidebarState
from community.styles import layout as styles


def live_sidebar() -> list[Node]:
    return [
        when(
            SidebarState.is_loaded,
            lambda: group(
                *sidebar_sections(SidebarState.sidebar, advertisement_place("sidebar")),
            ),
        )
    ]


def sidebar_sections(sidebar: discovery.Sidebar, advertisement: Node) -> list[Node]:
    return [
        top_authors_section(
            sidebar.top_authors,
            # Translators: label of the link to the list of all top authors.
            more=_("All"),
            more_href=urls.top_authors(sidebar.top_authors_period),
        ),
        advertisement,
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
    ]


def top_authors_section(authors: Any, **link: Any) -> Node:
    """Return the list of authors. `link` is the link of `sidebar_section` to more of them."""
    return _section(authors, lambda items: each(items, _author_row), title=_("Top authors"), **link)


def _section(items: Any, render_rows: Callable[[Any], Node], **heading: Any) -> Node:
    return when(
        length(items) > 0,
        lambda: sidebar_section(
            el.ul(render_rows(items), class_name=styles.SIDEBAR_LIST), **heading
        ),
    )


def _author_row(author: ratings.TopAuthor) -> Node:
    return el.li(
        el.span(author.place, class_name=styles.SIDEBAR_RANK),
        ui.user_avatar(author),
        people.name_line(author, class_name=styles.SIDEBAR_NAME, line_class_name=styles.GROW),
        _count(author.rating, _(styles.RATING_TITLE)),
        class_name=styles.SIDEBAR_ROW,
    )


def _discussion_row(discussion: discovery.ActiveDiscussion) -> Node:
    return el.li(
        ui.avatar_for(discussion.author),
        el.a(
            el.span(discussion.title, dir="auto", class_name=styles.DISCUSSION_TITLE),
            el.span(discussion.excerpt, dir="auto", class_name=styles.DISCUSSION_EXCERPT),
            el.span(
                el.span(people.person_name(discussion.author), class_name=styles.DISCUSSION_AUTHOR),
                el.span(
                    "\N{NO-BREAK SPACE}· ",
                    relative_time(discussion.created_at),
                    class_name=styles.DISCUSSION_TIME,
                ),
                class_name=styles.DISCUSSION_META,
            ),
            href=discussion.url,
            class_name=styles.GROW,
        ),
        class_name=f"{styles.SIDEBAR_ROW_TOP} {styles.DISCUSSION}",
    )


def _community_row(community: discovery.SuggestedCommunity) -> Node:
    return el.li(
        ui.avatar_for(community, shape="community"),
        _name_link(community.name, urls.community(community.slug)),
        _count(community.members_count, _("Members")),
        class_name=styles.SIDEBAR_ROW,
    )


def _name_link(name: str, href: str) -> Node:
    class_name = f"{styles.SIDEBAR_NAME} {styles.GROW}"
    return el.a(el.bdi(name), href=href, class_name=class_name)


def _count(number: int, title: str) -> Node:
    return el.span(ui.compact_number(number), class_name=styles.SIDEBAR_NOTE, title=title)
