from typing import Any, ClassVar
from uuid import UUID
from zoneinfo import ZoneInfo

import reflex as rx

from community.admin.advertisements import models
from community.admin.advertisements.preview_state import AdvertisementPreviewState
from community.admin.blocks.record_list.state import (
    RecordImagesState,
    RecordList,
    RecordOrderState,
    RecordRemovalState,
    RecordSwitchState,
)
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound
from community.domain import advertising, communities, site, uploads
from community.i18n import LANGUAGES, gettext as _, noop, pgettext
from community.realtime import messages
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query

SECTION = advertising.SECTION


class AdvertisementsState(
    RecordOrderState, RecordSwitchState, RecordRemovalState, RecordImagesState, rx.State
):
    """The list of advertisements, and the form of one."""

    records: ClassVar = RecordList(
        code="advertisement",
        section=SECTION,
        topic=messages.ADMIN_ADVERTISEMENTS_TOPIC,
        label=noop("Advertisements"),
        add=noop("Add advertisement"),
        new_title=noop("New advertisement"),
        edit_title=noop("Edit advertisement"),
        not_found=noop("Advertisement not found"),
    )
    image_fields: ClassVar = ("image", "image_small")

    rows: list[models.AdvertisementRow] = []
    row: models.AdvertisementRow | None = None
    removing: models.AdvertisementRow | None = None
    time_zone: str = "UTC"  # the name of the time zone of the times in the form

    @rx.event
    @admin(SECTION, limit="writes")
    async def approve(self, advertisement_id: Id) -> None:
        await run_action(advertising.approve_advertisement, advertisement_id=advertisement_id)
        await self._load_rows()
        await toasts.show_toast(self, _("Approved"))

    async def _list_rows(self) -> list[models.AdvertisementRow]:
        views = await run_query(advertising.list_advertisements)
        ids = {id_ for view in views for id_ in view.audience.communities}
        async with read_session() as session:
            found = await communities.find_summaries(session, ids)
            payments = await site.get_settings_section(session, site.PaymentSettings)
        slugs = {id_: community.slug for id_, community in found.items()}
        self.time_zone = payments.time_zone
        zone = ZoneInfo(payments.time_zone)
        return [models.build_row(view, slugs, zone) for view in views]

    async def _open_form(self, key: int | str) -> None:
        await super()._open_form(key)
        view = await run_query(advertising.get_advertisement, self.row.id) if self.row else None
        await (await self.get_state(AdvertisementPreviewState))._open(view)

    async def _change_image(
        self, field: str, upload_id: UUID | None, media: uploads.MediaView | None
    ) -> None:
        await super()._change_image(field, upload_id, media)
        await (await self.get_state(AdvertisementPreviewState))._set_image(field, media)

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(models.AdvertisementFormData, message)
        fields = form.build_fields(ZoneInfo(self.time_zone), self.row)
        fields["audience"] = {
            "readers": form.readers,
            "tags": form.list_tags(),
            "communities": await _find_community_ids(form.list_communities()),
            "devices": models.list_checked(message, models.DEVICE_PREFIX, advertising.DEVICES),
            "languages": models.list_checked(message, models.LANGUAGE_PREFIX, LANGUAGES),
        }
        fields |= self._uploads
        if self.editing:
            await run_action(
                advertising.edit_advertisement, advertisement_id=self.editing, **fields
            )
        else:
            await run_action(advertising.create_advertisement, **fields)

    async def _set_active(self, row: models.AdvertisementRow, *, is_active: bool) -> None:
        await run_action(
            advertising.edit_advertisement, advertisement_id=row.id, is_active=is_active
        )

    async def _reorder(self, keys: list[int]) -> None:
        await run_action(advertising.reorder_advertisements, advertisement_ids=keys)

    async def _remove(self, row: models.AdvertisementRow) -> str:
        await run_action(advertising.remove_advertisement, advertisement_id=row.id)
        return pgettext("done", "Deleted")


async def _find_community_ids(slugs: list[str]) -> list[int]:
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
