"""State of the section that closes or reopens the community in the form."""

from typing import Any

import reflex as rx

from community.core.errors import Invalid
from community.domain import communities
from community.i18n import gettext as _
from community.state.pages.community_form import CommunityFormState
from community.state.runtime import forms
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import ConfirmationData
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class CommunityClosingState(rx.State):
    """The dialog that asks whether to close the community, and the error below its input."""

    is_dialog_open: bool = False
    error: str = ""

    @rx.event
    @signed_in()
    async def show_dialog(self, is_open: bool) -> None:
        self.is_dialog_open, self.error = is_open, ""

    @rx.event
    @signed_in(limit="writes")
    async def close(self, message: dict[str, Any]) -> None:
        """Close the community in the form, if the user typed its name."""
        typed = forms.parse(ConfirmationData, message).confirmation
        form = await self.get_state(CommunityFormState)
        if form.community is None:
            return
        try:
            forms.ensure_name_confirmed(typed, form.community.name)
        except Invalid as error:
            self.error = error.message
            return
        self.is_dialog_open = False
        await run_action(communities.close, community_id=form.community.id)
        form.community = await run_query(communities.get_view, form.community.id)
        await show_toast(self, _("Community closed"))

    @rx.event
    @signed_in(limit="writes")
    async def reopen(self) -> None:
        form = await self.get_state(CommunityFormState)
        if form.community is None:
            return
        await run_action(communities.reopen, community_id=form.community.id)
        form.community = await run_query(communities.get_view, form.community.id)
        await show_toast(self, _("Community reopened"))
