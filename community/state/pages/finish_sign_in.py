"""State of the page that finishes the first sign-in with another service."""

import reflex as rx

from community import urls
from community.core.db.sessions import read_session
from community.domain.accounts import provider_registration
from community.domain.accounts.provider_registration import FinishPage
from community.domain.identity import providers
from community.state.runtime import request_context
from community.state.runtime.actions import run_action
from community.state.runtime.policy import public, signed_in


class FinishSignInState(rx.State):
    """The content of the page, which depends on the cookie of the callback.

    Attributes:
        connected_url: Where the user gets after they have connected the service. Empty before.
    """

    content: FinishPage | None = None
    connected_url: str = ""

    @rx.event
    @public()
    async def load(self) -> None:
        self.connected_url = ""
        async with read_session() as session:
            self.content = await provider_registration.get_finish_page(
                session, request_context.get_actor(), request_context.get_pending_identity()
            )

    @rx.event
    @signed_in(limit="writes")
    async def connect(self) -> None:
        pending = providers.read_pending_token(request_context.get_pending_identity())
        await run_action(providers.connect, pending=pending)
        self.connected_url = pending.next_path or urls.SIGN_IN_SETTINGS
