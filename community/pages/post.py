"""The page of a post with its discussion."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.comments import discussion
from community.components.place import departure, is_here, known
from community.components.posts import article
from community.components.rail import rail
from community.components.site import page
from community.components.skeletons import article_skeleton
from community.components.undoing import after_undo
from community.state.authoring import Authoring
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
            rx.cond(
                shown & (Authoring.deleted == 0),
                rx.fragment(article(Post.post), discussion()),
                rx.cond(Authoring.deleted > 0, _deleted(), article_skeleton()),
            ),
        ),
        after_undo(Authoring.come_back),
        ready=missing | shown,
        rail=rail(),
    )


def _deleted() -> rx.Component:
    return ui.empty_state(
        "The post is deleted",
        "Nobody can read it any more. For a few seconds the message below takes that back.",
        icon_name="trash",
        action=ui.link_button("Your drafts", href=urls.DRAFTS),
    )
