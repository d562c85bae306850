"""How one is shown to others: name, address, description, pictures."""

from typing import Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community.core.database import reading, unit_of_work
from community.core.errors import Refusal
from community.domain import accounts
from community.domain.accounts import Preferences, ProfileChanges
from community.state import forms, identity
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.policy import signed_in

Picture = Literal["avatar", "header"]


class ProfileFields(BaseModel):
    """What the form sends; how long each may be, the domain says in a sentence."""

    name: str = Field(max_length=100_000)
    slug: str = Field(max_length=100_000)
    bio: str = Field(max_length=100_000)


class ProfileForm(rx.State):
    """The profile as it is kept, and what is wrong with what was sent, by field.

    Attributes:
        kept: how often the words were kept; what is typed stays in the browser until then.
        answered: how often a picture was kept or refused.
    """

    name: str = ""
    slug: str = ""
    bio: str = ""
    avatar: str = ""
    header: str = ""
    wrong: dict[str, str] = {}
    kept: int = 0
    answered: int = 0

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        """Keep name, address and description."""
        fields = forms.read(ProfileFields, message)
        if not await self._change(
            ProfileChanges(**fields.model_dump()), *ProfileFields.model_fields
        ):
            return
        self.kept += 1
        (await self.get_state(Notice))._say("Your profile is saved.")

    @rx.event
    @signed_in(limit="writes")
    async def choose_picture(self, picture: Picture, upload_id: UUID) -> None:
        """Show what was just uploaded."""
        await self._change(ProfileChanges.model_validate({picture: upload_id}), picture)
        self.answered += 1

    @rx.event
    @signed_in(limit="writes")
    async def remove_picture(self, picture: Picture) -> None:
        """Show no picture there any more."""
        await self._change(ProfileChanges.model_validate({picture: None}), picture)
        self.answered += 1

    async def _change(self, changes: ProfileChanges, *fields: str) -> bool:
        """Whether it could be done; if not, it is said beside the field."""
        actor = identity.actor()
        self.wrong = {name: said for name, said in self.wrong.items() if name not in fields}
        try:
            async with unit_of_work() as session:
                await accounts.change_profile(session, actor, changes)
        except Refusal as refusal:
            self.wrong = {**self.wrong, **forms.first_sentences(refusal)}
            if not refusal.fields:
                raise
            return False
        async with reading() as session:
            self._show(await accounts.get_preferences(session, actor))
            frame = await self.get_state(Frame)
            frame.me = (await accounts.people(session, [actor.id])).get(actor.id)
        return True

    def _show(self, preferences: Preferences) -> None:
        self.name, self.slug, self.bio = preferences.name, preferences.slug, preferences.bio
        self.avatar, self.header = preferences.avatar or "", preferences.header or ""
