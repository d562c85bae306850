"""Personal access tokens. They are made over HTTP, so that no State ever holds a secret."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.core.views import Timestamp, View
from community.domain import accounts
from community.domain.accounts import Token
from community.looks.words import full_date
from community.state import identity
from community.state.forms import IdOrNone
from community.state.notice import Notice
from community.state.policy import signed_in

_MAY = {
    ("read",): "May read.",
    ("write",): "May write.",
    ("read", "write"): "May read and write.",
}


class TokenRow(View):
    """One token in words."""

    id: int
    name: str
    may: str
    created_at: Timestamp
    last_used_at: Timestamp | None
    ends: str


class Tokens(rx.State):
    """The tokens that still open something, the newest first.

    Attributes:
        doomed: the token whose end is to be confirmed; 0 for none.
    """

    rows: list[TokenRow] = []
    doomed: int = 0
    doomed_name: str = ""

    @rx.event
    @signed_in()
    async def look(self) -> None:
        """A token was made: show the list anew."""
        async with reading() as session:
            self._show(await accounts.list_tokens(session, identity.actor()))

    @rx.event
    @signed_in()
    async def doom(self, token_id: IdOrNone) -> None:
        """Ask before a token ends; 0 takes the question back."""
        names = {row.id: row.name for row in self.rows}
        self.doomed = token_id if token_id in names else 0
        self.doomed_name = names.get(token_id, self.doomed_name)

    @rx.event
    @signed_in(limit="writes")
    async def revoke(self) -> None:
        """End the token that was asked about."""
        token_id, self.doomed = self.doomed, 0
        actor = identity.actor()
        async with unit_of_work() as session:
            await accounts.revoke_token(session, actor, token_id=token_id)
            self._show(await accounts.list_tokens(session, actor))
        (await self.get_state(Notice))._say(f"“{self.doomed_name}” opens nothing any more.")

    def _show(self, tokens: list[Token]) -> None:
        self.rows = [_row(token) for token in tokens]


def _row(token: Token) -> TokenRow:
    return TokenRow(
        id=token.id,
        name=token.name,
        may=_MAY.get(tuple(token.scopes), ""),
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        ends=f"Ends on {full_date(token.expires_at)}."
        if token.expires_at
        else "Does not end by itself.",
    )
