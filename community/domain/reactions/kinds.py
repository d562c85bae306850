"""Functions with which administrators change the list of reactions that users can choose.

The code of a kind never changes, because stored reactions refer to it. A kind that is in use is
retired instead of deleted: users can no longer choose it, but its reactions still count. All
functions raise `PermissionDenied` if the actor has no access to the section.
"""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, Unpack
from uuid import UUID

from sqlalchemy import ColumnElement, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, site, uploads
from community.domain.reactions import policies
from community.domain.reactions.schemas import ReactionKindView
from community.i18n import gettext as _
from community.models import MessageReaction, Reaction, ReactionKind

_LOCK = "reaction-kinds"
_IMAGE = uploads.ImageField("reaction", policies.IMAGE_MAX_BYTES, policies.IMAGE_WIDTH)


class ReactionKindChanges(TypedDict):
    """The fields of a kind that administrators can change."""

    name: NotRequired[str]
    emoji: NotRequired[str]
    # The id of an uploaded image that is shown instead of the emoji, or None for no image
    image: NotRequired[UUID | None]
    is_extended: NotRequired[bool]
    is_active: NotRequired[bool]


async def list_kinds(session: AsyncSession, actor: Actor) -> list[ReactionKindView]:
    """Return all kinds in display order, including retired ones."""
    policies.ensure_may_manage_kinds(actor)
    rows = await session.execute(
        select(ReactionKind, _is_used()).order_by(
            col(ReactionKind.position), col(ReactionKind.code)
        )
    )
    return [_to_view(kind, is_used=is_used) for kind, is_used in rows]


async def create_kind(
    session: AsyncSession,
    actor: Actor,
    *,
    name: str,
    emoji: str = "",
    image: UUID | None = None,
    is_extended: bool = False,
    code: str = "",
) -> ReactionKindView:
    """Add a reaction to the end of the list.

    Args:
        code: The permanent code. If it is empty, it is derived from the name.

    Raises:
        Invalid: A value is invalid, or there is neither an emoji nor an image.
        Conflict: The code is taken, or there are too many reactions.
    """
    policies.ensure_may_manage_kinds(actor)
    kinds = await _lock_kinds(session)
    active_count = sum(not kind.retired_at for kind in kinds)
    policies.ensure_room(active_count=active_count, total_count=len(kinds))
    cleaned = policies.clean_name(name)
    kind = ReactionKind(
        code=policies.choose_code(code, cleaned, {kind.code for kind in kinds}),
        name=cleaned,
        emoji=policies.clean_emoji(emoji) if emoji or image is None else "",
        position=max((kind.position for kind in kinds), default=-1) + 1,
        is_extended=is_extended,
    )
    session.add(kind)
    await _set_image(session, actor, [*kinds, kind], kind, image)
    return await _finish(session, actor, kind, before=None)


async def edit_kind(
    session: AsyncSession, actor: Actor, *, code: str, **changes: Unpack[ReactionKindChanges]
) -> ReactionKindView:
    """Change the given fields of a reaction.

    Raises:
        Invalid: A value is invalid, or there would be neither an emoji nor an image.
        Conflict: Too many or too few reactions would be active.
    """
    policies.ensure_may_manage_kinds(actor)
    kinds = await _lock_kinds(session)
    kind = _find_kind(kinds, code)
    before = describe(kind)
    if "name" in changes:
        kind.name = policies.clean_name(changes["name"])
    if "image" in changes:
        await _set_image(session, actor, kinds, kind, changes["image"])
    if "emoji" in changes:
        kind.emoji = policies.clean_emoji(changes["emoji"]) if changes["emoji"] else ""
    if not kind.emoji and not kind.image:
        raise errors.Invalid.for_field("emoji", _("Enter an emoji or upload an image."))
    kind.is_extended = changes.get("is_extended", kind.is_extended)
    _set_active(kinds, kind, is_active=changes.get("is_active", kind.retired_at is None))
    _ensure_one_for_everyone(kinds)
    return await _finish(session, actor, kind, before=before)


async def remove_kind(session: AsyncSession, actor: Actor, *, code: str) -> ReactionKindView | None:
    """Delete a reaction that is not in use, or retire one that is.

    Raise `Conflict` if no active reaction for everyone would remain.
    """
    policies.ensure_may_manage_kinds(actor)
    kinds = await _lock_kinds(session)
    kind = _find_kind(kinds, code)
    before = describe(kind)
    _ensure_one_for_everyone([other for other in kinds if other is not kind])
    if await _find_is_used(session, code):
        _set_active(kinds, kind, is_active=False)
        return await _finish(session, actor, kind, before=before)
    await _set_image(session, actor, kinds, kind, None)
    await session.delete(kind)
    await session.flush()
    await _record(session, actor, "reaction.deleted", code, before=before)
    return None


async def reorder_kinds(
    session: AsyncSession, actor: Actor, *, codes: Sequence[str]
) -> list[ReactionKindView]:
    """Store the display order of all reactions.

    Raise `Conflict` if `codes` are not exactly the codes of all reactions.
    """
    policies.ensure_may_manage_kinds(actor)
    kinds = await _lock_kinds(session)
    before = [kind.code for kind in kinds]
    if sorted(codes) != sorted(before):
        raise errors.Conflict(_("The list of reactions has changed. Reload it and try again."))
    if list(codes) != before:
        positions = {code: position for position, code in enumerate(codes)}
        for kind in kinds:
            kind.position = positions[kind.code]
        await session.flush()
        changes = {"before": {"order": before}, "after": {"order": list(codes)}}
        await _record(session, actor, "reaction.reordered", "", **changes)
    return await list_kinds(session, actor)


def describe(kind: ReactionKind) -> dict[str, Any]:
    return {
        **kind.model_dump(include={"name", "emoji", "image", "is_extended"}),
        "is_active": kind.retired_at is None,
    }


async def _lock_kinds(session: AsyncSession) -> list[ReactionKind]:
    """Return all kinds. Other changes to the list wait until this transaction ends."""
    await acquire_advisory_lock(session, _LOCK)
    rows = await session.scalars(
        select(ReactionKind)
        .order_by(col(ReactionKind.position), col(ReactionKind.code))
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(rows)


def _find_kind(kinds: Sequence[ReactionKind], code: str) -> ReactionKind:
    for kind in kinds:
        if kind.code == code:
            return kind
    raise errors.NotFound(_("Reaction not found"))


def _is_used() -> ColumnElement[bool]:
    return or_(
        *(
            select(column).where(column == col(ReactionKind.code)).exists()
            for column in (col(Reaction.code), col(MessageReaction.code))
        )
    )


async def _find_is_used(session: AsyncSession, code: str) -> bool:
    query = select(_is_used()).select_from(ReactionKind).where(col(ReactionKind.code) == code)
    return bool(await session.scalar(query))


def _set_active(kinds: Sequence[ReactionKind], kind: ReactionKind, *, is_active: bool) -> None:
    if is_active and kind.retired_at is not None:
        policies.ensure_room(active_count=sum(not other.retired_at for other in kinds))
        kind.retired_at = None
    elif not is_active and kind.retired_at is None:
        kind.retired_at = clock.now()


def _ensure_one_for_everyone(kinds: Sequence[ReactionKind]) -> None:
    policies.ensure_one_for_everyone(
        sum(not kind.retired_at and not kind.is_extended for kind in kinds)
    )


async def _set_image(
    session: AsyncSession,
    actor: Actor,
    kinds: Sequence[ReactionKind],
    kind: ReactionKind,
    image: UUID | None,
) -> None:
    """Store the image of a kind. The upload references belong to the whole list of kinds."""
    if image == kind.image_id:
        return
    kept = [other.image_id for other in kinds if other is not kind and other.image_id]
    shown = await uploads.set_references(
        session,
        actor,
        owner=("reaction", 0),
        upload_ids=[*kept, *([image] if image else [])],
        form_field="image",
    )
    kind.image_id, kind.image = image, None
    for upload in shown:
        if upload.id == image:
            uploads.ensure_size(upload, "image", _IMAGE.max_bytes)
            kind.image = uploads.get_variant_url(upload, _IMAGE.width)


async def _finish(
    session: AsyncSession, actor: Actor, kind: ReactionKind, *, before: dict[str, Any] | None
) -> ReactionKindView:
    await session.flush()
    if (after := describe(kind)) != before:
        action = "reaction.created" if before is None else "reaction.changed"
        await _record(session, actor, action, kind.code, before=before, after=after)
    return _to_view(kind, is_used=await _find_is_used(session, kind.code))


async def _record(
    session: AsyncSession,
    actor: Actor,
    action: str,
    code: str,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Record a change in the audit log, and notify the open pages."""
    await audit.record(
        session,
        actor,
        action,
        target_kind="reaction",
        target_id=code,
        target_name=((after or {}) or (before or {})).get("name", ""),
        before=before,
        after=after,
    )
    events.record(session, site.ReactionKindsChanged(code, actor.user_id))


def _to_view(kind: ReactionKind, *, is_used: bool) -> ReactionKindView:
    return ReactionKindView(
        **kind.model_dump(include={"code", "emoji", "image", "is_extended"}),
        name=site.get_reaction_name(kind),
        is_active=kind.retired_at is None,
        is_used=is_used,
    )
