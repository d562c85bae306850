"""The offer to users whose plan does not include a feature, and its preview for administrators."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import DomainError, NotFound
from community.core.read_models import ReadModel
from community.domain import site
from community.domain.subscriptions import billing, billing_details, policies, schemas
from community.domain.subscriptions.features import load_available_features, load_features
from community.domain.subscriptions.on_sale import find_provider
from community.domain.subscriptions.plans.queries import list_plans_on_sale
from community.domain.subscriptions.vat import describe_vat
from community.i18n import gettext as _

MAX_PREVIEWED_PLANS = 3


class OfferedPlan(ReadModel):
    """A plan that includes the feature."""

    id: int
    name: str
    price: str  # with the currency and the period
    vat: str = ""  # whether VAT is added to the price, or "" without VAT


class Offer(ReadModel):
    """The dialog that offers plans.

    Attributes:
        reason: Why the user needs a plan.
        advantages: What subscribers get.
    """

    title: str
    reason: str
    text: str
    advantages: list[str] = []
    plans: list[OfferedPlan] = []
    button_label: str


async def add_plans_to_error(session: AsyncSession, error: DomainError) -> None:
    """Add the plans on sale that include the feature to the details of the error of a check."""
    plans = await _list_plans_with_feature(session, str(error.details["feature"]))
    summaries = [schemas.PlanSummary(id=plan.id, name=plan.name).model_dump() for plan in plans]
    error.details["plans"] = summaries


async def find_offer(session: AsyncSession, actor: Actor, error: DomainError) -> Offer | None:
    """Return the offer for the error of a check, or None if no plan on sale has the feature."""
    feature = str(error.details["feature"])
    return await find_feature_offer(session, actor, feature, reason=error.message)


async def find_feature_offer(
    session: AsyncSession, actor: Actor, feature: str, *, reason: str
) -> Offer | None:
    """Return the offer of a feature, which says why the user needs it, as `find_offer`."""
    plans = await _list_plans_with_feature(session, feature)
    if not plans:
        return None
    section = await site.get_settings_section(session, site.OfferSettings)
    vat = describe_vat(await billing_details.load_treatment(session, actor))
    return _build_offer(section, plans, reason=reason, vat=vat)


async def ensure_feature(session: AsyncSession, actor: Actor, *, feature: str) -> None:
    """Check that the actor may use a feature, before an action that asks for more, for example.

    Raise `PermissionDenied` if the actor is a guest, or may not (`subscription_feature_required`).
    """
    if (known := (await load_features(session)).get(feature)) is None:
        raise NotFound(_("Feature not found"))
    actor.ensure_feature(feature, _("“{feature}” is for subscribers.", feature=known.name))


async def preview_offer(
    session: AsyncSession, actor: Actor, section: site.OfferSettings | None = None
) -> Offer:
    """Return an example of the offer, with the texts of `section` or the saved ones."""
    actor.ensure_section(policies.OFFER_SECTION)
    section = section or await site.get_settings_section(session, site.OfferSettings)
    plans = (await list_plans_on_sale(session))[:MAX_PREVIEWED_PLANS] or [
        await _build_sample(session)
    ]
    reason = _("Only subscribers can have a video as profile picture.")
    vat = describe_vat(await billing_details.load_treatment(session, actor))
    return _build_offer(section, plans, reason=reason, vat=vat)


async def _list_plans_with_feature(session: AsyncSession, code: str) -> list[schemas.PlanView]:
    if await find_provider(session) is None:
        return []
    plans = await list_plans_on_sale(session)
    return [plan for plan in plans if any(feature.code == code for feature in plan.features)]


def _build_offer(
    section: site.OfferSettings, plans: Sequence[schemas.PlanView], *, reason: str, vat: str
) -> Offer:
    intro = _("Support the site and get more out of it. You can cancel at any time.")
    return Offer(
        title=section.heading or _("Get more with a plan"),
        reason=reason,
        text=section.text or intro,
        advantages=list(section.advantages) or [feature.name for feature in plans[0].features],
        plans=[
            OfferedPlan(
                id=plan.id,
                name=plan.name,
                price=billing.describe_price(plan.price, plan.currency, plan.period),
                vat=vat,
            )
            for plan in plans
        ],
        button_label=section.button_label or _("See plans"),
    )


async def _build_sample(session: AsyncSession) -> schemas.PlanView:
    features = list((await load_available_features(session)).values())
    return schemas.PlanView(
        id=0, name=_("Plan"), price=500, currency="USD", period="month", features=features[:4]
    )
