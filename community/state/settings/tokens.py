"""State of the settings section that lists personal access tokens.

Tokens are created with an HTTP request instead of an event, so that no State contains a secret.
"""

from collections.abc import Sequence

import reflex as rx

from community.core.database import read_session, unit_of_work
from community.core.read_models import ReadModel, Timestamp
from community.domain import accounts
from community.domain.accounts import Token
from community.i18n import gettext as _
from community.i18n import pgettext
from community.i18n.formats import format_full_date
from community.state import request_context
from community.state.forms import IdOrZero
from community.state.policy import signed_in
from community.state.toasts import ToastsState


class TokenRow(ReadModel):
    """A row of the list of personal access tokens."""

    id: int
    name: str
    scopes_text: str
    created_at: Timestamp
    last_used_at: Timestamp | None
    expiry_text: str


class TokensState(rx.State):
    """The active tokens, newest first.

    Attributes:
        revoke_target_id: The id of the token in the dialog that asks whether to revoke a token. 0
            if the dialog is closed.
    """

    tokens: list[TokenRow] = []
    revoke_target_id: int = 0
    revoke_target_name: str = ""

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        """Reload the list. The browser sends this event after it has created a token."""
        async with read_session() as session:
            self._set_tokens(await accounts.list_tokens(session, request_context.get_actor()))

    @rx.event
    @signed_in()
    async def show_revoke_dialog(self, token_id: IdOrZero) -> None:
        """Ask whether to revoke a token. `token_id=0` closes the dialog."""
        names = {row.id: row.name for row in self.tokens}
        self.revoke_target_id = token_id if token_id in names else 0
        self.revoke_target_name = names.get(token_id, self.revoke_target_name)

    @rx.event
    @signed_in(limit="writes")
    async def revoke(self) -> None:
        """Revoke the token that the open dialog shows."""
        token_id, self.revoke_target_id = self.revoke_target_id, 0
        actor = request_context.get_actor()
        async with unit_of_work() as session:
            await accounts.revoke_token(session, actor, token_id=token_id)
            self._set_tokens(await accounts.list_tokens(session, actor))
        (await self.get_state(ToastsState))._show_toast(
            _("Token “{name}” revoked", name=self.revoke_target_name)
        )

    def _set_tokens(self, tokens: list[Token]) -> None:
        self.tokens = [_build_token_row(token) for token in tokens]


def _build_token_row(token: Token) -> TokenRow:
    return TokenRow(
        id=token.id,
        name=token.name,
        scopes_text=_format_scopes(token.scopes),
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        expiry_text=_("Expires on {date}", date=format_full_date(token.expires_at))
        if token.expires_at
        else _("No expiry"),
    )


def _format_scopes(scopes: Sequence[str]) -> str:
    texts = {
        ("read",): pgettext("token", "Read"),
        ("write",): pgettext("token", "Write"),
        ("read", "write"): pgettext("token", "Read and write"),
    }
    return texts[tuple(scopes)]
