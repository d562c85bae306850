"""The page of a post with its discussion."""

import reflex as rx

from community.components import ui
from community.components.comments import discussion
from community.components.place import departure, is_here, known
from community.components.posts import article
from community.components.rail import rail
from community.components.site import page
from community.components.skeletons import article_skeleton
from community.state.post import Post


def post() -> rx.Component:
    """`/p/{id}/{slug}`."""
    here = is_here(Post.path)
    missing, shown = here & Post.missing, here & known(Post.post)
    return page(
        departure(rx.cond(here, Post.moved, ""), replace=True),
        rx.cond(
            missing,
            ui.empty_state(
                "This post is not here",
                "It may have been unpublished or deleted, or the address may be wrong.",
                icon_name="search",
                action=ui.link_button("Read what is popular", href="/popular"),
            ),
            rx.cond(shown, rx.fragment(article(Post.post), discussion()), article_skeleton()),
        ),
        ready=missing | shown,
        rail=rail(),
    )
