"""Server-rendered HTML for a comment.

The elements must be the same as in `components/comments/comment_row.py`.
"""

from functools import cache

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.domain.comments.schemas import CommentView
from community.i18n import gettext as _
from community.ssr.elements import avatar_for, icon, reaction_bar, relative_time
from community.styles import button
from community.styles import comment as styles
from community.styles import comment_texts as texts


def comment_row(
    comment: CommentView, *, level: int, has_loaded_replies: bool, is_target: bool
) -> Element:
    """Return the HTML for a comment without its replies.

    Args:
        comment: The comment.
        level: The number of ancestors of the comment that are on the page.
        has_loaded_replies: Whether the page also contains replies to the comment.
        is_target: Whether the URL of the page is a link to this comment.
    """
    return h.article(
        id=f"comment-{comment.id}",
        tabindex="-1",
        class_=f"{styles.ROW} {styles.ROW_TARGET}" if is_target else styles.ROW,
        aria_label=texts.comment_aria_label(
            comment.author.name if comment.author else None, comment.depth
        ),
    )[
        thread_lines(level),
        h.div(class_=styles.AVATAR_COLUMN)[
            avatar_for(comment.author)
            if comment.author
            else h.span(class_=styles.PLACEHOLDER_AVATAR),
            has_loaded_replies and h.span(class_=styles.BRANCH_LINE),
        ],
        h.div(class_=styles.MAIN)[
            _comment_content(comment, level, has_loaded_replies=has_loaded_replies)
        ],
    ]


@cache
def thread_lines(level: int) -> Markup:
    """Return the vertical lines that indent a comment with this number of ancestors."""
    return Markup(str(h.span(class_=styles.THREAD_LINE))) * min(level, styles.MAX_THREAD_LINES)


def _comment_content(comment: CommentView, level: int, *, has_loaded_replies: bool) -> Node:
    if comment.author is None:
        return h.p(class_=styles.PLACEHOLDER)[
            texts.hidden_comment_texts()[comment.moderation_status]
        ]
    return (
        _comment_heading(comment, level, has_loaded_replies=has_loaded_replies),
        h.div(class_=styles.TEXT)[Markup(comment.html)],
        _media_gallery(comment),
        h.div(class_=styles.ACTIONS)[
            reaction_bar(comment.reactions, is_small=True),
            h.span(class_=f"{button.TEXT_BUTTON} {styles.REQUIRES_SCRIPT}")[_("Reply")],
        ],
    )


def _comment_heading(comment: CommentView, level: int, *, has_loaded_replies: bool) -> Element:
    author = comment.author
    assert author is not None
    return h.div(class_=styles.HEAD)[
        h.a(href=urls.profile(author.slug), class_=styles.AUTHOR)[author.name],
        comment.is_by_post_author and h.span(class_=styles.AUTHOR_BADGE)[_(texts.AUTHOR_BADGE)],
        _parent_author_link(comment, level),
        h.a(href=comment.url, class_=styles.TIME)[relative_time(comment.created_at)],
        comment.edited_at is not None and h.span(class_=styles.EDITED)[_("edited")],
        has_loaded_replies
        and h.span(class_=f"{styles.COLLAPSE} {styles.REQUIRES_SCRIPT}")[icon("minus")],
    ]


def _parent_author_link(comment: CommentView, level: int) -> Node:
    class_name = styles.parent_author_link_classes(level)
    if not comment.parent_author_name or not class_name:
        return None
    return h.a(href=f"#comment-{comment.parent_id}", class_=class_name)[
        icon("reply", styles.REPLY_TO_ICON), comment.parent_author_name
    ]


def _media_gallery(comment: CommentView) -> Node:
    images = [
        h.img(
            src=image.url,
            alt=image.alt,
            width=image.width,
            height=image.height,
            loading="lazy",
            class_=styles.MEDIA_IMAGE,
        )
        for image in comment.media
    ]
    if not images:
        return None
    return h.div(class_=styles.MEDIA_SINGLE if len(images) == 1 else styles.MEDIA)[images]
