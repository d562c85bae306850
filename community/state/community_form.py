"""Opening a community, and changing one's own."""

from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound, Refusal
from community.core.slugs import slugify
from community.domain import communities
from community.domain.communities.schemas import Posting
from community.realtime import watchers
from community.state import forms, identity, place
from community.state.notice import Notice
from community.state.policy import public, signed_in

SLUG_LIMIT = 30


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
        made: the address of the community once it is kept.
    """

    view: communities.CommunityView | None = None
    errors: dict[str, str] = {}
    suggestion: str = ""
    made: str = ""
    path: str = ""
    missing: bool = False

    @rx.event
    @public()
    async def open(self) -> None:
        """The form was opened, for a new community or (`/c/{slug}/edit`) for one that is there."""
        watchers.watch(identity.tab(), "page", ())
        self.view, self.errors, self.suggestion, self.made = None, {}, "", ""
        self.path, self.missing = place.path(self), False
        if self.path == urls.NEW_COMMUNITY:
            return
        try:
            async with reading() as session:
                view = await communities.view_at(session, identity.actor(), place.parts(self)[1])
        except NotFound as refusal:
            moved = refusal.details.get("slug")
            self.missing, self.made = moved is None, urls.edit_community(moved) if moved else ""
            return
        self.missing = not view.can_edit
        self.view = view if view.can_edit else None

    @rx.event
    @public()
    async def suggest(self, name: Annotated[str, Field(max_length=200)]) -> None:
        """An address for a community of that name."""
        self.suggestion = slugify(name, length=SLUG_LIMIT)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        """Open the community, or keep what was changed, and go there."""
        fields = forms.read(CommunityFields, message).model_dump()
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
        self.errors, self.made = {}, urls.community(kept.slug)
        (await self.get_state(Notice))._say(
            "Your community is open." if self.view is None else "Saved."
        )

    def _tell(self, refusal: Refusal) -> None:
        self.errors = {name: sentences[0] for name, sentences in refusal.fields.items()}
