"""Functions that read the site settings and the available reactions.

The settings and reactions are read often and change rarely, so they are cached. After a change, all
processes clear their caches. A process that misses the message uses the old values until they
expire.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.cache import Cache
from community.domain.site import definitions, schemas
from community.domain.site.definitions import SettingsSection
from community.domain.site.stored_sections import load_section, mask_section
from community.i18n import gettext as _, noop
from community.models import ReactionKind, SiteSetting

S = TypeVar("S", bound=definitions.SettingsSection)

CACHE_TTL_SECONDS = 5.0

# The names of the reactions that a new site has.
_FIRST_REACTION_NAMES = {
    noop("Like"),
    noop("Love"),
    noop("Insightful"),
    noop("Funny"),
    noop("Surprising"),
    noop("Sad"),
    noop("Fire"),
    noop("Applause"),
    noop("Celebrate"),
}

# The keys are tuples of the database engine and a name. Each database engine has its own entries,
# because tests use several databases in one process.
settings_cache: Cache[Any] = Cache(ttl_seconds=CACHE_TTL_SECONDS, max_size=100, single_flight=False)


async def get_content_settings(session: AsyncSession) -> definitions.ContentSettings:
    """Return the settings for posts and comments.

    If the site requires a confirmed email, people without one cannot write.
    """
    content = await get_settings_section(session, definitions.ContentSettings)
    if (await get_settings_section(session, definitions.AuthSettings)).require_verified_email:
        return content.model_copy(update={"unverified_accounts": "refuse"})
    return content


async def get_settings_section(session: AsyncSession, section_type: type[S]) -> S:
    async def load() -> S:
        return await load_settings_section(session, section_type)

    section: S = await settings_cache.get_or_load((session.get_bind(), section_type.name), load)
    return section


async def load_settings_section(session: AsyncSession, section_type: type[S]) -> S:
    """Return one section of the site settings from the database, without the cache."""
    row = await session.get(SiteSetting, section_type.name)
    return load_section(section_type, row.value if row else None)


async def get_settings_view(
    session: AsyncSession, actor: Actor, section_type: type[definitions.SettingsSection]
) -> schemas.SettingsView:
    ensure_may_change(actor, section_type)
    row = await session.get(SiteSetting, section_type.name)
    return to_settings_view(row, load_section(section_type, row.value if row else None))


def to_settings_view(
    row: SiteSetting | None, section: definitions.SettingsSection
) -> schemas.SettingsView:
    return schemas.SettingsView(
        group=section.name,
        version=row.version if row else 0,
        values=mask_section(section),
        changed_at=row.changed_at if row and row.version else None,
    )


async def list_reaction_choices(session: AsyncSession) -> list[schemas.ReactionChoice]:
    """Return the reactions that users can choose, without retired ones, in display order."""
    return [choice for choice in await list_all_reactions(session) if choice.is_active]


async def list_all_reactions(session: AsyncSession) -> list[schemas.ReactionChoice]:
    """Return all reactions in display order, including retired ones.

    The State of each open page refers to this list. Callers must not change it.
    """
    choices: list[schemas.ReactionChoice] = await settings_cache.get_or_load(
        (session.get_bind(), "reactions"), lambda: _load_reactions(session)
    )
    return choices


async def get_reactions_by_code(session: AsyncSession) -> dict[str, schemas.ReactionChoice]:
    return {choice.code: choice for choice in await list_all_reactions(session)}


async def build_reaction_counts(
    session: AsyncSession, counts_by_code: Mapping[str, int]
) -> list[schemas.ReactionCount]:
    """Convert the stored reaction counts of a post or comment to a list in display order.

    Reactions with the count zero are omitted. Retired reactions are included: users can no longer
    choose them, but the choices that users made before still count.
    """
    if not any(counts_by_code.values()):
        return []
    return [
        schemas.ReactionCount(
            code=choice.code,
            emoji=choice.emoji,
            image=choice.image,
            name=choice.name,
            count=counts_by_code[choice.code],
        )
        for choice in await list_all_reactions(session)
        if counts_by_code.get(choice.code, 0) > 0
    ]


async def _load_reactions(session: AsyncSession) -> list[schemas.ReactionChoice]:
    kinds = await session.scalars(
        select(ReactionKind).order_by(col(ReactionKind.position), col(ReactionKind.code))
    )
    return [_to_choice(kind) for kind in kinds]


def get_reaction_name(kind: ReactionKind) -> str:
    """Return the name of a reaction. The first names are shown in the language of the site."""
    return _(kind.name) if kind.name in _FIRST_REACTION_NAMES else kind.name


def _to_choice(kind: ReactionKind) -> schemas.ReactionChoice:
    return schemas.ReactionChoice(
        **kind.model_dump(include={"code", "emoji", "image", "is_extended"}),
        name=get_reaction_name(kind),
        is_active=kind.retired_at is None,
    )


def get_admin_section(section_type: type[SettingsSection]) -> str:
    return section_type.admin_section or f"settings/{section_type.name}"


def ensure_may_change(actor: Actor, section_type: type[SettingsSection]) -> None:
    actor.ensure_section(get_admin_section(section_type))
