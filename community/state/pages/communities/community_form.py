"""State of the form that creates or edits a community."""

from typing import Annotated, Any, Literal
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import DomainError, NotFound
from community.core.text.slugs import slugify
from community.domain import communities, pages, uploads
from community.domain.communities.schemas import PostingPolicy
from community.i18n import gettext as _
from community.state.runtime import forms, location, toasts
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

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
    premoderates_comments: bool = False


class CommunityFormState(location.SlugPageState, rx.State):
    """The data that the form shows. The text that the user enters stays in the browser."""

    # The community that the user edits. None for a new community.
    community: communities.CommunityView | None = None
    errors: dict[str, str] = {}  # maps field names to error messages
    rejection_count: int = 0
    suggested_slug: str = ""
    avatar: str = ""  # the URL that the community will have after saving, as `header`
    header: str = ""
    image_revision: int = 0  # counts how often the user has chosen or removed an image
    _upload_ids: dict[str, UUID | None] = {}

    @rx.event
    @public()
    async def load(self) -> None:
        """Prepare an empty form. At `/c/{slug}/edit`, load the community that the user edits."""
        self.community, self.errors, self.suggested_slug = None, {}, ""
        if self.path != location.get_path(self):
            self._upload_ids = {}
        self._start_loading()
        if self.path == urls.NEW_COMMUNITY:
            await self._set_image_urls("", "")
            return
        try:
            slug = location.get_path_part(self, 1)
            self.community = await run_query(pages.load_community_form, slug)
        except NotFound as error:
            self._redirect_or_report_missing(error)
            return
        await self._set_image_urls(self.community.avatar or "", self.community.header or "")

    @rx.event
    @public()
    async def suggest_slug(self, name: Annotated[str, Field(max_length=200)]) -> None:
        self.suggested_slug = slugify(name, max_length=communities.SLUG_MAX_LENGTH)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        form = forms.parse(CommunityFormData, message)
        fields: dict[str, Any] = {**form.model_dump(), **self._upload_ids}
        try:
            fields["rules"] = await communities.render_rules(form.rules)
            if self.community is None:
                saved = await run_action(communities.create, **fields)
            else:
                community_id = self.community.id
                saved = await run_action(communities.edit, community_id=community_id, **fields)
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            self.rejection_count += 1
            if not error.field_errors:
                raise
            return
        self.errors, self._upload_ids, self.redirect_url = {}, {}, urls.community(saved.slug)
        await toasts.show_toast(
            self, _("Community created") if self.community is None else _("Saved")
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
        async with read_session() as session:
            media = await uploads.find_media_views(session, filter(None, self._upload_ids.values()))
        uploaded = {kind: media[id_].url for kind, id_ in self._upload_ids.items() if id_ in media}
        saved = {"avatar": avatar_url, "header": header_url} | dict.fromkeys(self._upload_ids, "")
        self.avatar, self.header = (saved | uploaded).values()
