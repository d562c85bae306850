"""State of the form that creates or edits a community."""

from typing import Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.database import read_session, unit_of_work
from community.core.errors import DomainError, NotFound
from community.core.slugs import slugify
from community.domain import communities, uploads
from community.domain.communities.schemas import PostingPolicy
from community.i18n import gettext as _
from community.realtime import subscriptions
from community.state import forms, location, request_context
from community.state.policy import public, signed_in
from community.state.toasts import ToastsState

MAX_SLUG_LENGTH = 30
ImageKind = Literal["avatar", "header"]


class CommunityFormData(BaseModel):
    """The data that the browser submits with the form.

    The maximum lengths here only reject extremely long values. The domain layer has lower limits
    and reports an error for each field that is too long.
    """

    name: str = Field("", max_length=100_000)
    slug: str = Field("", max_length=100_000)
    description: str = Field("", max_length=100_000)
    rules: str = Field("", max_length=100_000)
    posting: PostingPolicy = "everyone"


class CommunityFormState(rx.State):
    """The data that the form shows. The text that the user enters stays in the browser.

    Attributes:
        community: The community that the user edits. None for a new community.
        errors: Maps field names to error messages.
        avatar, header: URLs of the images that the community will have after saving.
        image_revision: Counts how often the user has chosen or removed an image.
        redirect_url: The URL that the browser opens next. Empty if the browser stays on the page.
    """

    community: communities.CommunityView | None = None
    errors: dict[str, str] = {}
    suggested_slug: str = ""
    avatar: str = ""
    header: str = ""
    image_revision: int = 0
    redirect_url: str = ""
    path: str = ""
    is_missing: bool = False
    _upload_ids: dict[str, UUID | None] = {}

    @rx.event
    @public()
    async def load(self) -> None:
        """Prepare an empty form. At `/c/{slug}/edit`, load the community that the user edits."""
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        self.community, self.errors, self.suggested_slug, self.redirect_url = None, {}, "", ""
        if self.path != location.get_path(self):
            self._upload_ids = {}
        self.path, self.is_missing = location.get_path(self), False
        if self.path == urls.NEW_COMMUNITY:
            await self._set_image_urls("", "")
            return
        try:
            async with read_session() as session:
                view = await communities.get_view_by_slug(
                    session, request_context.get_actor(), location.get_path_parts(self)[1]
                )
        except NotFound as error:
            slug = error.details.get("slug")
            self.is_missing = slug is None
            self.redirect_url = urls.edit_community(slug) if slug else ""
            return
        self.is_missing = not view.can_edit
        if view.can_edit:
            self.community = view
            await self._set_image_urls(view.avatar or "", view.header or "")

    @rx.event
    @public()
    async def suggest_slug(self, name: Annotated[str, Field(max_length=200)]) -> None:
        self.suggested_slug = slugify(name, max_length=MAX_SLUG_LENGTH)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        fields = {**forms.parse(CommunityFormData, message).model_dump(), **self._upload_ids}
        try:
            async with unit_of_work() as session:
                if self.community is None:
                    saved = await communities.create(session, request_context.get_actor(), **fields)
                else:
                    saved = await communities.edit(
                        session,
                        request_context.get_actor(),
                        community_id=self.community.id,
                        **fields,
                    )
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self.errors, self._upload_ids, self.redirect_url = {}, {}, urls.community(saved.slug)
        (await self.get_state(ToastsState))._show_toast(
            _("Community created") if self.community is None else _("Saved")
        )

    @rx.event
    @signed_in(limit="writes")
    async def set_image(self, kind: ImageKind, upload_id: UUID) -> None:
        """Show an uploaded image in the form. The server saves the image with the form."""
        await self._set_upload(kind, upload_id)

    @rx.event
    @signed_in(limit="writes")
    async def remove_image(self, kind: ImageKind) -> None:
        """Remove an image from the form. The community keeps its image until the form is saved."""
        await self._set_upload(kind, None)

    async def _set_upload(self, kind: ImageKind, upload_id: UUID | None) -> None:
        self._upload_ids = {**self._upload_ids, kind: upload_id}
        self.errors = {name: message for name, message in self.errors.items() if name != kind}
        self.image_revision += 1
        await self._set_image_urls(self.avatar, self.header)

    async def _set_image_urls(self, avatar_url: str, header_url: str) -> None:
        """Set the URLs of the images that the form shows.

        Args:
            avatar_url: The URL to use if the user neither uploaded nor removed an avatar.
            header_url: The URL to use if the user neither uploaded nor removed a header image.
        """
        async with read_session() as session:
            media = await uploads.find_media_views(session, filter(None, self._upload_ids.values()))
        uploaded = {kind: media[id_].url for kind, id_ in self._upload_ids.items() if id_ in media}
        saved = {"avatar": avatar_url, "header": header_url} | dict.fromkeys(self._upload_ids, "")
        self.avatar, self.header = (saved | uploaded).values()
