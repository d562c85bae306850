"""Server-rendered HTML for the sidebar.

The elements must be the same as in `components/sidebar.py`.
"""

from collections.abc import Sequence

import htpy as h
from htpy import Element, Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.domain import discovery
from community.domain.discovery import ActiveDiscussion, SuggestedCommunity, TopAuthor
from community.i18n import gettext as _
from community.ssr.elements import avatar, avatar_for, compact_number, relative_time
from community.styles import layout as styles
from community.styles import sidebar as sidebar_styles
from community.styles.navigation import FOOTER_LINKS


async def render_sidebar(session: AsyncSession, actor: Actor) -> list[Node]:
    data = await discovery.get_sidebar(session, actor)
    return [
        _sidebar_section(
            _("Top authors"),
            [_author_row(rank, author) for rank, author in enumerate(data.top_authors, 1)],
        ),
        _sidebar_section(
            _("Active discussions"),
            [_discussion_row(discussion) for discussion in data.discussions],
        ),
        _sidebar_section(
            _("Communities"),
            [_community_row(community) for community in data.communities],
            (_("All"), urls.COMMUNITIES),
        ),
        h.div(class_=styles.SIDEBAR_FOOTER)[
            (h.a(href=href, class_=styles.SIDEBAR_FOOTER_LINK)[name] for name, href in FOOTER_LINKS)
        ],
    ]


def _sidebar_section(
    title: str, rows: Sequence[Element], more_link: tuple[str, str] | None = None
) -> Node:
    if not rows:
        return None
    link = more_link and h.a(href=more_link[1], class_=styles.SIDEBAR_MORE)[more_link[0]]
    return h.section[
        h.h2(class_=styles.SIDEBAR_TITLE)[title, link], h.ul(class_=styles.SIDEBAR_LIST)[rows]
    ]


def _author_row(rank: int, author: TopAuthor) -> Element:
    return h.li(class_=styles.SIDEBAR_ROW)[
        h.span(class_=styles.SIDEBAR_RANK)[rank],
        avatar_for(author),
        h.a(href=urls.profile(author.slug), class_=f"{styles.SIDEBAR_NAME} {sidebar_styles.GROW}")[
            author.name
        ],
        h.span(class_=styles.SIDEBAR_NOTE, title=_(sidebar_styles.RESPONSES_TITLE))[
            compact_number(author.responses_count)
        ],
    ]


def _discussion_row(discussion: ActiveDiscussion) -> Element:
    return h.li(class_=f"{styles.SIDEBAR_ROW_TOP} {sidebar_styles.DISCUSSION}")[
        avatar_for(discussion.author),
        h.a(href=discussion.url, class_=sidebar_styles.GROW)[
            h.span(class_=sidebar_styles.DISCUSSION_TITLE)[discussion.title],
            h.span(class_=sidebar_styles.DISCUSSION_EXCERPT)[discussion.excerpt],
            h.span(class_=sidebar_styles.DISCUSSION_META)[
                discussion.author.name, " · ", relative_time(discussion.created_at)
            ],
        ],
    ]


def _community_row(community: SuggestedCommunity) -> Element:
    return h.li(class_=styles.SIDEBAR_ROW)[
        avatar(community.name, community.avatar, "sm", "community"),
        h.a(
            href=urls.community(community.slug),
            class_=f"{styles.SIDEBAR_NAME} {sidebar_styles.GROW}",
        )[community.name],
        h.span(class_=styles.SIDEBAR_NOTE, title=_("Members"))[
            compact_number(community.members_count)
        ],
    ]
