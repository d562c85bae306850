"""State of the settings section that lists and creates personal access tokens."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.core import clock
from community.core.errors import DomainError
from community.core.read_models import ReadModel, Timestamp
from community.domain import identity
from community.domain.identity import Token
from community.i18n import gettext as _
from community.i18n import pgettext
from community.i18n.formats import format_full_date
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import IdOrZero
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class TokenRow(ReadModel):
    id: int
    name: str
    scopes_text: str
    created_at: Timestamp
    last_used_at: Timestamp | None
    expiry_text: str


class TokenFormData(BaseModel):
    """The data of the submitted form. With `token_days=0` the token does not expire."""

    token_name: str = Field(max_length=100_000)
    token_days: int = Field(ge=0, le=10_000)
    read: bool = False
    write: bool = False


class TokensState(TransientVarsState, rx.State):
    """The active tokens, newest first.

    Attributes:
        revoke_target_id: The id of the token in the dialog that asks whether to revoke a token. 0
            if the dialog is closed.
        created: The new token with its secret, until the user dismisses it. The server deletes it
            after sending it, so that only this browser tab knows the secret.
        errors: Maps field names to error messages.
        save_count: Counts the created tokens. The browser clears the form when it increases.
    """

    tokens: list[TokenRow] = []
    revoke_target_id: int = 0
    revoke_target_name: str = ""
    created: Token | None = None
    errors: dict[str, str] = {}
    save_count: int = 0
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"created"})

    @rx.event
    @signed_in(limit="writes")
    async def create(self, message: dict[str, Any]) -> None:
        form = forms.parse(TokenFormData, message)
        lifetime, self.errors = timedelta(days=form.token_days), {}
        try:
            created = await run_action(
                identity.create_token,
                name=form.token_name,
                scopes=[scope for scope in ("read", "write") if getattr(form, scope)],
                expires_at=clock.now() + lifetime if lifetime else None,
            )
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self._set_tokens(await run_query(identity.list_tokens))
        self.created, self.save_count = created, self.save_count + 1

    @rx.event
    @signed_in()
    async def dismiss_created(self) -> None:
        self.created = None

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
        token_id, self.revoke_target_id = self.revoke_target_id, 0
        await run_action(identity.revoke_token, token_id=token_id)
        self._set_tokens(await run_query(identity.list_tokens))
        await show_toast(self, _("Token “{name}” revoked", name=self.revoke_target_name))

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
