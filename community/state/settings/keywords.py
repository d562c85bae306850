"""The words whose posts one does not want to see."""

import re
from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.database import unit_of_work
from community.core.errors import Refusal
from community.domain import accounts
from community.state import forms, identity
from community.state.policy import signed_in

_BETWEEN = re.compile(r"[,;\n]")


class KeywordFields(BaseModel):
    """What the form sends: one word or phrase, or several with commas between them."""

    keywords: str = Field(max_length=100_000)


class Keywords(rx.State):
    """The list, the newest last.

    Attributes:
        kept: how often something was added: then the field is empty again.
    """

    words: list[str] = []
    wrong: str = ""
    kept: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def add(self, message: dict[str, Any]) -> None:
        """Put words on the list."""
        typed = _BETWEEN.split(forms.read(KeywordFields, message).keywords)
        try:
            await self._change(added=typed)
        except Refusal as refusal:
            self.wrong = refusal.sentence
            if not refusal.fields:
                raise
            return
        self.wrong, self.kept = "", self.kept + 1

    @rx.event
    @signed_in(limit="writes")
    async def remove(self, word: Annotated[str, Field(max_length=200)]) -> None:
        """Take a word off the list."""
        await self._change(removed=word)

    async def _change(self, *, added: list[str] | None = None, removed: str = "") -> None:
        """Change the list as it is now: another page may have changed it meanwhile."""
        actor = identity.actor()
        async with unit_of_work() as session:
            known = (await accounts.get_preferences(session, actor)).ignored_keywords
            wanted = [word for word in [*known, *(added or [])] if word != removed]
            self._show(await accounts.ignore_keywords(session, actor, keywords=wanted))

    def _show(self, words: list[str]) -> None:
        self.words = words
