"""State of the section with the plans that users can buy."""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.lists import save_form
from community.admin.plans.models import (
    DEFAULT_CURRENCY,
    FEATURE_PREFIX,
    PlanFormData,
    PlanRow,
    build_row,
)
from community.core.errors import DomainError, NotFound
from community.core.ids import parse_id
from community.domain import subscriptions
from community.domain.subscriptions import FeatureChoice, price_problems
from community.i18n import gettext as _
from community.realtime import topics
from community.state.runtime import forms, open_tabs
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

SECTION = "subscription-prices"
Keys = Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=100)]


class PlansState(rx.State):
    """The list of plans, and the form of one plan.

    Attributes:
        features: The features that a plan can include.
        editing: The id of the plan in the form, or 0 for a new one.
        default_currency: The currency that the form of a new plan shows.
        removing: The plan for which the dialog asks whether to remove it.
    """

    plans: list[PlanRow] = []
    features: list[FeatureChoice] = []
    is_loaded: bool = False
    is_form_open: bool = False
    editing: int = 0
    plan: PlanRow | None = None
    default_currency: str = DEFAULT_CURRENCY
    errors: dict[str, str] = {}
    removing: PlanRow | None = None
    removal_error: str = ""

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.ADMIN_PLANS)
        self.is_form_open, self.removing = False, None
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(SECTION)
    async def open_form(self, plan_id: IdOrZero) -> None:
        """Open the form for a plan, or for a new one if the id is 0."""
        await self._load()
        self.plan = self._find(plan_id) if plan_id else None
        self.editing, self.errors, self.is_form_open = plan_id, {}, True

    @rx.event
    @admin(SECTION)
    async def close_form(self) -> None:
        self.is_form_open = False

    @rx.event
    @admin(SECTION, limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        if not await save_form(self, self._save(message)):
            return
        self.is_form_open = False
        await self._load()
        await show_toast(self, _("Saved"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_active(self, plan_id: Id, is_active: bool) -> None:
        try:
            await run_action(subscriptions.edit_plan, plan_id=plan_id, is_active=is_active)
        finally:
            # After an error the switch returns to the stored value.
            await self._load()

    @rx.event
    @admin(SECTION)
    async def ask_to_remove(self, plan_id: Id) -> None:
        """Open the dialog, which depends on whether the plan was bought by now."""
        await self._load()
        self.removing, self.removal_error = self._find(plan_id), ""

    @rx.event
    @admin(SECTION)
    async def cancel_removal(self) -> None:
        self.removing = None

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, message: dict[str, Any]) -> None:
        """Delete the plan of the dialog, or take it off sale if it was bought."""
        if self.removing is None:
            return
        try:
            parse_confirmation(message)
            is_deleted = await run_action(subscriptions.remove_plan, plan_id=self.removing.id)
        except DomainError as error:
            self.removal_error = error.message
            return
        self.removing = None
        await self._load()
        await show_toast(self, _("Deleted") if is_deleted else _("Taken off sale"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def reorder(self, keys: Keys) -> None:
        plan_ids = [parse_id(key) or 0 for key in keys]
        try:
            await run_action(subscriptions.reorder_plans, plan_ids=plan_ids)
        finally:
            await self._load()

    async def _load(self) -> None:
        problems = await run_query(price_problems.list_price_problems)
        plans = await run_query(subscriptions.list_plans)
        self.features = await run_query(subscriptions.list_feature_choices)
        unavailable = {feature.code for feature in self.features if feature.unavailable}
        self.plans = [build_row(plan, problems.get(plan.id, ""), unavailable) for plan in plans]
        if self.plan is not None:  # the form can stay open while the list is loaded again
            self.plan = next((row for row in self.plans if row.id == self.editing), None)
        self.default_currency = self.plans[-1].currency if self.plans else DEFAULT_CURRENCY

    async def _save(self, message: dict[str, Any]) -> None:
        fields = forms.parse(PlanFormData, message).build_fields()
        fields["features"] = [
            feature.code for feature in self.features if message.get(FEATURE_PREFIX + feature.code)
        ]
        if self.editing:
            await run_action(subscriptions.edit_plan, plan_id=self.editing, **fields)
        else:
            await run_action(subscriptions.create_plan, **fields)

    def _find(self, plan_id: int) -> PlanRow:
        for plan in self.plans:
            if plan.id == plan_id:
                return plan
        raise NotFound(_("Plan not found"))
