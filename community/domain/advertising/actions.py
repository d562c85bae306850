"""Functions with which administrators change advertisements."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Unpack
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events, ids
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, communities, site, uploads
from community.domain.advertising import policies, queries, schemas, validation
from community.domain.advertising.counting import AdvertisementsChanged
from community.i18n import gettext as _
from community.models import Advertisement

_LOCK: Final = "advertisements"
_IMAGE_FIELDS: Final = tuple(policies.IMAGE_WIDTHS)
# What readers see. Who approves an advertisement approves these fields.
_CONTENT: Final = ("kind", "place", "images", "alt", "title", "text", "button", "link")
_FIELDS: Final = (
    *("name", "kind", "place", "alt", "title", "text", "button", "link", "weight", "every_nth"),
    *("starts_at", "ends_at", "budget_impressions", "audience", "cap_per_day"),
    *("is_house", "is_active"),
)


async def create_advertisement(
    session: AsyncSession, actor: Actor, **values: Unpack[schemas.AdvertisementChanges]
) -> schemas.AdvertisementView:
    policies.ensure_may_manage(actor)
    rows = await _lock_all(session)
    policies.ensure_room(len(rows))
    fields = await _clean_fields(session, values, {})
    row = Advertisement(
        **fields,
        position=max((other.position for other in rows), default=-1) + 1,
        changed_by_id=actor.user_id,
    )
    session.add(row)
    await session.flush()
    await _set_images(session, actor, row, values)
    return await _finish(session, actor, row, "created", before=None)


async def edit_advertisement(
    session: AsyncSession,
    actor: Actor,
    *,
    advertisement_id: int,
    **changes: Unpack[schemas.AdvertisementChanges],
) -> schemas.AdvertisementView:
    """Change the given fields. A change of what readers see withdraws the approval."""
    policies.ensure_may_manage(actor)
    row = _find(await _lock_all(session), advertisement_id)
    before, content = _describe(row), row.model_dump(include=set(_CONTENT))
    stored = row.model_dump(include=set(_FIELDS))
    for name, value in (await _clean_fields(session, changes, stored)).items():
        setattr(row, name, value)
    await _set_images(session, actor, row, changes)
    if row.model_dump(include=set(_CONTENT)) != content:
        row.changed_by_id, row.approved_at, row.approved_by_id = actor.user_id, None, None
    return await _finish(session, actor, row, "changed", before=before)


async def remove_advertisement(
    session: AsyncSession, actor: Actor, *, advertisement_id: int
) -> None:
    policies.ensure_may_manage(actor)
    row = _find(await _lock_all(session), advertisement_id)
    await uploads.set_references(
        session, actor, owner=("advertisement", row.id), upload_ids=(), form_field="image"
    )
    await session.delete(row)
    await session.flush()
    await _record(session, actor, "removed", row, before=_describe(row))


async def reorder_advertisements(
    session: AsyncSession, actor: Actor, *, advertisement_ids: Sequence[int]
) -> None:
    """Store the order of the list. Without JavaScript, a page shows the first of a place.

    Raise `Conflict` if these are not exactly the ids of all advertisements.
    """
    policies.ensure_may_manage(actor)
    rows = await _lock_all(session)
    before = [row.id for row in rows]
    if sorted(advertisement_ids) != sorted(before):
        raise errors.Conflict(_("The list of advertisements has changed. Reload it and try again."))
    if list(advertisement_ids) == before:
        return
    positions = {row_id: position for position, row_id in enumerate(advertisement_ids)}
    for row in rows:
        row.position = positions[row.id]
    await session.flush()
    order = {"before": {"order": before}, "after": {"order": list(advertisement_ids)}}
    await _record(session, actor, "reordered", None, **order)


async def approve_advertisement(
    session: AsyncSession, actor: Actor, *, advertisement_id: int
) -> bool:
    """Approve what readers see of an advertisement.

    Raise `PermissionDenied` if the actor has last changed it.
    """
    policies.ensure_may_manage(actor)
    row = _find(await _lock_all(session), advertisement_id)
    policies.ensure_may_approve(actor, row)
    if row.approved_at is not None:
        return False
    row.approved_at, row.approved_by_id = clock.now(), actor.id
    await session.flush()
    await _record(session, actor, "approved", row)
    return True


async def create_report_link(session: AsyncSession, actor: Actor, *, advertisement_id: int) -> str:
    """Return the token of a new address of the report. An earlier address ends."""
    policies.ensure_may_manage(actor)
    row = _find(await _lock_all(session), advertisement_id)
    token = ids.new_token()
    row.report_token_hash = ids.hash_token(token)
    await session.flush()
    await _record(session, actor, "report_link_created", row)
    return token


async def revoke_report_link(session: AsyncSession, actor: Actor, *, advertisement_id: int) -> bool:
    policies.ensure_may_manage(actor)
    row = _find(await _lock_all(session), advertisement_id)
    if row.report_token_hash is None:
        return False
    row.report_token_hash = None
    await session.flush()
    await _record(session, actor, "report_link_revoked", row)
    return True


async def _lock_all(session: AsyncSession) -> list[Advertisement]:
    """Return all advertisements in order. Other changes wait until this transaction ends."""
    await acquire_advisory_lock(session, _LOCK)
    rows = await session.scalars(
        select(Advertisement)
        .order_by(col(Advertisement.position), col(Advertisement.id))
        .execution_options(populate_existing=True)
    )
    return list(rows)


def _find(rows: Sequence[Advertisement], advertisement_id: int) -> Advertisement:
    for row in rows:
        if row.id == advertisement_id:
            return row
    raise queries.make_not_found_error()


async def _clean_fields(
    session: AsyncSession, values: Mapping[str, Any], stored: Mapping[str, Any]
) -> dict[str, Any]:
    given = {name: value for name, value in values.items() if name in _FIELDS}
    if "audience" in given:
        given["audience"] = validation.merge_audience(
            given["audience"], stored.get("audience") or {}
        )
    cleaned = validation.clean_fields(given, stored)
    wanted = cleaned["audience"]["communities"]
    if wanted and len(await communities.find_summaries(session, wanted)) < len(wanted):
        raise errors.Invalid.for_field("communities", _("Community not found"))
    return cleaned


async def _set_images(
    session: AsyncSession, actor: Actor, row: Advertisement, values: Mapping[str, Any]
) -> None:
    """Store the changed pictures, and check that readers see a picture or a text."""
    stored = {name: UUID(str(image["id"])) for name, image in row.images.items()}
    wanted = dict(stored)
    changed = {name: values[name] for name in _IMAGE_FIELDS if name in values}
    for name, upload_id in changed.items():
        wanted.pop(name, None)
        if upload_id is not None:
            wanted[name] = upload_id
    validation.ensure_complete(row.model_dump(include={"alt", "title", "button"}), wanted)
    if wanted == stored:
        return
    shown = await uploads.set_references(
        session,
        actor,
        owner=("advertisement", row.id),
        upload_ids=list(dict.fromkeys(wanted.values())),
        form_field="image",
    )
    by_id = {upload.id: upload for upload in shown}
    images = {}
    for name, upload_id in wanted.items():
        upload = by_id[upload_id]
        uploads.ensure_size(upload, name, policies.IMAGE_MAX_BYTES)
        validation.ensure_shape(upload.width, upload.height, name)
        images[name] = {
            "id": str(upload.id),
            "url": uploads.get_still_url(upload, policies.IMAGE_WIDTHS[name]),
            "width": upload.width,
            "height": upload.height,
        }
    row.images = images


def _describe(row: Advertisement) -> dict[str, Any]:
    values = row.model_dump(mode="json", include=set(_FIELDS))
    return {**values, **{name: image["url"] for name, image in row.images.items()}}


async def _finish(
    session: AsyncSession,
    actor: Actor,
    row: Advertisement,
    verb: str,
    *,
    before: dict[str, Any] | None,
) -> schemas.AdvertisementView:
    await session.flush()
    if (after := _describe(row)) != before:
        await _record(session, actor, verb, row, before=before, after=after)
    options = await site.get_settings_section(session, site.AdvertisingSettings)
    return queries.build_view(row, actor, needs_approval=options.needs_approval)


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    row: Advertisement | None,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    await audit.record(
        session,
        actor,
        f"advertisement.{verb}",
        target_kind="advertisement",
        target_id=row.id if row else "",
        target_name=row.name if row else "",
        before=before,
        after=after,
    )
    events.record(session, AdvertisementsChanged())
