from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.posts.table import POST_LAYOUT
from community.core.errors import DomainError
from community.domain import communities, posts
from community.i18n import gettext as _
from community.state.runtime import forms, toasts
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query


class MoveForm(BaseModel):
    community: Annotated[str, Field(max_length=100)] = ""


async def _unpublish(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.unpublish, post_id=post_id, reason=reason)


async def _moderate(
    state: "PostTableState", post_id: int, reason: str, *, status: posts.ModeratedPostStatus
) -> bool:
    return await run_action(
        posts.moderate,
        post_id=post_id,
        status=status,
        reason=reason,
        base_version=state._get_version(post_id),
    )


async def _publish(_state: Any, post_id: int, reason: str) -> bool:
    await run_action(posts.publish, post_id=post_id, reason=reason)
    return True


async def _delete(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.delete, post_id=post_id, reason=reason)


async def _restore(_state: Any, post_id: int, reason: str) -> bool:
    return await run_action(posts.restore, post_id=post_id, reason=reason)


class PostTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = POST_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "approve": partial(_moderate, status="published"),
        "reject": partial(_moderate, status="unpublished"),
        "hide": _unpublish,
        "publish": _publish,
        "delete": _delete,
        "restore": _restore,
    }

    record: posts.PostRecord | None = None
    move_error: str = ""  # the error message of the form that moves the post to another community

    async def _load_record(self, record_id: int) -> None:
        self.record, self.move_error = await run_query(posts.get_post_record, record_id), ""

    def _get_version(self, post_id: int) -> int | None:
        """Return the version of the post in the side sheet, which the viewer has read."""
        if self.record is None or self.record_id != post_id:
            return None
        return self.record.version

    @rx.event
    @admin("posts", limit="writes")
    async def move(self, message: dict[str, Any]) -> None:
        """Move the post in the side sheet to the community with the entered web address."""
        slug = forms.parse(MoveForm, message).community.strip().removeprefix("/c/")
        post_id = self.record_id
        try:
            community_id = (
                (await run_query(communities.get_view_by_slug, slug)).id if slug else None
            )
            await run_action(posts.edit, post_id=post_id, community_id=community_id)
        except DomainError as error:
            self.move_error = error.message
            return
        await self._open(post_id)
        await toasts.show_toast(self, _("Post moved"))
