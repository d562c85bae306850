"""State of the section with the features that plans can include."""

from typing import Annotated, Any

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.lists import save_form
from community.core.errors import DomainError, NotFound
from community.domain import subscriptions
from community.domain.subscriptions import CODE_MAX_LENGTH, FeatureView
from community.i18n import gettext as _
from community.realtime import topics
from community.state.runtime import forms, open_tabs
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

SECTION = "subscription-features"
Code = Annotated[str, Field(max_length=CODE_MAX_LENGTH)]


class FeatureFormData(BaseModel):
    """The form of a feature. The domain checks the exact limits."""

    code: str = Field("", max_length=1_000)
    name: str = Field("", max_length=1_000)
    description: str = Field("", max_length=5_000)


class PlanFeaturesState(rx.State):
    """The list of features, and the form of one feature.

    Attributes:
        editing: The code of the feature in the form, or "" for a new one.
        removing: The feature for which the dialog asks whether to remove it or its texts.
    """

    features: list[FeatureView] = []
    is_loaded: bool = False
    is_form_open: bool = False
    editing: str = ""
    feature: FeatureView | None = None
    errors: dict[str, str] = {}
    removing: FeatureView | None = None
    removal_error: str = ""

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.ADMIN_PLAN_FEATURES)
        self.is_form_open, self.removing = False, None
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(SECTION)
    async def open_form(self, code: Code) -> None:
        """Open the form for a feature, or for a new one if the code is empty."""
        self.feature = self._find(code) if code else None
        self.editing, self.errors, self.is_form_open = code, {}, True

    @rx.event
    @admin(SECTION)
    async def close_form(self) -> None:
        self.is_form_open = False

    @rx.event
    @admin(SECTION, limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        form = forms.parse(FeatureFormData, message)
        texts = {"name": form.name, "description": form.description}
        if self.editing:
            action = run_action(subscriptions.features.edit_feature, code=self.editing, **texts)
        else:
            action = run_action(subscriptions.features.create_feature, code=form.code, **texts)
        if not await save_form(self, action):
            return
        self.is_form_open = False
        await self._load()
        await show_toast(self, _("Saved"))

    @rx.event
    @admin(SECTION)
    async def ask_to_remove(self, code: Code) -> None:
        self.removing, self.removal_error = self._find(code), ""

    @rx.event
    @admin(SECTION)
    async def cancel_removal(self) -> None:
        self.removing = None

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, message: dict[str, Any]) -> None:
        """Delete the feature of the dialog, or the own texts of a built-in feature."""
        if self.removing is None:
            return
        try:
            parse_confirmation(message)
            await run_action(subscriptions.features.remove_feature, code=self.removing.code)
        except DomainError as error:
            self.removal_error = error.message
            return
        is_built_in, self.removing = self.removing.is_built_in, None
        await self._load()
        await show_toast(self, _("Original texts restored") if is_built_in else _("Deleted"))

    async def _load(self) -> None:
        self.features = await run_query(subscriptions.features.list_features)

    def _find(self, code: str) -> FeatureView:
        for feature in self.features:
            if feature.code == code:
                return feature
        raise NotFound(_("Feature not found"))
