from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

import reflex as rx

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.media.models import UsageFigures, build_figures, describe_unused
from community.admin.media.table import UPLOAD_LAYOUT
from community.core.errors import Invalid
from community.domain import chat, moderation, uploads
from community.i18n import formats, gettext as _, ngettext
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast


async def _remove(state: Any, upload_id: UUID, reason: str) -> bool:
    return await _remove_and_hide(state, upload_id, reason, is_use_confirmed=True)


async def _remove_if_unused(state: Any, upload_id: UUID, reason: str) -> bool:
    return await _remove_and_hide(state, upload_id, reason, is_use_confirmed=False)


async def _remove_and_hide(
    state: Any, upload_id: UUID, reason: str, *, is_use_confirmed: bool
) -> bool:
    changed = await run_action(
        uploads.remove, upload_id=upload_id, is_use_confirmed=is_use_confirmed, reason=reason
    )
    state._remove_row(str(upload_id))
    return changed


class MediaTableState(RecordActionsState, rx.State):
    """The table of images, the image in the side sheet, and the storage in use."""

    layout: ClassVar[TableLayout] = UPLOAD_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "remove": _remove,
        "remove_unused": _remove_if_unused,
    }

    record: moderation.MediaRecord | None = None
    size: str = ""  # the size of the image in the side sheet, as text
    original_size: str = ""  # the size of the uploaded file, or "" if it is unknown
    usage: UsageFigures = UsageFigures()
    # What the dialog that removes all unused images says. Empty if it is closed.
    purge_text: str = ""
    purge_error: str = ""

    @rx.event
    @admin("", limit="admin_tables")
    async def load_usage(self) -> None:
        await self._load_usage()

    @rx.event
    @admin("", limit="admin_tables")
    async def ask_to_purge(self) -> None:
        self.purge_text = describe_unused(await run_query(uploads.count_removable))
        self.purge_error = ""

    @rx.event
    @admin("")
    async def cancel_purge(self) -> None:
        self.purge_text, self.purge_error = "", ""

    @rx.event
    @admin("", limit="writes")
    async def purge(self, message: dict[str, Any]) -> None:
        try:
            reason = parse_confirmation(message).reason
        except Invalid as error:
            self.purge_error = error.message
            return
        removed = await run_action(uploads.remove_all_unused, reason=reason)
        self.purge_text = ""
        await self._show_first_page()
        await self._load_usage()
        if removed.count:
            text = ngettext("{n} image removed", "{n} images removed", removed.count)
            await show_toast(self, text)
        else:
            await show_toast(self, _("Nothing to remove"))

    async def _show_result(
        self, code: str, changed: int, errors: dict[int | str, str], *, is_bulk: bool
    ) -> None:
        await super()._show_result(code, changed, errors, is_bulk=is_bulk)
        await self._load_usage()

    async def _load_record(self, record_id: UUID) -> None:
        record = await run_query(moderation.get_media_record, upload_id=record_id)
        self.record, self.size = record, formats.format_size(record.size)
        self.original_size = (
            formats.format_size(record.original_size) if record.original_size else ""
        )

    async def _load_usage(self) -> None:
        usage = await run_query(uploads.get_usage)
        self.usage = build_figures(usage, await run_query(chat.files.get_usage))
