"""State of the promo codes in the section with the plans."""

from datetime import date
from typing import Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field, ValidationInfo, field_validator

from community.admin.blocks.record_list.state import RecordList, RecordSwitchState
from community.admin.plans.state import SECTION
from community.core.errors import Invalid
from community.core.read_models import ReadModel
from community.domain import subscriptions
from community.i18n import formats, gettext as _, ngettext, noop
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query

PLAN_PREFIX = "plan_"
# The choice of a code that lowers all payments.
FOR_EVER = "0"


class PromoCodeRow(ReadModel):
    """A promo code in the list, with texts in the language of the site."""

    id: int
    code: str
    discount: str
    periods: str
    uses: str
    plans: str
    end: str = ""
    is_active: bool = True


class PromoCodeFormData(BaseModel):
    """The form of a new promo code. The domain checks the exact limits."""

    code: str = Field("", max_length=1_000)
    percent: int = Field(0, ge=-1_000_000, le=1_000_000)
    periods: int = Field(1, ge=-1_000, le=1_000)
    max_uses: int | None = Field(None, ge=-(10**9), le=10**9)
    last_day: date | None = None

    @field_validator("percent", "max_uses", "last_day", mode="before")
    @classmethod
    def _empty_is_default(cls, value: object, info: ValidationInfo) -> object:
        return value or cls.model_fields[str(info.field_name)].default


class PromoCodesState(RecordSwitchState, rx.State):
    """The list of promo codes, and the form of a new one."""

    records: ClassVar = RecordList(
        code="promo-code",
        section=SECTION,
        name="code",
        label=noop("Promo codes"),
        add=noop("Add promo code"),
        new_title=noop("New promo code"),
        saved=noop("Promo code created"),
        not_found=noop("Promo code not found"),
    )

    rows: list[PromoCodeRow] = []
    row: PromoCodeRow | None = None
    plans: list[subscriptions.PlanSummary] = []

    async def _list_rows(self) -> list[PromoCodeRow]:
        codes = await run_query(subscriptions.list_promo_codes)
        return [_build_row(code) for code in codes]

    async def _open_form(self, key: int | str) -> None:
        await super()._open_form(key)
        plans = await run_query(subscriptions.list_plans)
        self.plans = [subscriptions.PlanSummary(id=plan.id, name=plan.name) for plan in plans]

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(PromoCodeFormData, message)
        if not form.code.strip():
            raise Invalid.for_field("code", _("Enter a code."))
        plan_ids = [plan.id for plan in self.plans if message.get(f"{PLAN_PREFIX}{plan.id}")]
        await run_action(subscriptions.create_promo_code, **dict(form), plan_ids=plan_ids)

    async def _set_active(self, code: PromoCodeRow, *, is_active: bool) -> None:
        await run_action(
            subscriptions.set_promo_code_active, promo_code_id=code.id, is_active=is_active
        )


def _build_row(code: subscriptions.PromoCodeView) -> PromoCodeRow:
    return PromoCodeRow(
        id=code.id,
        code=code.code,
        discount=_("{percent}% off", percent=code.percent),
        periods=_describe_periods(code.periods),
        uses=ngettext("{n} use", "{n} uses", code.uses)
        if code.max_uses is None
        else _(
            "{uses} of {max_uses} uses",
            uses=formats.format_number(code.uses),
            max_uses=formats.format_number(code.max_uses),
        ),
        plans=", ".join(plan.name for plan in code.plans) or _("All plans"),
        end=_("Until {time}", time=formats.format_full_time(code.expires_at))
        if code.expires_at
        else "",
        is_active=code.is_active,
    )


def _describe_periods(periods: int) -> str:
    if periods == 0:
        return _("For all payments")
    if periods == 1:
        return _("For the first payment")
    return ngettext("For the first {n} payment", "For the first {n} payments", periods)
