"""State of the toasts and of the sign-in dialog."""

import time
from typing import Annotated, Any, cast

import reflex as rx
from pydantic import Field
from reflex.event import EventSpec

from community.core.db.transient_errors import is_transient
from community.core.errors import FEATURE_REQUIRED, DomainError
from community.core.logs import get_logger
from community.core.read_models import ReadModel
from community.domain import comments, posts
from community.i18n import gettext as _
from community.reflex_adapter.events import BaseState
from community.state.runtime.offer import OfferState
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action

log = get_logger(__name__)

MAX_TOASTS = 3
# A toast is visible for the duration of its animation (`--animate-toast`). A page that is opened
# later removes the toast.
TOAST_SECONDS = 7.0
ToastId = Annotated[str, Field(max_length=20)]


class Toast(ReadModel):
    """A short message on the page. `action_label` is empty if the toast has no button."""

    id: str
    text: str
    action_label: str = ""
    tone: str = "info"


class ToastsState(rx.State):
    """The toasts and the sign-in dialog in one browser tab."""

    toasts: list[Toast] = []
    # Counts the errors. Components that show a change before the server confirms it take the change
    # back when the number changes.
    rejection_count: int = 0
    is_sign_in_open: bool = False
    is_registering: bool = False
    invitation: str = ""  # the token of the invitation in the URL, or ""
    invitation_problem: str = ""  # why that invitation cannot be used, or ""
    sign_in_problem: str = ""  # why a sign-in with another service failed, or ""
    next_url: str = ""  # the URL that the browser opens after the user has signed in
    # The id of the last toast whose "Undo" button the user clicked. `assets/ui/after_undo.js` reads
    # this id.
    last_undone_id: str = ""
    _last_id: int = 0
    _undoable: dict[str, tuple[str, int]] = {}
    _shown_at: dict[str, float] = {}

    def _show_toast(
        self, text: str, tone: str = "info", *, undo_kind: str = "", undo_id: int = 0
    ) -> None:
        """Show a toast.

        If `undo_kind` is set, the toast has an "Undo" button. The button restores the deleted
        comment or post with the id `undo_id`.
        """
        self._last_id += 1
        toast = Toast(
            id=str(self._last_id),
            text=text,
            tone=tone,
            action_label=_("Undo") if undo_kind else "",
        )
        self.toasts = [*self.toasts, toast][-MAX_TOASTS:]
        if undo_kind:
            self._undoable[toast.id] = (undo_kind, undo_id)
            shown = {toast.id for toast in self.toasts}
            self._undoable = {
                toast_id: target for toast_id, target in self._undoable.items() if toast_id in shown
            }
        self._shown_at = {
            toast.id: self._shown_at.get(toast.id, time.time()) for toast in self.toasts
        }

    def _remove_expired_toasts(self) -> None:
        """Remove toasts older than `TOAST_SECONDS`, so that the next page does not show them."""
        since = time.time() - TOAST_SECONDS
        visible = [toast for toast in self.toasts if self._shown_at.get(toast.id, 0) > since]
        if len(visible) < len(self.toasts):
            self.toasts = visible

    def _show_error(self, error: DomainError) -> None:
        if error.code == "unauthenticated":
            self.is_sign_in_open = True
        else:
            self._show_toast(error.message, "danger")

    @rx.event
    @public()
    async def dismiss(self, toast_id: ToastId) -> None:
        self._undoable.pop(toast_id, None)
        self.toasts = [toast for toast in self.toasts if toast.id != toast_id]

    @rx.event
    @signed_in(limit="writes")
    async def undo(self, toast_id: ToastId) -> None:
        self.toasts = [toast for toast in self.toasts if toast.id != toast_id]
        undoable = self._undoable.pop(toast_id, None)
        if undoable is None:
            return
        kind, target_id = undoable
        if kind == "comment":
            await run_action(comments.restore, comment_id=target_id)
        else:
            await run_action(posts.restore, post_id=target_id)
        self.last_undone_id = toast_id

    @rx.event
    @public()
    async def show_failure(self) -> None:
        self.rejection_count += 1
        self._show_toast(_("Something went wrong. Try again."), "danger")

    @rx.event
    @public()
    async def open_sign_in_dialog(self) -> None:
        self.is_sign_in_open, self.is_registering = True, False

    @rx.event
    @public()
    async def open_registration_dialog(self) -> None:
        self.is_sign_in_open, self.is_registering = True, True

    @rx.event
    @public()
    async def toggle_registration_form(self) -> None:
        self.is_registering = not self.is_registering

    @rx.event
    @public()
    async def close_sign_in_dialog(self) -> None:
        self.is_sign_in_open, self.sign_in_problem = False, ""


async def show_toast(state: rx.State, text: str, *, undo_kind: str = "", undo_id: int = 0) -> None:
    """Show a toast from a handler of another State. The arguments are those of `_show_toast`."""
    toasts = await state.get_state(ToastsState)
    toasts._show_toast(text, undo_kind=undo_kind, undo_id=undo_id)


def report_failure(exception: Exception) -> EventSpec:
    """Log an error that is not a `DomainError`, and tell the user that the event failed."""
    if is_transient(exception):
        log.error("service_unavailable", error=f"{type(exception).__name__}: {exception}")
    else:
        log.error("event_failed", exc_info=exception)
    show_failure: Any = ToastsState.show_failure
    return cast("EventSpec", show_failure())


async def show_error(state: BaseState, error: DomainError) -> None:
    """Show the error of a handler: as a toast, or in the dialog that solves it."""
    toasts = await state.get_state(ToastsState)
    toasts.rejection_count += 1
    if error.code == FEATURE_REQUIRED:
        offer = await state.get_state(OfferState)
        if await offer._show_for_error(error):
            return
    toasts._show_error(error)
