"""Settings of the account: its email, the archive with the data of the user, and the deletion."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.errors import DomainError
from community.domain import account_deletion, accounts, data_export
from community.i18n import formats, gettext as _
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action, run_query


class AccountDeletionState(rx.State):
    """The dialog, whose form is sent over HTTP, because the response ends the session."""

    is_open: bool = False
    # The date until which an account that is deleted now can be restored
    restorable_until: str = ""
    obstacle: str = ""  # why the account cannot be deleted, or empty
    lost_credit: str = ""  # what the user has paid and not used, as text, or empty

    @rx.event
    @signed_in()
    async def open_dialog(self) -> None:
        """Open the dialog, after the user has confirmed their identity."""
        self._set_terms(await run_query(account_deletion.get_terms))
        if self.obstacle:
            return
        accounts.deletions.ensure_may_delete(request_context.get_actor())
        self.is_open = True

    @rx.event
    @signed_in()
    async def close_dialog(self) -> None:
        self.is_open = False

    def _set_terms(self, terms: accounts.DeletionTerms) -> None:
        self.is_open = False
        self.restorable_until = formats.format_full_date(terms.restorable_until)
        self.obstacle = terms.obstacle
        self.lost_credit = terms.lost_credit


class DataExportState(rx.State):
    """The archive with the viewer's data, and whether they may request a new one."""

    status: str = data_export.ExportStatus.NONE.value  # a member of `ExportStatus`
    available: str = ""  # the size of the archive, and until when it can be downloaded, or empty
    download_url: str = ""
    next_request: str = ""  # when a new archive can be requested, or empty
    can_request: bool = False

    @rx.event
    @signed_in(limit="mail")
    async def request_archive(self) -> None:
        """Request an archive, after the user has confirmed their identity."""
        self._set_view(await run_action(data_export.request))

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        self._set_view(await run_query(data_export.get_status))

    def _set_view(self, view: data_export.DataExportView) -> None:
        self.status, self.can_request = view.status.value, view.can_request
        self.available = self.next_request = ""
        self.download_url = view.download_url or urls.DATA_EXPORT
        if view.size is not None and view.expires_at is not None:
            self.available = _(
                "{size}, available until {time}",
                size=formats.format_size(view.size),
                time=formats.format_full_time(view.expires_at),
            )
        if view.available_at is not None and view.status != data_export.ExportStatus.PREPARING:
            self.next_request = _(
                "You can request a new archive from {time}.",
                time=formats.format_full_time(view.available_at),
            )


class EmailFormData(BaseModel):
    email: str = Field("", max_length=100_000)


class EmailState(rx.State):
    """The email, and the change that waits for confirmations."""

    email: str = ""
    is_verified: bool = False
    is_undeliverable: bool = False
    pending: accounts.PendingEmailChange | None = None
    errors: dict[str, str] = {}  # maps field names to error messages
    save_count: int = 0  # counts the requested changes

    @rx.event
    @signed_in(limit="mail")
    async def request_change(self, message: dict[str, Any]) -> None:
        email, self.errors = forms.parse(EmailFormData, message).email, {}
        try:
            self.pending = await run_action(accounts.email_changes.request_change, email=email)
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self.save_count += 1

    @rx.event
    @signed_in(limit="mail")
    async def resend(self) -> None:
        self.pending = await run_action(accounts.email_changes.resend)
        await toasts.show_toast(self, _("New links are on their way"))

    @rx.event
    @signed_in(limit="writes")
    async def cancel(self) -> None:
        await run_action(accounts.email_changes.cancel)
        self.pending = None

    def _set_email(self, email: accounts.AccountEmail) -> None:
        self.email, self.is_verified, self.pending = email.email, email.is_verified, email.pending
        self.is_undeliverable = email.is_undeliverable
