"""Builds the rows of a server-rendered discussion.

`assets/ui/discussion/rows.js` builds the same rows in the browser.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from community.components.comments.rows import DiscussionView, Row
from community.domain.comments import ThreadPage
from community.domain.comments.schemas import CommentView
from community.domain.posts.schemas import ArticleView
from community.styles.comment import MAX_THREAD_LINES


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
    """Return the pinned comment with its replies, and the other comments."""
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
