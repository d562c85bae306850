from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.record_list.state import (
    RecordList,
    RecordOrderState,
    RecordRemovalState,
    RecordSwitchState,
)
from community.admin.plans import models
from community.domain import subscriptions
from community.domain.subscriptions.plans import price_problems
from community.i18n import gettext as _, noop, pgettext
from community.realtime import messages
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query

SECTION = "subscription-prices"


class PlansState(RecordOrderState, RecordSwitchState, RecordRemovalState, rx.State):
    """The list of plans, and the form of one plan."""

    records: ClassVar = RecordList(
        code="plan",
        section=SECTION,
        topic=messages.ADMIN_PLANS_TOPIC,
        label=noop("Plans"),
        add=noop("Add plan"),
        new_title=noop("New plan"),
        edit_title=noop("Edit plan"),
        not_found=noop("Plan not found"),
    )

    rows: list[models.PlanRow] = []
    row: models.PlanRow | None = None
    removing: models.PlanRow | None = None
    features: list[subscriptions.FeatureChoice] = []
    # The currency that the form of a new plan shows.
    default_currency: str = models.DEFAULT_CURRENCY

    async def _list_rows(self) -> list[models.PlanRow]:
        problems = await run_query(price_problems.list_price_problems)
        plans = await run_query(subscriptions.list_plans)
        self.features = await run_query(subscriptions.list_feature_choices)
        unavailable = {feature.code for feature in self.features if feature.unavailable}
        rows = [models.build_row(plan, problems.get(plan.id, ""), unavailable) for plan in plans]
        if self.row is not None:  # an open form shows the present number of subscribers
            self.row = next((row for row in rows if row.id == self.editing), None)
        self.default_currency = rows[-1].currency if rows else models.DEFAULT_CURRENCY
        return rows

    async def _save(self, message: dict[str, Any]) -> None:
        fields = forms.parse(models.PlanFormData, message).build_fields()
        fields["features"] = [
            feature.code
            for feature in self.features
            if message.get(models.FEATURE_PREFIX + feature.code)
        ]
        if self.editing:
            await run_action(subscriptions.edit_plan, plan_id=self.editing, **fields)
        else:
            await run_action(subscriptions.create_plan, **fields)

    async def _set_active(self, plan: models.PlanRow, *, is_active: bool) -> None:
        await run_action(subscriptions.edit_plan, plan_id=plan.id, is_active=is_active)

    async def _reorder(self, keys: list[int]) -> None:
        await run_action(subscriptions.reorder_plans, plan_ids=keys)

    async def _remove(self, plan: models.PlanRow) -> str:
        is_deleted = await run_action(subscriptions.remove_plan, plan_id=plan.id)
        return pgettext("done", "Deleted") if is_deleted else _("Taken off sale")
