"""State of the section with the advertisements."""

from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import reflex as rx
from pydantic import Field

from community.admin.advertisements.models import (
    DEVICE_PREFIX,
    LANGUAGE_PREFIX,
    AdvertisementFormData,
    AdvertisementRow,
    build_row,
    list_checked,
)
from community.admin.advertisements.preview_state import AdvertisementPreviewState
from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.lists import save_form
from community.core.db.sessions import read_session
from community.core.errors import DomainError, Invalid, NotFound
from community.core.ids import parse_id
from community.domain import advertising, communities, site, uploads
from community.i18n import LANGUAGES
from community.i18n import gettext as _
from community.realtime import topics
from community.state.runtime import forms, open_tabs, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

SECTION = advertising.SECTION
ImageField = Literal["image", "image_small"]
Keys = Annotated[
    list[Annotated[str, Field(max_length=20)]], Field(max_length=advertising.MAX_ADVERTISEMENTS)
]


class AdvertisementsState(rx.State):
    """The list of advertisements, and the form of one.

    Attributes:
        editing: The id of the advertisement in the form, or 0 for a new one.
        image, image_small: The URLs of the pictures that the form shows.
        image_revision: Changes when a picture of the form is saved or removed.
        time_zone: The name of the time zone of the times in the form.
        removing: The advertisement for which the dialog asks whether to delete it.
    """

    advertisements: list[AdvertisementRow] = []
    is_loaded: bool = False
    is_form_open: bool = False
    editing: int = 0
    advertisement: AdvertisementRow | None = None
    image: str = ""
    image_small: str = ""
    image_revision: int = 0
    time_zone: str = "UTC"
    errors: dict[str, str] = {}
    removing: AdvertisementRow | None = None
    removal_error: str = ""
    _uploads: dict[str, UUID | None] = {}

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.ADMIN_ADVERTISEMENTS)
        self.is_form_open, self.removing = False, None
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(SECTION)
    async def open_form(self, advertisement_id: IdOrZero) -> None:
        """Open the form for an advertisement, or for a new one if the id is 0."""
        await self._load()
        self.advertisement = self._find(advertisement_id) if advertisement_id else None
        self.editing, self.errors, self._uploads = advertisement_id, {}, {}
        row = self.advertisement
        self.image, self.image_small = (row.image, row.image_small) if row else ("", "")
        view = None
        if advertisement_id:
            view = await run_query(advertising.get_advertisement, advertisement_id)
        await (await self.get_state(AdvertisementPreviewState))._open(view)
        self.is_form_open = True

    @rx.event
    @admin(SECTION)
    async def close_form(self) -> None:
        self.is_form_open = False

    @rx.event
    @admin(SECTION, limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        if not await save_form(self, self._save(message)):
            return
        self.is_form_open = False
        await self._load()
        await show_toast(self, _("Saved"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_image(self, field: ImageField, upload_id: UUID) -> None:
        """Show an uploaded picture in the form. The server saves it with the form."""
        async with read_session() as session:
            media = (await uploads.find_media_views(session, [upload_id])).get(upload_id)
        self._set_upload(field, upload_id, media.url if media else "")
        await (await self.get_state(AdvertisementPreviewState))._set_image(field, media)

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove_image(self, field: ImageField) -> None:
        self._set_upload(field, None, "")
        await (await self.get_state(AdvertisementPreviewState))._set_image(field, None)

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_active(self, advertisement_id: Id, is_active: bool) -> None:
        try:
            await run_action(
                advertising.edit_advertisement,
                advertisement_id=advertisement_id,
                is_active=is_active,
            )
        finally:
            # After an error the switch returns to the stored value.
            await self._load()

    @rx.event
    @admin(SECTION, limit="writes")
    async def approve(self, advertisement_id: Id) -> None:
        await run_action(advertising.approve_advertisement, advertisement_id=advertisement_id)
        await self._load()
        await show_toast(self, _("Approved"))

    @rx.event
    @admin(SECTION)
    async def ask_to_remove(self, advertisement_id: Id) -> None:
        self.removing, self.removal_error = self._find(advertisement_id), ""

    @rx.event
    @admin(SECTION)
    async def cancel_removal(self) -> None:
        self.removing = None

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, message: dict[str, Any]) -> None:
        if self.removing is None:
            return
        try:
            parse_confirmation(message)
            await run_action(advertising.remove_advertisement, advertisement_id=self.removing.id)
        except DomainError as error:
            self.removal_error = error.message
            return
        self.removing = None
        await self._load()
        await show_toast(self, _("Deleted"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def reorder(self, keys: Keys) -> None:
        ids = [parse_id(key) or 0 for key in keys]
        try:
            await run_action(advertising.reorder_advertisements, advertisement_ids=ids)
        finally:
            await self._load()

    async def _load(self) -> None:
        views = await run_query(advertising.list_advertisements)
        ids = {id_ for view in views for id_ in view.audience.communities}
        async with read_session() as session:
            found = await communities.find_summaries(session, ids)
            payments = await site.get_settings_section(session, site.PaymentSettings)
        slugs = {id_: community.slug for id_, community in found.items()}
        self.time_zone = payments.time_zone
        zone = ZoneInfo(payments.time_zone)
        self.advertisements = [build_row(view, slugs, zone) for view in views]

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(AdvertisementFormData, message)
        fields = form.build_fields(ZoneInfo(self.time_zone), self.advertisement)
        fields["audience"] = {
            "readers": form.readers,
            "tags": form.list_tags(),
            "communities": await _find_community_ids(form.list_communities()),
            "devices": list_checked(message, DEVICE_PREFIX, advertising.DEVICES),
            "languages": list_checked(message, LANGUAGE_PREFIX, LANGUAGES),
        }
        fields |= self._uploads
        if self.editing:
            await run_action(
                advertising.edit_advertisement, advertisement_id=self.editing, **fields
            )
        else:
            await run_action(advertising.create_advertisement, **fields)

    def _find(self, advertisement_id: int) -> AdvertisementRow:
        for row in self.advertisements:
            if row.id == advertisement_id:
                return row
        raise NotFound(_("Advertisement not found"))

    def _set_upload(self, field: ImageField, upload_id: UUID | None, url: str) -> None:
        self._uploads = {**self._uploads, field: upload_id}
        setattr(self, field, url)
        self.image_revision += 1
        self.errors = {name: text for name, text in self.errors.items() if name != field}


async def _find_community_ids(slugs: list[str]) -> list[int]:
    """Return the ids of the communities with these slugs.

    Raises:
        Invalid: There is no such community.
    """
    actor, found = request_context.get_actor(), []
    async with read_session() as session:
        for slug in slugs:
            try:
                view = await communities.get_view_by_slug(session, actor, slug)
            except NotFound:
                message = _("There is no community “{slug}”.", slug=slug[:60])
                raise Invalid.for_field("communities", message) from None
            found.append(view.id)
    return found
