from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import reflex as rx

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.comments.table import COMMENT_LAYOUT
from community.domain import comments
from community.state.runtime.request_context import run_action, run_query


async def _moderate(
    state: "CommentTableState",
    comment_id: int,
    reason: str,
    *,
    status: comments.ModerationStatus,
    expected_status: comments.ModerationStatus | None = None,
) -> bool:
    return await run_action(
        comments.moderate,
        comment_id=comment_id,
        status=status,
        reason=reason,
        expected_status=expected_status,
        base_version=state._get_version(comment_id),
    )


class CommentTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = COMMENT_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "approve": partial(_moderate, status="published", expected_status="on_moderation"),
        "hide": partial(_moderate, status="on_moderation", expected_status="published"),
        "delete": partial(_moderate, status="deleted"),
        "restore": partial(_moderate, status="published", expected_status="deleted"),
    }

    record: comments.CommentRecord | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(comments.get_comment_record, record_id)

    def _get_version(self, comment_id: int) -> int | None:
        """Return the version of the comment in the side sheet, which the viewer has read."""
        if self.record is None or self.record_id != comment_id:
            return None
        return self.record.comment.version
