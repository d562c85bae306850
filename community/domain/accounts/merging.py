"""The function that closes an account whose content moves to another account."""

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.actor import Actor
from community.domain import uploads
from community.domain.accounts import administration, former_slugs, passkeys, profiles, two_factor
from community.domain.accounts.events import ProfileChanged
from community.domain.accounts.identity_store import remove_identities
from community.models import FormerSlug, User

# No user can choose such a username and such an email.
_CLOSED_SLUG = "~{user_id}"
_CLOSED_EMAIL = "{user_id}@merged.invalid"


async def close_merged_account(
    session: AsyncSession, actor: Actor, source: User, target: User
) -> None:
    """Close the account `source`. Its current and former usernames redirect to `target`."""
    slug = source.slug
    await administration.end_all_sessions(session, source)
    await two_factor.remove(session, source)
    await passkeys.remove_all(session, source)
    await uploads.set_images(
        session,
        actor,
        profiles.IMAGES,
        object_id=source.id,
        changes=dict.fromkeys(profiles.IMAGES),
    )
    source.slug = _CLOSED_SLUG.format(user_id=source.id)
    source.email = _CLOSED_EMAIL.format(user_id=source.id)
    source.password_hash = source.avatar = source.header = None
    # The subscription moves as well, so the remaining account may show what the other one showed.
    target.chosen_badge = target.chosen_badge or source.chosen_badge
    target.chosen_name_style = target.chosen_name_style or source.chosen_name_style
    source.chosen_badge = source.chosen_name_style = None
    source.deleted_at = clock.now()
    await session.flush()
    await remove_identities(session, source.id)
    await session.execute(
        update(FormerSlug)
        .where(col(FormerSlug.kind) == "user", col(FormerSlug.target_id) == source.id)
        .values(target_id=target.id)
        .execution_options(synchronize_session=False)
    )
    await former_slugs.reserve_former_slug(session, "user", slug, owner_id=target.id)
    await session.execute(
        delete(FormerSlug).where(
            col(FormerSlug.kind) == "user", col(FormerSlug.slug) == target.slug.lower()
        )
    )
    events.record(session, ProfileChanged(source.id))
