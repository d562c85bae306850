"""The live updates of open tables in the Admin Panel."""

from collections.abc import Callable
from typing import Any

from community.admin.blocks.table.state import find_state
from community.realtime import messages
from community.state.runtime import open_tabs


async def reload_changed_record(message: messages.AdminRecordChanged) -> None:
    await _trigger(message, lambda state: state.reload_record(message.record_id))


async def reload_changed_table(message: messages.AdminTableChanged) -> None:
    """Show the first page of a changed table again."""
    await _trigger(message, lambda state: state.refresh)


async def show_progress(message: messages.BulkActProgressed) -> None:
    await _trigger(message, lambda state: state.reload_bulk_act)


async def _trigger(
    message: messages.AdminRecordChanged | messages.AdminTableChanged | messages.BulkActProgressed,
    build_event: Callable[[Any], Any],
) -> None:
    """Call an event handler in the open tables whose viewers may still read them."""
    state: Any = find_state(message.table)
    if state is None:
        return
    tabs_by_viewer = await open_tabs.group_by_viewer(message.topic)
    for viewer, tabs in tabs_by_viewer.items():
        if viewer.has_section(state.table.section):
            open_tabs.trigger(build_event(state), tabs)
