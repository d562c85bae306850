"""The checklist of first steps that administrators of a new site see."""

from sqlalchemy import exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.settings import Settings, settings
from community.domain import people, posts, site, subscriptions
from community.domain.discovery.schemas import SetupChecklist
from community.models import Community, Post, User

# The steps that the home page shows.
FIRST_STEPS = {"is_site_named", "has_community", "has_post", "has_members"}


async def find_setup_checklist(session: AsyncSession, actor: Actor) -> SetupChecklist | None:
    """Return the checklist that the home page shows to the administrator `actor`.

    Return None if the actor is not an administrator, if an administrator has dismissed the
    checklist, or if the first steps are done.
    """
    checklist = await find_full_setup_checklist(session, actor)
    if checklist is None or all(checklist.model_dump(include=FIRST_STEPS).values()):
        return None
    return checklist


async def find_full_setup_checklist(session: AsyncSession, actor: Actor) -> SetupChecklist | None:
    """Return the checklist that the Admin Panel shows. Return None if all of its steps are done."""
    if not actor.is_admin:
        return None
    if (await site.get_settings_section(session, site.ChecklistSettings)).is_checklist_dismissed:
        return None
    checklist = await _load_checklist(session, actor)
    others = {"invite_url", "registration", "takes_payments"}
    is_done = all(checklist.model_dump(exclude=others).values())
    return None if is_done else checklist


async def _load_checklist(session: AsyncSession, actor: Actor) -> SetupChecklist:
    has_community = exists().where(col(Community.closed_at).is_(None))
    has_post = exists().where(col(Post.id).is_not(None), posts.listed_for(actor))
    has_members = exists().where(col(User.id) != actor.id, people.is_listed)
    row = (await session.execute(select(has_community, has_post, has_members))).one()
    general = await site.get_settings_section(session, site.GeneralSettings)
    auth = await site.get_settings_section(session, site.AuthSettings)
    takes_payments = await subscriptions.readiness.takes_payments(session)
    default_name = Settings.model_fields["site_name"].default
    return SetupChecklist(
        is_site_named=(general.site_name or settings().site_name) != default_name,
        has_logo=bool(general.logo),
        has_mail=bool(general.smtp_host),
        has_sign_in_provider=any(auth.get_provider(name).is_enabled for name in site.PROVIDERS),
        takes_payments=takes_payments,
        is_ready_for_payments=not takes_payments or await subscriptions.readiness.is_ready(session),
        has_community=row[0],
        has_post=row[1],
        has_members=row[2],
        registration=auth.registration,
        invite_url=urls.absolute(urls.REGISTER),
    )
