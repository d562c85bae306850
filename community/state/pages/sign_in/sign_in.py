"""State of the pages for links in mails, new identities and the confirmation of an email."""

import reflex as rx

from community import urls
from community.core.db.sessions import read_session
from community.domain import accounts, identity
from community.domain.accounts import provider_registration
from community.i18n import gettext as _
from community.state.pages.sign_in import link_content
from community.state.runtime import location, request_context, toasts
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action


class FinishSignInState(rx.State):
    """The content of the page, which depends on the cookie of the callback."""

    content: provider_registration.FinishPage | None = None
    # Where the user gets after they have connected the service. Empty before.
    connected_url: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        self.connected_url = ""
        async with read_session() as session:
            self.content = await accounts.provider_registration.get_finish_page(
                session, request_context.get_actor(), request_context.get_pending_identity()
            )

    @rx.event
    @signed_in(limit="writes")
    async def connect(self) -> None:
        pending = identity.providers.read_pending_token(request_context.get_pending_identity())
        await run_action(identity.providers.connect, pending=pending)
        self.connected_url = pending.next_path or urls.SIGN_IN_SETTINGS


class LinkPageState(rx.State):
    """The content of the page at `path`."""

    path: str = ""
    content: link_content.LinkPage | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        path = location.get_path(self)
        page_path = path.rstrip("/")
        if (
            page_path not in link_content.LINK_PAGES
        ):  # A client can send the event while it shows another page.
            return
        params = {
            param: value
            for param in link_content.LINK_PAGE_PARAMS
            if (value := location.get_query_param(self, param))
        }
        async with read_session() as session:
            actor = request_context.get_actor()
            self.content = await link_content.get_link_page(session, actor, page_path, params)
        self.path = path


class VerificationState(rx.State):
    """Sends the link, as the settings and the notice about the account do."""

    @rx.event
    @signed_in(limit="mail")
    async def send_link(self) -> None:
        is_sent = await run_action(accounts.request_verification)
        text = _("We've sent you a link. Check your email.")
        await toasts.show_toast(self, text if is_sent else _("Your email is confirmed"))
