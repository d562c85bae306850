"""State of the page on which a user chooses a new password with a link."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError
from community.domain import accounts
from community.state.runtime import forms
from community.state.runtime.policy import public


class PasswordForm(BaseModel):
    password: str = Field("", max_length=1_000)


class PasswordResetState(rx.State):
    """The error below the field, and whether the new password is stored."""

    error: str = ""
    is_done: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        self.error, self.is_done = "", False

    @rx.event
    @public(limit="login")
    async def submit(self, message: dict[str, Any]) -> None:
        """Store the new password, if the link in the URL is valid."""
        password = forms.parse(PasswordForm, message).password
        token = str(self.router.url.query_parameters.get("token", ""))
        try:
            async with read_session() as session:
                await accounts.get_user_for_reset(session, token)
            # Hashing is slow, so no database connection is held while it runs.
            password_hash = await accounts.hash_password(password)
            async with unit_of_work() as session:
                await accounts.reset_password(session, token=token, password_hash=password_hash)
        except DomainError as error:
            self.error = error.message
            return
        self.error, self.is_done = "", True
