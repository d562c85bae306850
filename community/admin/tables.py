"""The tables of the Admin Panel: their States, CSV files and live updates."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from community.admin.audit_log.state import AuditLogState
from community.admin.blocks.table.csv_files import iter_csv
from community.admin.blocks.table.state import TableState
from community.admin.comments import CommentTableState
from community.admin.communities import CommunityTableState
from community.admin.invitations import InvitationsState
from community.admin.jobs import JobsState
from community.admin.mail import MailsState
from community.admin.media.state import MediaTableState
from community.admin.posts import PostTableState
from community.admin.reports.state import ReportTableState
from community.admin.subscription_invoices import InvoiceTableState
from community.admin.subscription_payments.state import PaymentsState
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.admin.users.state import UsersState
from community.api.routes.admin.tables import TableFile, build_router
from community.realtime import messages
from community.state.runtime import open_tabs

# To add a table, add its State here.
TABLE_STATES: Final[tuple[type[TableState], ...]] = (
    UsersState,
    InvitationsState,
    AuditLogState,
    JobsState,
    MailsState,
    PostTableState,
    CommentTableState,
    CommunityTableState,
    ReportTableState,
    MediaTableState,
    UserSubscriptionsState,
    PaymentsState,
    InvoiceTableState,
)
STATES_BY_TABLE: Final = {state.table.code: state for state in TABLE_STATES}

csv_router = build_router(
    TableFile(layout.table, [column.code for column in layout.columns], partial(iter_csv, layout))
    for layout in (state.layout for state in TABLE_STATES)
)


async def reload_changed_record(message: messages.AdminRecordChanged) -> None:
    await _trigger(
        message, lambda state: state.reload_record(message.record_id, list(message.parts))
    )


async def reload_changed_table(message: messages.AdminTableChanged) -> None:
    """Show the first page of a changed table again."""
    await _trigger(message, lambda state: state.refresh)


async def show_progress(message: messages.BulkActionProgressed) -> None:
    await _trigger(message, lambda state: state.reload_bulk_action)


async def _trigger(
    message: messages.AdminRecordChanged
    | messages.AdminTableChanged
    | messages.BulkActionProgressed,
    build_event: Callable[[Any], Any],
) -> None:
    """Call an event handler in the open tables whose viewers may still read them."""
    state = STATES_BY_TABLE.get(message.table)
    if state is None:
        return
    tabs_by_viewer = await open_tabs.group_by_viewer(message.topic)
    for viewer, tabs in tabs_by_viewer.items():
        if viewer.has_section(state.table.section):
            open_tabs.trigger(build_event(state), tabs)
