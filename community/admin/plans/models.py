"""The plans as the section shows them, with texts in the language of the site."""

from collections.abc import Collection, Sequence
from typing import Any

from pydantic import BaseModel, Field, field_validator

from community.core.money import format_amount, parse_amount, to_decimal
from community.core.read_models import ReadModel
from community.domain.subscriptions import PlanView, PriceChangeView
from community.i18n import formats, gettext as _, ngettext

DEFAULT_CURRENCY = "USD"
FEATURE_PREFIX = "feature_"


class PlanRow(ReadModel):
    id: int
    name: str
    description: str = ""
    price: str  # what the input of the form shows, in whole units
    price_text: str  # the price of a period
    currency: str
    period: str
    trial_days: int
    feature_codes: list[str] = []
    feature_names: str = ""  # the names of the features in one line
    earlier_text: str = ""  # how many subscribers pay an earlier price, or ""
    price_change_text: str = ""  # from when they pay the current one, or ""
    problems: list[str] = []  # why no one can buy the plan now
    hidden_features: str = ""  # what buyers do not see, or ""
    is_active: bool = True
    is_bought: bool = False
    subscribers_count: int = 0


class PlanFormData(BaseModel):
    """The form of a plan. The domain checks the exact limits."""

    name: str = Field("", max_length=1_000)
    description: str = Field("", max_length=5_000)
    price: str = Field("", max_length=40)  # in whole units of the currency
    currency: str = Field("", max_length=10)
    period: str = Field("", max_length=10)
    trial_days: int = Field(0, ge=-1_000_000, le=1_000_000)
    is_active: bool = False

    @field_validator("trial_days", mode="before")
    @classmethod
    def _empty_is_zero(cls, value: object) -> object:
        return value or 0

    def build_fields(self) -> dict[str, Any]:
        """Return the arguments for the domain. The price is None if it is not an amount."""
        return {**self.model_dump(), "price": parse_amount(self.price, self.currency)}


def build_row(plan: PlanView, price_problem: str, unavailable: Collection[str]) -> PlanRow:
    missing = [feature.name for feature in plan.features if feature.code in unavailable]
    return PlanRow(
        **plan.model_dump(
            include={"id", "name", "description", "currency", "period", "trial_days", "is_active"}
        ),
        price=str(to_decimal(plan.price, plan.currency)),
        price_text=_describe_price(plan),
        feature_codes=[feature.code for feature in plan.features],
        feature_names=", ".join(feature.name for feature in plan.features),
        problems=_list_problems(plan, price_problem, missing),
        hidden_features=_describe_hidden(plan, missing),
        earlier_text=_describe_earlier(plan.earlier_subscribers_count or 0),
        price_change_text=_describe_change(plan.price_change) if plan.price_change else "",
        is_bought=bool(plan.is_bought),
        subscribers_count=plan.subscribers_count or 0,
    )


def _describe_earlier(count: int) -> str:
    if count == 0:
        return ""
    return ngettext(
        "{n} subscriber pays an earlier price.", "{n} subscribers pay an earlier price.", count
    )


def _describe_change(change: PriceChangeView) -> str:
    return ngettext(
        "From {date}, renewals take {price}. {n} subscriber has been notified.",
        "From {date}, renewals take {price}. {n} subscribers have been notified.",
        change.subscribers_count,
        date=formats.format_full_date(change.starts_at),
        price=format_amount(change.price, change.currency),
    )


def _list_problems(plan: PlanView, price_problem: str, missing: Sequence[str]) -> list[str]:
    problems = [price_problem] if price_problem else []
    if missing and len(missing) == len(plan.features):
        problems.append(_("No one can buy it: none of its features is available now."))
    return problems


def _describe_hidden(plan: PlanView, missing: Sequence[str]) -> str:
    if not missing or len(missing) == len(plan.features):
        return ""
    return _("Unavailable, so buyers don't see it: {features}", features=", ".join(missing))


def _describe_price(plan: PlanView) -> str:
    price = format_amount(plan.price, plan.currency)
    if plan.period == "year":
        return _("{price} per year", price=price)
    return _("{price} per month", price=price)
