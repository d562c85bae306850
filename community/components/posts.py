"""The article of a post, rendered in the browser.

`ssr/posts.py` renders the same article on the server.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.avatars import avatar_for
from community.components.post_menu import (
    follow_author_toggle,
    post_action_buttons,
    unpublish_dialog,
    unpublished_banner,
)
from community.components.reactions import reaction_bar
from community.i18n import gettext as _
from community.state.post import PostState
from community.styles import post as styles

COVER_WIDTH, COVER_HEIGHT = "1280", "640"


def post_article(post: Any) -> rx.Component:
    """Return the article. `post` is a Reflex Var that contains a `PostView`."""
    return rx.el.article(
        unpublished_banner(post),
        rx.cond(
            post.community,
            rx.el.a(
                post.community.name,
                href=f"/c/{post.community.slug}",
                class_name=styles.ARTICLE_COMMUNITY,
            ),
        ),
        rx.el.h1(post.title, class_name=styles.HEADLINE),
        rx.cond(post.intro != "", rx.el.p(post.intro, class_name=styles.ARTICLE_INTRO)),
        _author_byline(post),
        rx.cond(
            post.cover,
            rx.el.figure(
                rx.el.div(_cover_image(post.cover), class_name=styles.FIGURE_FRAME),
                class_name=styles.FIGURE,
            ),
        ),
        rx.html(post.html, class_name=styles.TEXT),
        _tag_links(post),
        rx.el.div(
            reaction_bar(
                post,
                id="react-post",
                on_react=PostState.react(post.id),
                counts=PostState.reactions,
                my_reaction=PostState.my_reaction,
            ),
            post_action_buttons(post),
            class_name=styles.ACTIONS,
        ),
        unpublish_dialog(post),
        class_name=styles.ARTICLE,
    )


def _tag_links(post: Any) -> rx.Component:
    tags = rx.foreach(
        post.tags, lambda tag: rx.el.a(tag, href=f"/tag/{tag}", class_name=styles.TAG)
    )
    return rx.cond(post.tags.length() > 0, rx.el.div(tags, class_name=styles.TAGS))


def _author_byline(post: Any) -> rx.Component:
    return rx.el.div(
        avatar_for(post.author, "md"),
        rx.el.div(
            rx.el.a(
                post.author.name, href=f"/{post.author.slug}", class_name=styles.BYLINE_LARGE_NAME
            ),
            rx.el.p(
                ui.relative_time(rx.cond(post.published_at, post.published_at, post.created_at)),
                " · ",
                _("{n} min read", n=post.reading_time),
                class_name=styles.BYLINE_LARGE_NOTE,
            ),
            class_name=styles.BYLINE_LARGE_TEXT,
        ),
        follow_author_toggle(post),
        class_name=styles.BYLINE_LARGE,
    )


def _cover_image(source: Any) -> rx.Component:
    return rx.el.img(
        src=source,
        alt="",
        width=COVER_WIDTH,
        height=COVER_HEIGHT,
        class_name=styles.FIGURE_IMAGE,
    )
