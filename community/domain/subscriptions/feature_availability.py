"""Which features the site cannot give now, so that it does not sell them."""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.errors import Invalid
from community.domain import site
from community.i18n import gettext as _

# Returns why the site cannot give a feature, or "".
Check = Callable[[AsyncSession], Awaitable[str]]


async def find_unavailable(session: AsyncSession) -> dict[str, str]:
    """Return why the site cannot give some of its features, by their codes.

    Features that administrators have added are always available.
    """
    reasons = {code: await check(session) for code, check in CHECKS.items()}
    return {code: reason for code, reason in reasons.items() if reason}


def is_worth_selling(codes: Collection[str], unavailable: Collection[str]) -> bool:
    """Return whether buyers of a plan with these features get at least one of them.

    A plan without any feature can be sold: it only supports the site.
    """
    return not codes or not set(codes) <= set(unavailable)


async def ensure_worth_selling(session: AsyncSession, codes: Collection[str]) -> None:
    """Raise `Invalid` if a plan with these features cannot be put on sale."""
    if not is_worth_selling(codes, await find_unavailable(session)):
        message = _("None of these features is available now, so the plan can't be on sale.")
        raise Invalid.for_field("features", message)


async def _is_available(_session: AsyncSession) -> str:
    return ""


async def _check_advertisements(session: AsyncSession) -> str:
    options = await site.get_settings_section(session, site.AdvertisingSettings)
    return "" if options.advertisements_enabled else _("The site shows no advertisements.")


async def _check_reactions(session: AsyncSession) -> str:
    if any(choice.is_extended for choice in await site.list_reaction_choices(session)):
        return ""
    return _("No reaction is for subscribers only.")


async def _check_summaries(session: AsyncSession) -> str:
    general = await site.get_settings_section(session, site.GeneralSettings)
    return _describe_ai(general, general.ai_daily_summaries)


async def _check_answers(session: AsyncSession) -> str:
    general = await site.get_settings_section(session, site.GeneralSettings)
    return _describe_ai(general, general.ai_daily_questions)


def _describe_ai(general: site.GeneralSettings, personal_limit: int) -> str:
    if not general.is_ai_on:
        return _("AI is not set up in the general settings.")
    if personal_limit == 0:
        return _("The daily limit for one person is 0 in the general settings.")
    return ""


CHECKS: Final[dict[str, Check]] = {
    "ad_free": _check_advertisements,
    "badge": _is_available,
    "fancy_nickname": _is_available,
    "reactions": _check_reactions,
    "private_messages": _is_available,
    "video_avatar": _is_available,
    "post_summaries": _check_summaries,
    "assistant_comments": _check_answers,
}
