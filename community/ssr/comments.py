"""Server-rendered HTML for the discussion below a post.

The rows must be the same as those that `assets/ui/discussion/rows.js` creates in the browser.
"""

from collections.abc import Iterator, Sequence

import htpy as h
from htpy import Element, Node

from community import urls
from community.domain.comments import ThreadPage
from community.domain.comments.schemas import CommentView
from community.domain.posts.schemas import PostView
from community.i18n import formats
from community.i18n import gettext as _
from community.ssr.comment_row import comment_row, thread_lines
from community.ssr.elements import icon
from community.styles import button, editor, form
from community.styles import comment as styles
from community.styles import comment_texts as texts


def discussion_section(page: ThreadPage, post: PostView) -> Element:
    thread = page.thread
    pinned, others = _separate_pinned_comments(page)
    return h.section(id="comments", class_=styles.SECTION)[
        h.div(class_=styles.HEADING)[
            h.h2(class_=styles.TITLE)[
                _("Discussion"),
                " ",
                h.span(class_=styles.TITLE_COUNT)[formats.format_short_count(thread.total)],
            ],
            thread.total > 1 and _sort_order_select(page),
        ],
        h.div(class_=styles.FORM_ROOT)[_comment_form_placeholder(post)],
        _partial_discussion_banner(page, post),
        thread.total == 0 and h.p(class_=styles.EMPTY)[_(texts.EMPTY)],
        pinned
        and h.div(class_=styles.PINNED)[
            h.p(class_=styles.PINNED_LABEL)[icon("pin"), _("Pinned")],
            _comment_rows(pinned, page, post),
        ],
        h.div(class_=styles.THREAD)[_comment_rows(others, page, post)],
        thread.next_cursor
        and _load_more_link(
            _("More comments"), _build_next_page_url(page, post, thread.next_cursor)
        ),
    ]


def _sort_order_select(page: ThreadPage) -> Element:
    options = (
        h.option(value=order, selected=order == page.order)[label]
        for order, label in texts.sort_order_labels().items()
    )
    return h.div(class_=f"{form.SELECT_QUIET_FRAME} {styles.REQUIRES_SCRIPT}")[
        h.select(class_=form.SELECT_QUIET, aria_label=_("Sort comments"))[options],
        icon("chevron_down", form.SELECT_ARROW),
    ]


def _comment_form_placeholder(post: PostView) -> Node:
    """Return a placeholder with the same height as the comment form of the React app.

    Guests see a link to sign in instead. If comments are closed, return a message.
    """
    if not post.comments_enabled:
        return h.div(class_=styles.SIGN_IN_PROMPT)[_("Comments are closed.")]
    sign_in = f"{urls.SIGN_IN}&{urls.encode_query(next=urls.discussion(post.url))}"
    return (
        h.div(class_=f"{styles.SIGN_IN_PROMPT} {styles.GUESTS_ONLY}")[
            h.span[_("Have something to add?")],
            h.a(href=sign_in, class_=button.class_names("secondary", "sm"))[
                _("Sign in to comment")
            ],
        ],
        h.div(class_=styles.MEMBERS_ONLY, inert=True)[_composer_placeholder()],
    )


def _composer_placeholder() -> Element:
    classes = editor.COMPOSER
    return h.div(class_=classes["form"])[
        h.div(class_=classes["field_frame"])[
            h.textarea(
                class_=classes["field"],
                rows="1",
                placeholder=_("Write a comment"),
                aria_label=_("Your comment"),
            )
        ],
        h.div(class_=classes["bar"])[
            h.span(class_=classes["toolbar_button"])[icon("image")],
            h.span(class_=classes["end"])[
                h.span(class_=classes["submit"], aria_disabled="true")[_("Send")]
            ],
        ],
    ]


def _partial_discussion_banner(page: ThreadPage, post: PostView) -> Node:
    if page.is_focus_missing:
        return h.p(class_=styles.BANNER)[_(texts.COMMENT_NOT_FOUND)]
    if page.focus_id is None and not page.is_continuation:
        return None
    return h.p(class_=styles.BANNER)[
        _(texts.LATER_PAGE if page.is_continuation else texts.SINGLE_THREAD),
        h.a(href=urls.discussion(post.url), class_=styles.BANNER_LINK)[_(texts.SHOW_ALL)],
    ]


def _separate_pinned_comments(
    page: ThreadPage,
) -> tuple[Sequence[CommentView], Sequence[CommentView]]:
    """Return the pinned comment with its replies, and all other comments."""
    items = page.thread.items
    if page.focus_id is not None or not items or not items[0].is_pinned:
        return [], items
    pinned_depth = items[0].depth
    end = next(
        (index for index, item in enumerate(items) if index and item.depth <= pinned_depth),
        len(items),
    )
    return items[:end], items[end:]


def _comment_rows(items: Sequence[CommentView], page: ThreadPage, post: PostView) -> Iterator[Node]:
    """Yield the rows of the comments in depth-first order.

    If some replies to a comment are not loaded, yield a link to them after the loaded replies.
    """
    open_branches: list[CommentView] = []
    base_depth = items[0].depth if items else 0
    for index, comment in enumerate(items):
        yield from _close_finished_branches(open_branches, comment.depth, page, post, base_depth)
        has_replies = index + 1 < len(items) and items[index + 1].parent_id == comment.id
        yield comment_row(
            comment,
            level=comment.depth - base_depth,
            has_loaded_replies=has_replies,
            is_target=comment.id == page.focus_id,
        )
        open_branches.append(comment)
    yield from _close_finished_branches(open_branches, base_depth, page, post, base_depth)


def _close_finished_branches(
    open_branches: list[CommentView],
    next_depth: int,
    page: ThreadPage,
    post: PostView,
    base_depth: int,
) -> Iterator[Node]:
    """Remove the comments from `open_branches` that have no further replies on the page.

    If some replies to a removed comment are not loaded, yield a link to these replies.

    Args:
        open_branches: The comment that was rendered last and the ancestors of this comment.
        next_depth: The depth of the next comment on the page.
        page: The page of the discussion.
        post: The post below which the discussion is.
        base_depth: The depth of the first comment on the page.
    """
    while open_branches and open_branches[-1].depth >= next_depth:
        parent = open_branches.pop()
        if str(parent.id) in page.thread.more:
            loaded = sum(comment.parent_id == parent.id for comment in page.thread.items)
            label = formats.more_replies_label(parent.replies_count - loaded)
            link = _load_more_link(label, urls.comment(post.id, post.slug, parent.id))
            lines = thread_lines(parent.depth - base_depth + 1)
            yield h.div(class_=styles.MORE_ROW)[lines, link, h.span(hidden=True)]


def _build_next_page_url(page: ThreadPage, post: PostView, cursor: str) -> str:
    return urls.discussion(post.url, order=page.order.value, after=cursor)


def _load_more_link(label: str, href: str) -> Element:
    return h.a(href=href, class_=styles.MORE_LINK)[icon("chevron_down"), label]
