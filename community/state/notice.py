"""What the site says in passing: toasts, and the sign-in dialog where an account is needed."""

import time
from typing import Annotated

import reflex as rx
from pydantic import Field

from community.core.errors import Refusal
from community.core.views import View
from community.state import undo
from community.state.policy import public, refusals_are_told_by, signed_in

SHOWN_AT_ONCE = 3
# As long as its animation (`--animate-toast`); a page that is opened later does not show it again.
SHOWN_SECONDS = 7.0
ToastId = Annotated[str, Field(max_length=20)]


class Toast(View):
    """A sentence that goes away by itself; `act` names what can still be undone."""

    id: str
    text: str
    act: str = ""
    tone: str = "info"


class Notice(rx.State):
    """Sentences for the person at this tab. `undone` is the last toast whose act was taken back."""

    toasts: list[Toast] = []
    wants_sign_in: bool = False
    wants_to_join: bool = False
    leads_to: str = ""
    undone: str = ""
    _last: int = 0
    _undoable: dict[str, tuple[str, int]] = {}
    _said_at: dict[str, float] = {}

    def _say(self, text: str, tone: str = "info", *, undo_kind: str = "", undo_id: int = 0) -> None:
        """Show a toast; with `undo_kind` (see `state/undo.py`) it offers to take that back."""
        self._last += 1
        toast = Toast(id=str(self._last), text=text, tone=tone, act="Undo" if undo_kind else "")
        if undo_kind:
            self._undoable[toast.id] = (undo_kind, undo_id)
        self.toasts = [*self.toasts, toast][-SHOWN_AT_ONCE:]
        self._said_at = {each.id: self._said_at.get(each.id, time.time()) for each in self.toasts}

    def _forget_old(self) -> None:
        """Another page is opened: what was said long enough is not said there again."""
        since = time.time() - SHOWN_SECONDS
        heard = [each for each in self.toasts if self._said_at.get(each.id, 0) > since]
        if len(heard) < len(self.toasts):
            self.toasts = heard

    def _refuse(self, refusal: Refusal) -> None:
        if refusal.code == "unauthenticated":
            self.wants_sign_in = True
        else:
            self._say(refusal.sentence, "danger")

    @rx.event
    @public()
    async def dismiss(self, toast_id: ToastId) -> None:
        """Take one toast away."""
        self._undoable.pop(toast_id, None)
        self.toasts = [each for each in self.toasts if each.id != toast_id]

    @rx.event
    @signed_in(limit="writes")
    async def act(self, toast_id: ToastId) -> None:
        """Undo what a toast told of, if it still can be."""
        self.toasts = [each for each in self.toasts if each.id != toast_id]
        undoable = self._undoable.pop(toast_id, None)
        if undoable is not None:
            await undo.take_back(*undoable)
            self.undone = toast_id

    @rx.event
    @public()
    async def ask_to_sign_in(self) -> None:
        """Open the sign-in dialog."""
        self.wants_sign_in = True

    @rx.event
    @public()
    async def turn_around(self) -> None:
        """Join instead of signing in, or the other way round."""
        self.wants_to_join = not self.wants_to_join

    @rx.event
    @public()
    async def stay_guest(self) -> None:
        """Close the sign-in dialog."""
        self.wants_sign_in = False


async def _tell(state: rx.State, refusal: Refusal) -> None:
    (await state.get_state(Notice))._refuse(refusal)


refusals_are_told_by(_tell)
