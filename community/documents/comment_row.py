"""One comment of a discussion as HTML, element for element as `components/comments/row.py`."""

from functools import cache

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.documents.parts import face, icon, reactions, time
from community.domain.comments.schemas import CommentView
from community.looks import button
from community.looks import comment as looks


def comment_row(comment: CommentView, *, level: int, is_open: bool, is_focus: bool) -> Element:
    """A comment at its place.

    Args:
        level: how many of its ancestors stand above it here.
        is_open: whether replies stand below it.
        is_focus: whether the address names it.
    """
    return h.article(
        id=f"comment-{comment.id}",
        tabindex="-1",
        class_=f"{looks.ROW} {looks.ROW_FOCUS}" if is_focus else looks.ROW,
        aria_label=looks.label(comment.author.name if comment.author else None, comment.depth),
    )[
        guides(level),
        h.div(class_=looks.SPINE)[
            face(comment.author) if comment.author else h.span(class_=looks.STUB_FACE),
            is_open and h.span(class_=looks.SPINE_LINE),
        ],
        h.div(class_=looks.MAIN)[_words(comment, level, is_open=is_open)],
    ]


@cache
def guides(level: int) -> Markup:
    """The lines of what stands above a row."""
    return Markup(str(h.span(class_=looks.GUIDE))) * min(level, looks.MAX_GUIDES)


def _words(comment: CommentView, level: int, *, is_open: bool) -> Node:
    if comment.author is None:
        return h.p(class_=looks.STUB)[looks.STUB_TEXTS[comment.moderation_status]]
    return (
        _head(comment, level, is_open=is_open),
        h.div(class_=looks.TEXT)[Markup(comment.html)],
        _media(comment),
        h.div(class_=looks.ACTIONS)[
            reactions(comment.reactions, small=True),
            h.span(class_=f"{button.TEXT} {looks.LIVE_ONLY}")["Reply"],
        ],
    )


def _head(comment: CommentView, level: int, *, is_open: bool) -> Element:
    author = comment.author
    assert author is not None
    return h.div(class_=looks.HEAD)[
        h.a(href=urls.profile(author.slug), class_=looks.AUTHOR)[author.name],
        comment.is_by_post_author and h.span(class_=looks.BY_AUTHOR)["author"],
        _answers(comment, level),
        h.a(href=comment.url, class_=looks.WHEN)[time(comment.created_at)],
        comment.edited_at is not None and h.span(class_=looks.EDITED)["edited"],
        is_open and h.span(class_=f"{looks.COLLAPSE} {looks.LIVE_ONLY}")[icon("minus")],
    ]


def _answers(comment: CommentView, level: int) -> Node:
    look = looks.answers_look(level)
    if not comment.answers or not look:
        return None
    return h.a(href=f"#comment-{comment.parent_id}", class_=look)[
        icon("reply", looks.ANSWERS_ICON), comment.answers
    ]


def _media(comment: CommentView) -> Node:
    pictures = [
        h.img(
            src=each.url,
            alt=each.alt,
            width=each.width,
            height=each.height,
            loading="lazy",
            class_=looks.MEDIA_PICTURE,
        )
        for each in comment.media
    ]
    if not pictures:
        return None
    return h.div(class_=looks.MEDIA_ONE if len(pictures) == 1 else looks.MEDIA)[pictures]
