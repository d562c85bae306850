"""What stands beside feeds and posts, live. Documents have the same in `documents/rail.py`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout import rail_section
from community.components.people import face
from community.looks import layout as looks
from community.looks import rail as parts
from community.looks.places import FOOT
from community.state.rail import Rail


def rail() -> list[rx.Component]:
    """Who is read, what is talked about, where one might belong."""
    found = Rail.rail
    return [
        _block("Top authors", found.top_authors, _author),
        _block("Being discussed", found.discussions, _discussion),
        _block("Communities", found.communities, _community, more=("All", urls.COMMUNITIES)),
        _foot(),
    ]


def _block(title: str, rows: Any, row: Any, more: tuple[str, str] = ("", "")) -> rx.Component:
    listed = rx.el.ul(rx.foreach(rows, row), class_name=looks.RAIL_LIST)
    section = rail_section(listed, title=title, more=more[0], more_href=more[1])
    return rx.cond(rows.length() > 0, section)


def _author(author: Any, index: Any) -> rx.Component:
    return rx.el.li(
        rx.el.span(index + 1, class_name=looks.RAIL_PLACE),
        face(author, "sm"),
        rx.el.a(author.name, href=f"/{author.slug}", class_name=f"{looks.RAIL_NAME} {parts.GROWS}"),
        rx.el.span(
            ui.count(author.responses_count), class_name=looks.RAIL_NOTE, title=parts.RESPONSES
        ),
        class_name=looks.RAIL_ROW,
    )


def _discussion(discussion: Any) -> rx.Component:
    return rx.el.li(
        face(discussion.author, "sm"),
        rx.el.a(
            rx.el.span(discussion.title, class_name=parts.SUBJECT),
            rx.el.span(discussion.excerpt, class_name=parts.EXCERPT),
            rx.el.span(
                discussion.author.name, " · ", ui.time(discussion.created_at), class_name=parts.BY
            ),
            href=discussion.url,
            class_name=parts.GROWS,
        ),
        class_name=f"{looks.RAIL_ROW_TOP} {parts.GROUP}",
    )


def _community(community: Any) -> rx.Component:
    return rx.el.li(
        face(community, "sm", shape="community"),
        rx.el.a(
            community.name,
            href=f"/c/{community.slug}",
            class_name=f"{looks.RAIL_NAME} {parts.GROWS}",
        ),
        rx.el.span(ui.count(community.members_count), class_name=looks.RAIL_NOTE, title="Members"),
        class_name=looks.RAIL_ROW,
    )


def _foot() -> rx.Component:
    return rx.el.div(
        *(
            rx.el.a(name, href=href, reload_document=True, class_name=looks.RAIL_FOOT_LINK)
            for name, href in FOOT
        ),
        class_name=looks.RAIL_FOOT,
    )
