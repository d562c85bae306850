"""The features that plans can include, and which of them the site cannot give now."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, events
from community.core.actor import Actor
from community.core.db.statements import acquire_advisory_lock
from community.domain import audit, site
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import PlansChanged
from community.domain.subscriptions.schemas import FeatureView, PlanFeature, PlanSummary
from community.i18n import gettext as _, noop
from community.models import PlanVersion, SubscriptionFeature, SubscriptionPlan

# The name and the description of each feature that the site has by itself, in display order.
BUILT_IN: Final[dict[str, tuple[str, str]]] = {
    "ad_free": (noop("No advertisements"), noop("Read without banners and sponsored posts.")),
    "badge": (noop("Badge"), noop("A badge beside your name that you choose.")),
    "fancy_nickname": (noop("Styled name"), noop("Your name in a style that you choose.")),
    "reactions": (noop("More reactions"), noop("An extended set of reactions.")),
    "private_messages": (noop("Private messages"), noop("Write to other people directly.")),
    "video_avatar": (noop("Video avatar"), noop("A short video in place of your picture.")),
    "post_summaries": (noop("Summaries"), noop("The main points of long posts at a glance.")),
    "assistant_comments": (noop("Assistant"), noop("Ask the assistant in the comments.")),
}
_LOCK: Final = "subscription-features"

# Returns why the site cannot give a feature, or "".
Check = Callable[[AsyncSession], Awaitable[str]]


async def list_features(session: AsyncSession, actor: Actor) -> list[FeatureView]:
    policies.ensure_may_manage_features(actor)
    plans = await _find_plans(session)
    changed = set(await session.scalars(select(SubscriptionFeature.code)))
    unavailable = await find_unavailable(session)
    return [
        FeatureView(
            **feature.model_dump(),
            is_built_in=feature.code in BUILT_IN,
            has_own_texts=feature.code in changed,
            unavailable=unavailable.get(feature.code, ""),
            plans=plans.get(feature.code, []),
        )
        for feature in (await load_features(session)).values()
    ]


async def load_features(session: AsyncSession) -> dict[str, PlanFeature]:
    """Return all features by code in display order, with the texts of the administrators."""
    built_in = {
        code: PlanFeature(code=code, name=_(name), description=_(description))
        for code, (name, description) in BUILT_IN.items()
    }
    query = select(SubscriptionFeature).order_by(
        col(SubscriptionFeature.created_at), col(SubscriptionFeature.code)
    )
    stored = {row.code: PlanFeature.model_validate(row) for row in await session.scalars(query)}
    return built_in | stored


async def load_available_features(session: AsyncSession) -> dict[str, PlanFeature]:
    """Return the features that the site can give now, by code in display order."""
    unavailable = await find_unavailable(session)
    features = await load_features(session)
    return {code: feature for code, feature in features.items() if code not in unavailable}


async def create_feature(
    session: AsyncSession, actor: Actor, *, code: str, name: str, description: str = ""
) -> FeatureView:
    """Add a feature. The site shows its name in plans, and other programs can ask who has it.

    Raise `Conflict` if the code is taken, or there are too many features.
    """
    policies.ensure_may_manage_features(actor)
    await acquire_advisory_lock(session, _LOCK)
    known = await load_features(session)
    if len(known) - len(BUILT_IN) >= policies.MAX_CUSTOM_FEATURES:
        message = _("A site can add at most {n} features.", n=policies.MAX_CUSTOM_FEATURES)
        raise errors.Conflict(message)
    row = SubscriptionFeature(
        code=policies.clean_code(code, known),
        name=policies.clean_name(name),
        description=policies.clean_description(description),
    )
    session.add(row)
    await session.flush()
    await _record(session, actor, "created", row.code, before=None, after=_describe(row))
    return FeatureView(**PlanFeature.model_validate(row).model_dump(), has_own_texts=True)


async def edit_feature(
    session: AsyncSession, actor: Actor, *, code: str, name: str, description: str = ""
) -> FeatureView:
    policies.ensure_may_manage_features(actor)
    await acquire_advisory_lock(session, _LOCK)
    feature = _find(await load_features(session), code)
    before = {"name": feature.name, "description": feature.description}
    row = await session.get(SubscriptionFeature, code)
    if row is None:
        row = SubscriptionFeature(code=code, name=feature.name)
        session.add(row)
    row.name = policies.clean_name(name)
    row.description = policies.clean_description(description)
    await session.flush()
    if (after := _describe(row)) != before:
        await _record(session, actor, "changed", code, before=before, after=after)
    return FeatureView(
        **PlanFeature.model_validate(row).model_dump(),
        is_built_in=code in BUILT_IN,
        has_own_texts=True,
        unavailable=(await find_unavailable(session)).get(code, ""),
        plans=(await _find_plans(session)).get(code, []),
    )


async def remove_feature(session: AsyncSession, actor: Actor, *, code: str) -> bool:
    """Remove a feature that administrators added, or their texts for a built-in feature.

    Returns:
        False if the feature is built in and has its original texts.

    Raises:
        Conflict: A plan includes the feature.
    """
    policies.ensure_may_manage_features(actor)
    await acquire_advisory_lock(session, _LOCK)
    _find(await load_features(session), code)
    row = await session.get(SubscriptionFeature, code)
    if row is None:
        return False
    if code not in BUILT_IN:
        await _ensure_unused(session, code)
    before = _describe(row)
    await session.delete(row)
    await session.flush()
    await _record(session, actor, "removed", code, before=before, after=None)
    return True


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
    if not is_worth_selling(codes, await find_unavailable(session)):
        message = _("None of these features is available now, so the plan can't be on sale.")
        raise errors.Invalid.for_field("features", message)


def name_features(version: PlanVersion, features: Mapping[str, PlanFeature]) -> list[PlanFeature]:
    return [features[code] for code in version.features if code in features]


async def _find_plans(session: AsyncSession) -> dict[str, list[PlanSummary]]:
    """Return the plans whose current versions include each feature, in display order."""
    query = (
        select(SubscriptionPlan, PlanVersion)
        .join(PlanVersion, col(PlanVersion.plan_id) == col(SubscriptionPlan.id))
        .where(col(PlanVersion.is_current))
        .order_by(col(SubscriptionPlan.position), col(SubscriptionPlan.id))
    )
    plans: dict[str, list[PlanSummary]] = {}
    for plan, version in await session.execute(query):
        for code in version.features:
            plans.setdefault(code, []).append(PlanSummary(id=plan.id, name=plan.name))
    return plans


async def _ensure_unused(session: AsyncSession, code: str) -> None:
    """Raise `Conflict` if a version of a plan includes the feature, also one of the past."""
    for version in await session.scalars(select(PlanVersion)):
        if code in version.features:
            raise errors.Conflict(_("A plan includes this feature. Remove it from the plan first."))


def _find(features: dict[str, PlanFeature], code: str) -> PlanFeature:
    if (feature := features.get(code)) is None:
        raise errors.NotFound(_("Feature not found"))
    return feature


def _describe(row: SubscriptionFeature) -> dict[str, Any]:
    return row.model_dump(include={"name", "description"})


async def _record(
    session: AsyncSession,
    actor: Actor,
    verb: str,
    code: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    await audit.record(
        session,
        actor,
        f"feature.{verb}",
        target_kind="feature",
        target_id=code,
        target_name=(after or before or {}).get("name", ""),
        before=before,
        after=after,
    )
    events.record(session, PlansChanged())


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
