"""The article of a post: its title, byline, cover, text and tags."""

from typing import Any

from community import urls
from community.components import location, people, ui
from community.components.posts.card import COVER_HEIGHT, COVER_WIDTH
from community.components.posts.summary import moderator_banner_texts, status_banner_texts
from community.domain.posts.schemas import ArticleView
from community.i18n import gettext as _
from community.rendering import (
    Node,
    choose,
    each,
    el,
    first_of,
    length,
    present,
    relative_time,
    sanitized_html,
    switch,
    when,
)
from community.styles import post as styles, profile


def post_article(
    post: ArticleView,
    *,
    reactions: Node,
    is_own: Any,
    summary: Node = None,
    publish_button: Node = None,
    follow_toggle: Node = None,
    actions: Node = None,
) -> Node:
    return el.article(
        when(post.status != "published", lambda: _unpublished_banner(post, is_own, publish_button)),
        present(
            post.community,
            lambda community: el.a(
                community.name,
                href=urls.community(community.slug),
                dir="auto",
                class_name=styles.ARTICLE_COMMUNITY,
            ),
        ),
        el.h1(post.title, dir="auto", class_name=styles.HEADLINE),
        present(post.intro, lambda intro: el.p(intro, dir="auto", class_name=styles.ARTICLE_INTRO)),
        _author_byline(post, follow_toggle),
        present(post.cover, _cover_figure),
        summary,
        sanitized_html(post.html, styles.TEXT),
        when(length(post.tags) > 0, lambda: _tag_links(post.tags)),
        el.div(reactions, actions, class_name=styles.ACTIONS),
        class_name=styles.ARTICLE,
    )


def _unpublished_banner(post: ArticleView, is_own: Any, publish_button: Node) -> Node:
    own_text = switch(post.status, status_banner_texts(), default="")
    moderator_text = switch(post.status, moderator_banner_texts(), default="")
    return el.div(
        el.p(
            ui.icon("eye_off", styles.BANNER_ICON),
            el.span(choose(is_own, own_text, moderator_text)),
            class_name=styles.BANNER_TEXT,
        ),
        el.div(
            when(
                post.can.edit,
                lambda: ui.link_button(_("Edit"), href=urls.edit_post(post.id), size="sm"),
            ),
            when(post.can.publish, lambda: publish_button),
            class_name=styles.BANNER_ACTIONS,
        ),
        class_name=styles.BANNER,
    )


def static_actions() -> Node:
    """Return the buttons beside the reaction bar that every reader of a live page gets."""
    share_button = el.button(
        ui.icon("share"),
        type="button",
        class_name=styles.SHARE_BUTTON,
        aria_label=_("Share"),
    )
    return el.div(share_button, class_name=styles.ACTIONS_END)


def publish_button(post: ArticleView, *, on_click: Any = None) -> Node:
    label = choose(post.published_at, _("Publish again"), _("Publish"))
    return ui.button(label, variant="primary", size="sm", on_click=on_click)


def _author_byline(post: ArticleView, follow_toggle: Node) -> Node:
    return el.div(
        ui.user_avatar(post.author, "md"),
        el.div(
            el.div(
                people.author_link(post.author, class_name=styles.BYLINE_LARGE_NAME),
                class_name=profile.LINE,
            ),
            el.p(
                relative_time(first_of(post.published_at, post.created_at)),
                "\N{NO-BREAK SPACE}· ",
                _("{n} min read", n=post.reading_time),
                class_name=styles.BYLINE_LARGE_NOTE,
            ),
            class_name=styles.BYLINE_LARGE_TEXT,
        ),
        follow_toggle,
        class_name=styles.BYLINE_LARGE,
    )


def _cover_figure(cover: str) -> Node:
    image = el.img(
        src=cover,
        alt="",
        width=COVER_WIDTH,
        height=COVER_HEIGHT,
        fetch_priority="high",
        class_name=styles.FIGURE_IMAGE,
    )
    return el.figure(el.div(image, class_name=styles.FIGURE_FRAME), class_name=styles.FIGURE)


def _tag_links(tags: list[str]) -> Node:
    links = each(
        tags, lambda tag: el.a(tag, href=location.tag_path(tag), dir="auto", class_name=styles.TAG)
    )
    return el.div(links, class_name=styles.TAGS)
