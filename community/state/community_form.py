"""Opening a community, and changing one's own."""

from typing import Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound, Refusal
from community.core.slugs import slugify
from community.domain import communities, uploads
from community.domain.communities.schemas import Posting
from community.realtime import watchers
from community.state import forms, identity, place
from community.state.notice import Notice
from community.state.policy import public, signed_in

SLUG_LIMIT = 30
Picture = Literal["avatar", "header"]


class CommunityFields(BaseModel):
    """What the form sends; how long each may be, the domain says in a sentence."""

    name: str = Field("", max_length=100_000)
    slug: str = Field("", max_length=100_000)
    description: str = Field("", max_length=100_000)
    rules: str = Field("", max_length=100_000)
    posting: Posting = "everyone"


class CommunityForm(rx.State):
    """The form, and what is wrong in it, by field. What is typed stays in the browser.

    Attributes:
        view: the community that is changed; None for a new one.
        avatar, header: addresses of the pictures that it will have.
        answered: how often a picture was taken in or refused.
        made: the address of the community once it is kept.
    """

    view: communities.CommunityView | None = None
    errors: dict[str, str] = {}
    suggestion: str = ""
    avatar: str = ""
    header: str = ""
    answered: int = 0
    made: str = ""
    path: str = ""
    missing: bool = False
    _chosen: dict[str, UUID | None] = {}

    @rx.event
    @public()
    async def open(self) -> None:
        """The form was opened, for a new community or (`/c/{slug}/edit`) for one that is there."""
        watchers.watch(identity.tab(), "page", ())
        self.view, self.errors, self.suggestion, self.made = None, {}, "", ""
        if self.path != place.path(self):
            self._chosen = {}
        self.path, self.missing = place.path(self), False
        if self.path == urls.NEW_COMMUNITY:
            await self._show_pictures("", "")
            return
        try:
            async with reading() as session:
                view = await communities.view_at(session, identity.actor(), place.parts(self)[1])
        except NotFound as refusal:
            moved = refusal.details.get("slug")
            self.missing, self.made = moved is None, urls.edit_community(moved) if moved else ""
            return
        self.missing = not view.can_edit
        if view.can_edit:
            self.view = view
            await self._show_pictures(view.avatar or "", view.header or "")

    @rx.event
    @public()
    async def suggest(self, name: Annotated[str, Field(max_length=200)]) -> None:
        """An address for a community of that name."""
        self.suggestion = slugify(name, length=SLUG_LIMIT)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        """Open the community, or keep what was changed, and go there."""
        fields = {**forms.read(CommunityFields, message).model_dump(), **self._chosen}
        try:
            async with unit_of_work() as session:
                if self.view is None:
                    kept = await communities.create(session, identity.actor(), **fields)
                else:
                    kept = await communities.edit(
                        session, identity.actor(), community_id=self.view.id, **fields
                    )
        except Refusal as refusal:
            self._tell(refusal)
            if not refusal.fields:
                raise
            return
        self.errors, self._chosen, self.made = {}, {}, urls.community(kept.slug)
        (await self.get_state(Notice))._say(
            "Your community is open." if self.view is None else "Saved."
        )

    @rx.event
    @signed_in(limit="writes")
    async def choose_picture(self, picture: Picture, upload_id: UUID) -> None:
        """Show what was just uploaded; it is kept with the rest of the form."""
        await self._choose(picture, upload_id)

    @rx.event
    @signed_in(limit="writes")
    async def remove_picture(self, picture: Picture) -> None:
        """Show no picture there."""
        await self._choose(picture, None)

    async def _choose(self, picture: Picture, upload_id: UUID | None) -> None:
        self._chosen = {**self._chosen, picture: upload_id}
        self.errors = {name: said for name, said in self.errors.items() if name != picture}
        self.answered += 1
        await self._show_pictures(self.avatar, self.header)

    async def _show_pictures(self, avatar: str, header: str) -> None:
        """What was chosen stands before what the community has, also when a connection broke."""
        async with reading() as session:
            chosen = await uploads.views(session, filter(None, self._chosen.values()))
        addresses = {name: chosen[own].url for name, own in self._chosen.items() if own in chosen}
        kept = {"avatar": avatar, "header": header} | dict.fromkeys(self._chosen, "")
        self.avatar, self.header = (kept | addresses).values()

    def _tell(self, refusal: Refusal) -> None:
        self.errors = {name: sentences[0] for name, sentences in refusal.fields.items()}
