"""State of the settings section with which users download their data."""

import reflex as rx

from community import urls
from community.domain import data_export
from community.domain.data_export import DataExportView, ExportStatus
from community.i18n import gettext as _
from community.i18n.formats import format_full_time, format_size
from community.realtime import messages, subscriptions
from community.state.runtime import open_tabs
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.live_updates import on_message
from community.state.runtime.policy import signed_in


class DataExportState(rx.State):
    """The archive with the viewer's data, and whether they may request a new one.

    Attributes:
        status: A member of `ExportStatus`.
        available: The size of the archive, and until when it can be downloaded, or empty.
        next_request: When a new archive can be requested, or empty.
    """

    status: str = ExportStatus.NONE.value
    available: str = ""
    download_url: str = ""
    next_request: str = ""
    can_request: bool = False

    @rx.event
    @signed_in(limit="mail")
    async def request_archive(self) -> None:
        """Request an archive, after the user has confirmed their identity."""
        self._set_view(await run_action(data_export.request))

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        """Reload the status. The server triggers this event when it changes."""
        self._set_view(await run_query(data_export.get_status))

    def _set_view(self, view: DataExportView) -> None:
        self.status, self.can_request = view.status.value, view.can_request
        self.available = self.next_request = ""
        self.download_url = view.download_url or urls.DATA_EXPORT
        if view.size is not None and view.expires_at is not None:
            self.available = _(
                "{size}, available until {time}",
                size=format_size(view.size),
                time=format_full_time(view.expires_at),
            )
        if view.available_at is not None and view.status != ExportStatus.PREPARING:
            self.next_request = _(
                "You can request a new archive from {time}.",
                time=format_full_time(view.available_at),
            )


@on_message(messages.DataExportChanged)
async def refresh_data_export(message: messages.DataExportChanged) -> None:
    """Reload the status in the tabs in which the user has opened the settings."""
    tabs = subscriptions.get_subscribed_tabs(message.topic)
    open_tabs.trigger(DataExportState.refresh, tabs)
