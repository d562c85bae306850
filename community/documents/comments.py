"""A discussion as HTML: the same rows as `assets/ui/discussion/rows.js` makes for the live page."""

from collections.abc import Iterator, Sequence

import htpy as h
from htpy import Element, Node

from community import urls
from community.documents.comment_row import comment_row, guides
from community.documents.parts import icon
from community.domain.comments import Opening
from community.domain.comments.schemas import CommentView
from community.domain.posts.schemas import PostView
from community.looks import button, editor, form, words
from community.looks import comment as looks


def discussion(opening: Opening, post: PostView) -> Element:
    """The section under a post: heading, the place for writing, the open part of the thread."""
    thread = opening.thread
    pinned, rest = _apart(opening)
    return h.section(id="comments", class_=looks.SECTION)[
        h.div(class_=looks.HEADING)[
            h.h2(class_=looks.TITLE)[
                "Discussion ", h.span(class_=looks.TITLE_COUNT)[words.short_count(thread.total)]
            ],
            thread.total > 1 and _orders(opening),
        ],
        h.div(class_=looks.FORM_ROOT)[_writing(post)],
        _band(opening, post),
        thread.total == 0 and h.p(class_=looks.EMPTY)[looks.INVITATION],
        pinned
        and h.div(class_=looks.PINNED)[
            h.p(class_=looks.PINNED_LABEL)[icon("pin"), "Pinned"], _rows(pinned, opening, post)
        ],
        h.div(class_=looks.THREAD)[_rows(rest, opening, post)],
        thread.next_cursor and _more("More comments", _further(opening, post, thread.next_cursor)),
    ]


def _orders(opening: Opening) -> Element:
    options = (
        h.option(value=order, selected=order == opening.order)[name]
        for order, name in looks.ORDERS.items()
    )
    return h.div(class_=f"{form.SELECT_QUIET_FRAME} {looks.LIVE_ONLY}")[
        h.select(class_=form.SELECT_QUIET, aria_label="Order of the comments")[options],
        icon("chevron_down", form.SELECT_ARROW),
    ]


def _writing(post: PostView) -> Node:
    """A place as high as what the live page puts there for this reader."""
    if not post.comments_enabled:
        return h.div(class_=looks.SIGN_IN)["Comments are closed here."]
    sign_in = f"{urls.SIGN_IN}&{urls.query(next=urls.discussion(post.url))}"
    return (
        h.div(class_=f"{looks.SIGN_IN} {looks.FOR_GUESTS}")[
            h.span["Have something to add?"],
            h.a(href=sign_in, class_=button.look("secondary", "sm"))["Sign in to comment"],
        ],
        h.div(class_=looks.FOR_MEMBERS, inert=True)[_composer()],
    )


def _composer() -> Element:
    look = editor.COMPOSER
    return h.div(class_=look["form"])[
        h.div(class_=look["field_frame"])[
            h.textarea(
                class_=look["field"],
                rows="1",
                placeholder="Write a comment",
                aria_label="Your comment",
            )
        ],
        h.div(class_=look["bar"])[
            h.span(class_=look["tool"])[icon("image")],
            h.span(class_=look["end"])[h.span(class_=look["submit"], aria_disabled="true")["Send"]],
        ],
    ]


def _band(opening: Opening, post: PostView) -> Node:
    """Says that this is a part of the discussion."""
    if opening.is_lost:
        return h.p(class_=looks.BAND)[looks.LOST]
    if opening.focus is None and not opening.is_later:
        return None
    return h.p(class_=looks.BAND)[
        looks.LATER if opening.is_later else looks.PART,
        h.a(href=urls.discussion(post.url), class_=looks.BAND_LINK)[looks.WHOLE],
    ]


def _apart(opening: Opening) -> tuple[Sequence[CommentView], Sequence[CommentView]]:
    """The pinned comment with what is loaded below it, and all others."""
    items = opening.thread.items
    if opening.focus is not None or not items or not items[0].is_pinned:
        return [], items
    end = next(
        (at for at, each in enumerate(items) if at and each.depth <= items[0].depth), len(items)
    )
    return items[:end], items[end:]


def _rows(items: Sequence[CommentView], opening: Opening, post: PostView) -> Iterator[Node]:
    """The comments in walking order; behind each branch the way to what of it is not here."""
    open_branches: list[CommentView] = []
    base = items[0].depth if items else 0
    for at, comment in enumerate(items):
        yield from _ends(open_branches, comment.depth, opening, post, base)
        has_replies = at + 1 < len(items) and items[at + 1].parent_id == comment.id
        yield comment_row(
            comment,
            level=comment.depth - base,
            is_open=has_replies,
            is_focus=comment.id == opening.focus,
        )
        open_branches.append(comment)
    yield from _ends(open_branches, base, opening, post, base)


def _ends(
    branches: list[CommentView], depth: int, opening: Opening, post: PostView, base: int
) -> Iterator[Node]:
    while branches and branches[-1].depth >= depth:
        ended = branches.pop()
        if str(ended.id) in opening.thread.more:
            way = urls.comment(post.id, post.slug, ended.id)
            lines = guides(ended.depth - base + 1)
            here = sum(each.parent_id == ended.id for each in opening.thread.items)
            label = words.more_replies(ended.replies_count - here)
            yield h.div(class_=looks.MORE_PLACE)[lines, _more(label, way), h.span(hidden=True)]


def _further(opening: Opening, post: PostView, cursor: str) -> str:
    return urls.discussion(post.url, order=opening.order.value, after=cursor)


def _more(label: str, href: str) -> Element:
    return h.a(href=href, class_=looks.MORE)[icon("chevron_down"), label]
