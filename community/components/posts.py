"""A post, live: its card in a feed and the article. Documents have the same in
`documents/posts.py`.
"""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.people import face
from community.components.post_menu import (
    author_toggle,
    hidden_band,
    post_actions,
    unpublish_confirmation,
)
from community.components.reactions import reaction_bar
from community.looks import post as looks
from community.state.post import Post

WIDTH, HEIGHT = "1280", "640"


def article(post: Any) -> rx.Component:
    """The article of a var of `PostView`."""
    return rx.el.article(
        hidden_band(post),
        rx.cond(
            post.community,
            rx.el.a(post.community.name, href=f"/c/{post.community.slug}", class_name=looks.KICKER),
        ),
        rx.el.h1(post.title, class_name=looks.HEADLINE),
        rx.cond(post.intro != "", rx.el.p(post.intro, class_name=looks.STANDFIRST)),
        _author(post),
        rx.cond(
            post.cover,
            rx.el.figure(
                rx.el.div(
                    _picture(post.cover, looks.FIGURE_PICTURE), class_name=looks.FIGURE_FRAME
                ),
                class_name=looks.FIGURE,
            ),
        ),
        rx.html(post.html, class_name=looks.TEXT),
        _tags(post),
        rx.el.div(
            reaction_bar(
                post,
                id="react-post",
                on_react=Post.react(post.id),
                counts=Post.reactions,
                mine=Post.my_reaction,
            ),
            post_actions(post),
            class_name=looks.ACTIONS,
        ),
        unpublish_confirmation(post),
        class_name=looks.ARTICLE,
    )


def _tags(post: Any) -> rx.Component:
    tags = rx.foreach(post.tags, lambda tag: rx.el.a(tag, href=f"/tag/{tag}", class_name=looks.TAG))
    return rx.cond(post.tags.length() > 0, rx.el.div(tags, class_name=looks.TAGS))


def _author(post: Any) -> rx.Component:
    return rx.el.div(
        face(post.author, "md"),
        rx.el.div(
            rx.el.a(
                post.author.name, href=f"/{post.author.slug}", class_name=looks.BYLINE_LARGE_NAME
            ),
            rx.el.p(
                ui.time(rx.cond(post.published_at, post.published_at, post.created_at)),
                f" · {post.reading_time} min read",
                class_name=looks.BYLINE_LARGE_NOTE,
            ),
            class_name=looks.BYLINE_LARGE_TEXT,
        ),
        author_toggle(post),
        class_name=looks.BYLINE_LARGE,
    )


def _picture(source: Any, class_name: str) -> rx.Component:
    return rx.el.img(src=source, alt="", width=WIDTH, height=HEIGHT, class_name=class_name)
