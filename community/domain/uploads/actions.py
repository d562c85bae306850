"""Taking pictures in, using them, and removing those that nobody used.

Taking in has three steps, so that no transaction is open while a picture is being re-encoded, and
no file is ever without its row: `judge` (processor), `store` (row), `keep_files` (storage). A
process that dies between the last two leaves a row that `purge_unattached` removes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.locks import HELD
from community.core.plain import plain_line
from community.domain.uploads import policies
from community.domain.uploads.queries import id_in, is_shown, keys_of, name_of
from community.media import ImageProcessor, ProcessedImage, Storage, key_for
from community.models import Upload


@dataclass(frozen=True, slots=True)
class Judged:
    """A picture that may be taken in, re-encoded.

    Attributes:
        original_size: bytes of the file as it was sent.
        id: what the upload will be called; random, so that its address cannot be guessed.
    """

    image: ProcessedImage
    original_size: int
    id: UUID = field(default_factory=ids.new_uuid)


async def judge(actor: Actor, images: ImageProcessor, data: bytes) -> Judged:
    """Find out by its content whether this is a picture, and make its copies.

    Raises:
        NotAllowed: guests and banned people.
        Invalid: `too_large` or `unsupported_media`.
    """
    policies.ensure_may_upload(actor)
    return Judged(await images.process(data), len(data))


async def store(session: AsyncSession, actor: Actor, *, judged: Judged, alt: str = "") -> Upload:
    """Note a picture as the actor's; until it is attached to something it stays for a day.

    Args:
        alt: what it shows, for those who do not see it.

    Raises:
        Invalid: `alt` is too long.
        Conflict: the actor has too many that are not used.
    """
    policies.ensure_may_upload(actor)
    if await _count_unattached(session, actor) >= policies.MAX_UNATTACHED:
        raise Conflict(
            "You have uploaded many pictures without using them. Use some, or come back tomorrow."
        )
    image = judged.image
    upload = Upload(
        id=judged.id,
        owner_id=actor.id,
        alt=_checked_alt(alt),
        width=image.width,
        height=image.height,
        size=sum(len(copy.data) for copy in image.variants.values()),
        original_size=judged.original_size,
        variants={
            str(asked): {"width": copy.width, "height": copy.height, "size": len(copy.data)}
            for asked, copy in image.variants.items()
        },
    )
    session.add(upload)
    await session.flush()
    return upload


async def keep_files(storage: Storage, judged: Judged) -> None:
    """Put the copies where they are served from; once this returns, a crash does not lose them."""
    for asked, copy in judged.image.variants.items():
        await storage.put(key_for(judged.id, name_of(asked)), copy.data)


async def attach(
    session: AsyncSession, actor: Actor, upload_ids: Sequence[UUID], *, field: str = "media"
) -> list[Upload]:
    """Use pictures of the actor's own, in the order given: they stay from now on.

    Args:
        field: of the form, for the refusal.

    Raises:
        Invalid: there is no such picture, or it is somebody else's.
    """
    if not upload_ids:
        return []
    rows = await session.scalars(
        select(Upload)
        .where(col(Upload.id).in_(set(upload_ids)), col(Upload.owner_id) == actor.id)
        .order_by(col(Upload.id))
        .with_for_update(**HELD)
    )
    found = {row.id: row for row in rows}
    if not found.keys() >= set(upload_ids):
        raise Invalid.field(field, "This picture is not there any more. Upload it again.")
    for row in found.values():
        row.attached_at = row.attached_at or clock.now()
    return [found[upload_id] for upload_id in upload_ids]


async def release(session: AsyncSession, address: str | None) -> bool:
    """A picture is no longer shown where it was: unless it is shown elsewhere, it goes after a day.

    Call it when the place shows something else already.

    Args:
        address: of any of its copies; None and addresses of other sites are nobody's upload.

    Returns:
        Whether nothing shows it any more.
    """
    if (upload_id := id_in(address or "")) is None:
        return False
    await session.flush()
    upload = await session.get(Upload, upload_id, with_for_update=HELD, populate_existing=True)
    if upload is None or await is_shown(session, upload):
        return False
    upload.attached_at, upload.released_at = None, clock.now()
    return True


async def purge_unattached(session: AsyncSession, storage: Storage, now: datetime) -> int:
    """Remove pictures that nobody used for a day, a batch of them.

    Files go before rows: what a crash interrupts is done again.

    Returns:
        How many were removed; call again until it is 0.
    """
    long_ago, released_at = now - policies.UNATTACHED_TERM, col(Upload.released_at)
    rows = (
        await session.scalars(
            select(Upload)
            .where(
                col(Upload.attached_at).is_(None),
                col(Upload.created_at) < long_ago,
                or_(released_at.is_(None), released_at < long_ago),
            )
            .order_by(col(Upload.created_at))
            .limit(policies.PURGE_BATCH)
            .with_for_update(skip_locked=True)
        )
    ).all()
    for row in rows:
        for key in keys_of(row):
            await storage.delete(key)
        await session.delete(row)
    return len(rows)


async def _count_unattached(session: AsyncSession, actor: Actor) -> int:
    counted = (
        select(func.count())
        .select_from(Upload)
        .where(col(Upload.owner_id) == actor.id, col(Upload.attached_at).is_(None))
    )
    return await session.scalar(counted) or 0


def _checked_alt(alt: str) -> str:
    kept = plain_line(alt)
    if len(kept) > policies.ALT_LIMIT:
        raise Invalid.field("alt", f"A description can have {policies.ALT_LIMIT} characters.")
    return kept
