from typing import Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import RecordList, RecordRemovalState
from community.domain import subscriptions
from community.i18n import gettext as _, noop, pgettext
from community.realtime import messages
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query

SECTION = "subscription-features"


class FeatureFormData(BaseModel):
    """The form of a feature. The domain checks the exact limits."""

    code: str = Field("", max_length=1_000)
    name: str = Field("", max_length=1_000)
    description: str = Field("", max_length=5_000)


class PlanFeaturesState(RecordRemovalState, rx.State):
    """The list of features, and the form of one feature."""

    records: ClassVar = RecordList(
        code="feature",
        section=SECTION,
        topic=messages.ADMIN_PLAN_FEATURES_TOPIC,
        key="code",
        label=noop("Features"),
        add=noop("Add feature"),
        new_title=noop("New feature"),
        edit_title=noop("Edit feature"),
        not_found=noop("Feature not found"),
    )

    rows: list[subscriptions.FeatureView] = []
    row: subscriptions.FeatureView | None = None
    removing: subscriptions.FeatureView | None = None

    async def _list_rows(self) -> list[subscriptions.FeatureView]:
        return await run_query(subscriptions.features.list_features)

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(FeatureFormData, message)
        texts = {"name": form.name, "description": form.description}
        if self.editing:
            await run_action(subscriptions.features.edit_feature, code=self.editing, **texts)
        else:
            await run_action(subscriptions.features.create_feature, code=form.code, **texts)

    async def _remove(self, feature: subscriptions.FeatureView) -> str:
        await run_action(subscriptions.features.remove_feature, code=feature.code)
        return _("Original texts restored") if feature.is_built_in else pgettext("done", "Deleted")
