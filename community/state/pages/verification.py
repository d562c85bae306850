"""State of the buttons that send another link to confirm the email of the viewer."""

import reflex as rx

from community.domain import accounts
from community.i18n import gettext as _
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class VerificationState(rx.State):
    """Sends the link, as the settings and the notice about the account do."""

    @rx.event
    @signed_in(limit="mail")
    async def send_link(self) -> None:
        is_sent = await run_action(accounts.request_verification)
        text = _("We've sent you a link. Check your email.")
        await show_toast(self, text if is_sent else _("Your email is confirmed"))
