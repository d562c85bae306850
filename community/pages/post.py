"""The page of a post with its discussion."""

import reflex as rx

from community.components import ui
from community.components.comments import discussion
from community.components.posts import article
from community.components.site import page
from community.state.post import Post


def post() -> rx.Component:
    """`/p/{id}/{slug}`."""
    return page(
        rx.cond(
            Post.missing,
            ui.empty_state(
                "This post is not here",
                "It may have been unpublished or deleted, or the address may be wrong.",
                icon_name="search",
                action=ui.link_button("Read what is popular", href="/popular"),
            ),
            rx.cond(Post.post, rx.fragment(article(Post.post), discussion())),
        ),
        ready=Post.missing | (Post.post != None),  # noqa: E711  # a Var compares in the browser
    )
