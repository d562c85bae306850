"""Server-rendered discussions below posts, and their rows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import count
from operator import attrgetter
from typing import Any

from community import urls
from community.components import ui
from community.components.advertisements import advertisement_place
from community.components.comments import section, texts
from community.components.comments.comment_row import comment_row, load_more_label, load_more_row
from community.components.comments.rows import DiscussionView, Row, RowControls
from community.core import clock
from community.domain.comments import ThreadPage
from community.domain.comments.schemas import CommentView
from community.domain.posts.schemas import ArticleView
from community.i18n import formats, gettext as _
from community.rendering import HtmlCache, Node, el, group
from community.styles import comment as styles, editor
from community.styles.comment import MAX_THREAD_LINES

# Enough for about 2,000 comments.
_MAX_CACHED_BYTES = 8 * 1024 * 1024
_MAX_DIGESTS = 2_000

_ROW_CONTROLS = RowControls()
_get_context = attrgetter(
    *(
        field.name
        for field in fields(Row)
        if field.name not in ("comment", "ancestor_ids", "root_number")
    )
)
_rows = HtmlCache[CommentView](CommentView, _MAX_CACHED_BYTES, max_digests=_MAX_DIGESTS)


def render_discussion(page: ThreadPage, post: ArticleView) -> Node:
    return section.discussion_section(
        build_discussion_view(page, post), post.url, _LinkControls(page, post)
    )


class _LinkControls(section.DiscussionControls):
    """Links that work without scripts, and forms that the browser replaces by live ones."""

    def __init__(self, page: ThreadPage, post: ArticleView) -> None:
        self._page, self._post = page, post

    def row(self, row: Row) -> Node:
        if row.kind == "comment":
            age = formats.format_relative_time(row.comment.created_at, clock.now())
            html = _rows.get(
                row.comment,
                *_get_context(row),
                *row.ancestor_ids,
                age,
                render=lambda: comment_row(row, _ROW_CONTROLS),
            )
            return group(advertisement_place("comments"), html) if row.root_number > 1 else html
        href = urls.comment(self._post.id, self._post.slug, row.parent_id)
        link = _more_link(load_more_label(row.remaining_count), href)
        return load_more_row(row, _ROW_CONTROLS, link)

    def sort_select(self, order: str, attributes: dict[str, Any]) -> Node:
        labels = texts.sort_order_labels()
        options = [
            el.option(label, value=value, selected=value == order)
            for value, label in labels.items()
        ]
        return el.select(options, **attributes)

    def comment_form(self) -> Node:
        """Return the sign-in prompt for guests and a placeholder of the form for members.

        The page is cached for both, so the layout of the viewer hides one of them.
        """
        if not self._post.comments_enabled:
            return section.closed_notice()
        href = urls.sign_in(urls.discussion(self._post.url))
        button = ui.link_button(_("Sign in to comment"), href=href, size="sm")
        return group(
            section.sign_in_prompt(button, styles.GUESTS_ONLY),
            el.div(_composer_placeholder(), class_name=styles.MEMBERS_ONLY, inert=True),
        )

    def load_more_link(self, view: DiscussionView, label: Node) -> Node:
        href = urls.discussion(self._post.url, order=view.order, after=view.next_cursor)
        return _more_link(label, href)


def _more_link(label: Node, href: str) -> Node:
    return el.a(label, href=href, class_name=styles.MORE_LINK)


def _composer_placeholder() -> Node:
    """Return an empty comment form with the same height as that of live pages."""
    classes = editor.COMPOSER
    field = el.textarea(
        class_name=classes["field"],
        rows="1",
        dir="auto",
        placeholder=_("Write a comment"),
        aria_label=_("Your comment"),
    )
    return el.div(
        el.div(field, class_name=classes["field_frame"]),
        el.div(
            el.span(ui.icon("image"), class_name=classes["toolbar_button"]),
            el.span(
                el.span(_("Send"), class_name=classes["submit"], aria_disabled="true"),
                class_name=classes["end"],
            ),
            class_name=classes["bar"],
        ),
        class_name=classes["form"],
    )


def build_discussion_view(page: ThreadPage, post: ArticleView) -> DiscussionView:
    pinned, others = _split_pinned(page)
    builder = _RowBuilder(page, "form" if post.comments_enabled else "")
    return DiscussionView(
        pinned_rows=_count_ended_branches(list(builder.build_rows(pinned))),
        thread_rows=_number_roots(_count_ended_branches(list(builder.build_rows(others)))),
        total=page.thread.total,
        next_cursor=page.thread.next_cursor or "",
        order=page.order.value,
        focus_id=page.focus_id or 0,
        is_focus_missing=page.is_focus_missing,
        is_continuation=page.is_continuation,
    )


def _split_pinned(page: ThreadPage) -> tuple[Sequence[CommentView], Sequence[CommentView]]:
    items = page.thread.items
    if page.focus_id is not None or not items or not items[0].is_pinned:
        return [], items
    pinned_depth = items[0].depth
    end = next(
        (index for index, item in enumerate(items) if index and item.depth <= pinned_depth),
        len(items),
    )
    return items[:end], items[end:]


def _count_ended_branches(rows: Sequence[Row]) -> list[Row]:
    next_levels = [*(row.level for row in rows[1:]), 0]
    # Copying a row takes as long as building it, and most rows end no branch.
    return [
        replace(row, ended_count=row.level - next_level) if row.level > next_level else row
        for row, next_level in zip(rows, next_levels, strict=False)
    ]


def _number_roots(rows: Sequence[Row]) -> list[Row]:
    numbers = count(1)
    return [
        replace(row, root_number=next(numbers)) if row.kind == "comment" and not row.level else row
        for row in rows
    ]


class _RowBuilder:
    def __init__(self, page: ThreadPage, reply_action: str) -> None:
        self._page = page
        self._reply_action = reply_action
        self._loaded_replies = Counter(comment.parent_id for comment in page.thread.items)

    def build_rows(self, comments: Sequence[CommentView]) -> Iterator[Row]:
        """Yield the rows of comments that are in depth-first order.

        If some replies to a comment are not loaded, the row with the link to them follows the
        loaded replies.
        """
        path: list[CommentView] = []
        for index, comment in enumerate(comments):
            yield from self._leave_branches(path, comment.depth)
            has_replies = index + 1 < len(comments) and comments[index + 1].parent_id == comment.id
            yield self._build_comment_row(comment, path, is_expanded=has_replies)
            path.append(comment)
        yield from self._leave_branches(path, 0)

    def _leave_branches(self, path: list[CommentView], depth: int) -> Iterator[Row]:
        """Remove the comments from the end of `path` that are not ancestors of a row at `depth`."""
        while path and path[-1].depth >= depth:
            comment = path[-1]
            if str(comment.id) in self._page.thread.more:
                yield Row(
                    kind="more",
                    key=f"more-{comment.id}",
                    comment=comment,
                    parent_id=comment.id,
                    ancestor_ids=_get_ids(path),
                    level=len(path),
                    remaining_count=comment.replies_count - self._loaded_replies[comment.id],
                )
            path.pop()

    def _build_comment_row(
        self, comment: CommentView, path: Sequence[CommentView], *, is_expanded: bool
    ) -> Row:
        return Row(
            kind="comment",
            key=f"comment-{comment.id}",
            comment=comment,
            parent_id=comment.parent_id or 0,
            ancestor_ids=_get_ids(path),
            level=len(path),
            is_expanded=is_expanded,
            is_targeted=comment.id == self._page.focus_id,
            reply_action=self._reply_action,
        )


def _get_ids(path: Sequence[CommentView]) -> list[int]:
    return [comment.id for comment in path[-MAX_THREAD_LINES:]]
