from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field, ValidationInfo, field_validator

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.record_list.state import RecordFormState, save_form
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import ActionForm, RecordAction, RecordActionsState
from community.admin.user_subscriptions import models
from community.admin.user_subscriptions.table import SUBSCRIPTION_LAYOUT
from community.core.errors import Invalid
from community.domain import subscriptions
from community.domain.people import UserSummary
from community.domain.subscriptions.lifecycle.recipients import suggest_recipients
from community.i18n import formats, gettext as _
from community.state.runtime import forms, location, toasts
from community.state.runtime.forms import IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query


class GrantForm(BaseModel):
    """The form that gives a user a plan until the end of a day."""

    plan_id: IdOrZero = 0
    until: date | None = None

    @field_validator("plan_id", "until", mode="before")
    @classmethod
    def _empty_is_default(cls, value: object, info: ValidationInfo) -> object:
        return value or cls.model_fields[str(info.field_name)].default


class ExtensionForm(BaseModel):
    """The form that extends subscriptions. `days` is 0 if the administrator chose a day."""

    days: int = Field(0, ge=-1_000_000, le=1_000_000)
    until: date | None = None

    @field_validator("days", "until", mode="before")
    @classmethod
    def _empty_is_default(cls, value: object, info: ValidationInfo) -> object:
        return value or cls.model_fields[str(info.field_name)].default


async def _extend(
    _state: Any, subscription_id: int, reason: str, *, days: int = 0, until: date | None = None
) -> bool:
    common: dict[str, Any] = {"subscription_id": subscription_id, "reason": reason}
    if until is not None:
        await run_action(subscriptions.grants.extend_until_day, day=until, **common)
    else:
        await run_action(subscriptions.grants.extend, days=days, **common)
    return True


async def _revoke(_state: Any, subscription_id: int, reason: str) -> bool:
    return await run_action(subscriptions.revoke, subscription_id=subscription_id, reason=reason)


class UserSubscriptionsState(RecordFormState, RecordActionsState, rx.State):
    """The table of subscriptions, the one in the side sheet, and the dialog that grants a plan."""

    layout: ClassVar[TableLayout] = SUBSCRIPTION_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"extend": _extend, "revoke": _revoke}

    record: subscriptions.SubscriptionRecord | None = None
    # The amounts of the subscription in the side sheet
    texts: models.SubscriptionTexts = models.SubscriptionTexts()
    figures: models.Figures = models.Figures()  # the numbers above the table
    recipient: UserSummary | None = None  # the user to whom the dialog grants a plan
    recipient_plan: str = ""  # the plan that they have, with its end, or ""
    recipient_subscription: int = 0  # the subscription with this plan, or 0
    recipient_term: str = ""  # the text for which the dialog has searched last
    recipients: list[UserSummary] = []  # the users that it found

    @rx.event
    @admin("", limit="search")
    async def load_recipient(self) -> None:
        """Open the dialog for the user whom the URL names."""
        slug = location.get_query_param(self, "grant")
        if slug and (found := await self._suggest(slug)):
            exact = [user for user in found if user.slug == slug]
            self.is_form_open, self.errors = True, {}
            await self._choose(exact[0] if exact else found[0])

    @rx.event
    @admin("", limit="search")
    async def search_recipients(self, term: Annotated[str, Field(max_length=100)]) -> None:
        self.recipient_term = term.strip()
        self.recipients = await self._suggest(term)

    @rx.event
    @admin("", limit="admin_tables")
    async def choose_recipient(self, user_id: IdOrZero) -> None:
        chosen = [user for user in self.recipients if user.id == user_id]
        await self._choose(chosen[0] if chosen else None)

    @rx.event
    @admin("", limit="admin_tables")
    async def extend_recipient(self) -> None:
        """Extend the plan that the chosen user has, instead of granting another one."""
        subscription_id = self.recipient_subscription
        self.is_form_open = False
        if subscription_id:
            await self._open(subscription_id)
            self._update_url()
            self.pending_ids, self.pending_action, self.action_error = (
                [subscription_id],
                "extend",
                "",
            )

    async def _suggest(self, term: str) -> list[UserSummary]:
        return await run_query(suggest_recipients, term=term)

    async def _choose(self, user: UserSummary | None) -> None:
        self.recipient, self.recipient_plan, self.recipient_subscription = user, "", 0
        self.recipient_term, self.recipients = "", []
        if user is None:
            return
        record = await run_query(subscriptions.find_subscription_of_user, user_id=user.id)
        if record is not None:
            end = formats.format_full_date(record.access_until)
            self.recipient_plan = _("{plan} until {date}", plan=record.plan.name, date=end)
            self.recipient_subscription = record.id

    @rx.event
    @admin("", limit="admin_tables")
    async def load_figures(self) -> None:
        await self._load_figures()

    async def _open_form(self, _key: int | str) -> None:
        await self._choose(None)

    @rx.event
    @admin("", limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        if not await save_form(self, self._save(message)):
            return
        self.is_form_open = False
        await self._show_first_page()
        await self._load_figures()
        await toasts.show_toast(self, _("Plan granted"))

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(GrantForm, message)
        if not form.plan_id:
            raise Invalid.for_field("plan_id", _("Choose a plan."))
        if form.until is None:
            raise Invalid.for_field("until", _("Choose a day."))
        if self.recipient is None:
            raise Invalid.for_field("username", _("Choose a person."))
        await run_action(
            subscriptions.grant_until_day,
            username=self.recipient.slug,
            plan_id=form.plan_id,
            day=form.until,
        )

    def _parse_form(self, code: str, message: dict[str, Any]) -> ActionForm:
        if code != "extend":
            return super()._parse_form(code, message)
        reason = parse_confirmation(message, needs_reason=True).reason
        form = forms.parse(ExtensionForm, message)
        if bool(form.days) == bool(form.until):
            raise Invalid.for_field("days", _("Enter a number of days, or choose a day."))
        return reason, form.model_dump()

    async def _perform(self, action: Any) -> tuple[int, dict[int | str, str]]:
        result = await super()._perform(action)
        await self._load_figures()
        return result

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(subscriptions.get_subscription, subscription_id=record_id)
        self.texts = models.build_texts(self.record)

    async def _load_figures(self) -> None:
        self.figures = models.build_figures(await run_query(subscriptions.load_statistics))
