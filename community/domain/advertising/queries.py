from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.cache import Cache
from community.domain import site
from community.domain.advertising import policies, schemas
from community.domain.advertising.targeting import RunningAdvertisement, is_in_period
from community.i18n import gettext as _
from community.models import Advertisement, MemberImpressions

# Processes learn of changes at once, and of impressions that others counted within this time.
CACHE_TTL_SECONDS = 5.0

_running: Cache[Sequence[RunningAdvertisement]] = Cache(
    ttl_seconds=CACHE_TTL_SECONDS, max_size=10, single_flight=False
)


async def list_advertisements(
    session: AsyncSession, actor: Actor
) -> list[schemas.AdvertisementView]:
    policies.ensure_may_manage(actor)
    options = await site.get_settings_section(session, site.AdvertisingSettings)
    rows = await session.scalars(
        select(Advertisement).order_by(col(Advertisement.position), col(Advertisement.id))
    )
    return [build_view(row, actor, needs_approval=options.needs_approval) for row in rows]


async def get_advertisement(
    session: AsyncSession, actor: Actor, advertisement_id: int
) -> schemas.AdvertisementView:
    policies.ensure_may_manage(actor)
    options = await site.get_settings_section(session, site.AdvertisingSettings)
    row = await session.get(Advertisement, advertisement_id)
    if row is None:
        raise make_not_found_error()
    return build_view(row, actor, needs_approval=options.needs_approval)


async def list_running(session: AsyncSession) -> Sequence[RunningAdvertisement]:
    """Return the advertisements that are switched on and approved, also future and past ones.

    The list is empty if the site shows no advertisements. It is cached.
    """
    options = await site.get_settings_section(session, site.AdvertisingSettings)
    if not options.advertisements_enabled:
        return ()
    key = (session.get_bind(), options.needs_approval)
    return await _running.get_or_load(
        key, lambda: _load_running(session, needs_approval=options.needs_approval)
    )


async def has_started_or_ended(session: AsyncSession, since: datetime, until: datetime) -> bool:
    """Return whether the period of an advertisement has begun or ended after `since`."""
    return any(
        time is not None and since < time <= until
        for running in await list_running(session)
        for time in (running.starts_at, running.ends_at)
    )


async def get_shown_name(session: AsyncSession, advertisement_id: int) -> str:
    """Return the name in the Admin Panel of an advertisement that readers can see."""
    for running in await list_running(session):
        if running.id == advertisement_id and is_in_period(running, clock.now()):
            row = await session.get(Advertisement, advertisement_id)
            return row.name if row else ""
    raise make_not_found_error()


def clear_running_cache() -> None:
    _running.clear()


async def list_seen_today(session: AsyncSession, actor: Actor) -> dict[int, int]:
    """Return how often a member has seen the advertisements with a daily limit today, by id."""
    if actor.is_guest:
        return {}
    rows = await session.execute(
        select(MemberImpressions.advertisement_id, MemberImpressions.impressions).where(
            MemberImpressions.user_id == actor.id, MemberImpressions.day == clock.now().date()
        )
    )
    return {row[0]: row[1] for row in rows}


def build_view(
    row: Advertisement, actor: Actor, *, needs_approval: bool
) -> schemas.AdvertisementView:
    images = {
        name: schemas.AdvertisementImage.model_validate(image) for name, image in row.images.items()
    }
    fields = row.model_dump(exclude={"images", "audience", "report_token_hash", "position"})
    return schemas.AdvertisementView(
        **fields,
        **images,
        audience=schemas.Audience.model_validate(row.audience),
        status=compute_status(row, clock.now(), needs_approval=needs_approval),
        changed_by=row.changed_by_id,
        approved_by=row.approved_by_id,
        can_approve=row.approved_at is None and not actor.is_user(row.changed_by_id),
        has_report_link=row.report_token_hash is not None,
    )


def compute_status(row: Advertisement, now: datetime, *, needs_approval: bool) -> schemas.Status:
    """Return why readers do not see the advertisement, or `running`.

    An advertisement whose budget only allows no more impressions at this time is running.
    """
    if row.ends_at is not None and row.ends_at <= now:
        return "ended"
    if row.budget_impressions is not None and row.impressions >= row.budget_impressions:
        return "budget_used"
    if not row.is_active:
        return "off"
    if needs_approval and row.approved_at is None:
        return "waiting_for_approval"
    return "scheduled" if row.starts_at > now else "running"


def make_not_found_error() -> errors.NotFound:
    return errors.NotFound(_("Advertisement not found"))


async def _load_running(
    session: AsyncSession, *, needs_approval: bool
) -> Sequence[RunningAdvertisement]:
    query = select(Advertisement).where(col(Advertisement.is_active))
    if needs_approval:
        query = query.where(col(Advertisement.approved_at).is_not(None))
    rows = await session.scalars(query.order_by(col(Advertisement.position), col(Advertisement.id)))
    return tuple(map(_to_running, rows))


def _to_running(row: Advertisement) -> RunningAdvertisement:
    names = RunningAdvertisement.__dataclass_fields__.keys() - {"audience", "content"}
    return RunningAdvertisement(
        **row.model_dump(include=set(names)),
        audience=schemas.Audience.model_validate(row.audience),
        content=row.model_dump(include={"images", "alt", "title", "text", "button", "link"}),
    )
