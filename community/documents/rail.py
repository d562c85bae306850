"""What stands beside feeds and posts, as HTML: the same as `components/rail.py`."""

from collections.abc import Sequence

import htpy as h
from htpy import Element, Node
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.documents.parts import avatar, count, face, time
from community.domain import discovery
from community.domain.discovery import CommunityToJoin, Discussion, TopAuthor
from community.looks import layout as looks
from community.looks import rail as parts
from community.looks.places import FOOT


async def rail(session: AsyncSession, actor: Actor) -> list[Node]:
    """Who is read, what is talked about, where one might belong."""
    found = await discovery.rail(session, actor)
    return [
        _block("Top authors", [_author(at, each) for at, each in enumerate(found.top_authors, 1)]),
        _block("Being discussed", [_discussion(each) for each in found.discussions]),
        _block(
            "Communities",
            [_community(each) for each in found.communities],
            ("All", urls.COMMUNITIES),
        ),
        h.div(class_=looks.RAIL_FOOT)[
            (h.a(href=href, class_=looks.RAIL_FOOT_LINK)[name] for name, href in FOOT)
        ],
    ]


def _block(title: str, rows: Sequence[Element], more: tuple[str, str] | None = None) -> Node:
    if not rows:
        return None
    link = more and h.a(href=more[1], class_=looks.RAIL_MORE)[more[0]]
    return h.section[h.h2(class_=looks.RAIL_TITLE)[title, link], h.ul(class_=looks.RAIL_LIST)[rows]]


def _author(place: int, author: TopAuthor) -> Element:
    return h.li(class_=looks.RAIL_ROW)[
        h.span(class_=looks.RAIL_PLACE)[place],
        face(author),
        h.a(href=urls.profile(author.slug), class_=f"{looks.RAIL_NAME} {parts.GROWS}")[author.name],
        h.span(class_=looks.RAIL_NOTE, title=parts.RESPONSES)[count(author.responses_count)],
    ]


def _discussion(discussion: Discussion) -> Element:
    return h.li(class_=f"{looks.RAIL_ROW_TOP} {parts.GROUP}")[
        face(discussion.author),
        h.a(href=discussion.url, class_=parts.GROWS)[
            h.span(class_=parts.SUBJECT)[discussion.title],
            h.span(class_=parts.EXCERPT)[discussion.excerpt],
            h.span(class_=parts.BY)[discussion.author.name, " · ", time(discussion.created_at)],
        ],
    ]


def _community(community: CommunityToJoin) -> Element:
    return h.li(class_=looks.RAIL_ROW)[
        avatar(community.name, community.avatar, "sm", "community"),
        h.a(href=urls.community(community.slug), class_=f"{looks.RAIL_NAME} {parts.GROWS}")[
            community.name
        ],
        h.span(class_=looks.RAIL_NOTE, title="Members")[count(community.members_count)],
    ]
