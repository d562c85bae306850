"""The posts in a community that wait for review, as its moderators see them."""

from typing import Any

import reflex as rx

from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.styles import listing


def held_posts_notice(held_posts: Any) -> Node:
    """Return the list of the posts, or nothing if there are none."""
    return when(
        held_posts.length() > 0,
        lambda: el.section(
            el.h2(_("Posts to review"), class_name=listing.HELD_TITLE),
            el.ul(rx.foreach(held_posts, _held_post)),
            class_name=listing.HELD,
        ),
    )


def _held_post(post: Any) -> rx.Component:
    return rx.el.li(
        rx.el.a(post.title, href=post.url, dir="auto", class_name=listing.HELD_POST),
        rx.el.span(post.author.name, dir="auto", class_name=listing.NOTE),
        key=post.id,
        class_name=listing.HELD_ROW,
    )
