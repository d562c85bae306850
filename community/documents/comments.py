"""A discussion as HTML."""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.documents.parts import face, icon, reactions, time
from community.domain.comments.schemas import CommentView, Thread
from community.looks import button, words
from community.looks import comment as looks


def discussion(thread: Thread) -> Element:
    """The section under a post: heading, and the first page of the thread."""
    pinned, rest = _apart(thread.items)
    return h.section(id="comments", class_=looks.SECTION)[
        h.div(class_=looks.HEADING)[
            h.h2(class_=looks.TITLE)[
                "Discussion ", h.span(class_=looks.TITLE_COUNT)[words.short_count(thread.total)]
            ],
        ],
        pinned
        and h.div(class_=looks.PINNED)[
            h.p(class_=looks.PINNED_LABEL)[icon("pin"), "Pinned"], (_row(each) for each in pinned)
        ],
        h.div(class_=looks.THREAD)[(_row(each) for each in rest)],
        thread.next_cursor and h.p(class_=looks.MORE)["More comments"],
    ]


def _apart(items: list[CommentView]) -> tuple[list[CommentView], list[CommentView]]:
    """The pinned comment with what is loaded below it, and all others."""
    branch = next((each.id for each in items[:1] if each.is_pinned), None)
    if branch is None:
        return [], items
    end = next((at for at, each in enumerate(items) if at and each.depth <= items[0].depth), len(items))
    return items[:end], items[end:]


def _row(comment: CommentView) -> Element:
    return h.article(id=f"comment-{comment.id}", class_=looks.ROW)[
        (h.span(class_=looks.GUIDE) for _ in range(min(comment.depth, looks.MAX_GUIDES))),
        h.div(class_=looks.SPINE)[
            face(comment.author) if comment.author else h.span(class_=looks.STUB_FACE),
            comment.replies_count > 0 and h.span(class_=looks.SPINE_LINE),
        ],
        h.div(class_=looks.MAIN)[_words(comment)],
    ]


def _words(comment: CommentView) -> Node:
    if comment.author is None:
        return h.p(class_=looks.STUB)[looks.STUB_TEXTS[comment.moderation_status]]
    return (
        h.div(class_=looks.HEAD)[
            h.a(href=urls.profile(comment.author.slug), class_=looks.AUTHOR)[comment.author.name],
            comment.is_by_post_author and h.span(class_=looks.BY_AUTHOR)["author"],
            comment.answers
            and h.span(class_=looks.ANSWERS)[icon("reply", looks.ANSWERS_ICON), comment.answers],
            h.a(href=comment.url, class_=looks.WHEN)[time(comment.created_at)],
            comment.edited_at and h.span["edited"],
        ],
        h.div(class_=looks.TEXT)[Markup(comment.html)],
        comment.media
        and h.div(class_=looks.MEDIA_ONE if len(comment.media) == 1 else looks.MEDIA)[
            (
                h.img(
                    src=each.url,
                    alt=each.alt,
                    width=each.width,
                    height=each.height,
                    loading="lazy",
                    class_=looks.MEDIA_PICTURE,
                )
                for each in comment.media
            )
        ],
        h.div(class_=looks.ACTIONS)[
            reactions(comment.reactions, small=True), h.span(class_=button.TEXT)["Reply"]
        ],
    )


