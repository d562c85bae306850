"""The section with the features that plans can include."""

from typing import Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import RecordList, RecordRemovalState
from community.admin.blocks.record_list.view import RecordListView, RemovalTexts, row_button
from community.admin.layout import admin_page
from community.components import ui
from community.domain import subscriptions
from community.domain.subscriptions import CODE_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH
from community.i18n import gettext as _, noop, pgettext
from community.realtime import messages
from community.rendering import Node, el, present, when
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import lists as styles

SECTION = "subscription-features"
DELETION: Final = RemovalTexts(
    noop("The feature is deleted for good. You can't delete a feature of a plan.")
)
RESTORING: Final = RemovalTexts(
    noop("Your name and description are replaced by the original ones."),
    title=noop("Restore the texts of {name}?"),
    confirm=noop("Restore"),
    when="is_built_in",
)


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


_state: Any = PlanFeaturesState
_list: Final = RecordListView(PlanFeaturesState)


def plan_features_page() -> rx.Component:
    return admin_page(
        SECTION,
        _list.rows(
            _row,
            hint=_(
                "Built-in features take effect as soon as a plan includes them. Features that you "
                "add are listed in plans, and other programs can ask who has them."
            ),
        ),
        actions=(_list.add_button(),),
        dialogs=(_sheet(), _list.removal_dialog(DELETION, RESTORING)),
        is_ready=_state.is_loaded,
    )


def _row(feature: Any) -> Node:
    return _list.row(
        feature,
        _texts(feature),
        controls=(
            _list.edit_button(feature),
            # A built-in feature with its original texts cannot be removed.
            when(
                feature.has_own_texts,
                lambda: rx.cond(
                    feature.is_built_in, _restore_button(feature), _list.remove_button(feature)
                ),
            ),
        ),
    )


def _restore_button(feature: Any) -> Node:
    label = _("Restore the texts of {name}", name=feature.name)
    return row_button("undo", label, _state.ask_to_remove(feature.code))


def _texts(feature: Any) -> Node:
    return el.div(
        el.div(
            el.span(feature.name, dir="auto", class_name=styles.NAME),
            el.span(feature.code, class_name=styles.CODE),
            when(~feature.is_built_in, lambda: ui.badge(_("Added"), tone="accent")),
            present(feature.unavailable, lambda _reason: ui.badge(_("Unavailable"))),
            class_name=styles.TEXT,
        ),
        el.div(feature.description, dir="auto", class_name=styles.NOTE),
        present(
            feature.unavailable,
            lambda reason: el.div(reason, " ", _("Buyers don't see it."), class_name=styles.NOTE),
        ),
        el.div(
            rx.foreach(feature.plans, lambda plan: ui.badge(plan.name, key=plan.id)),
            class_name=styles.BADGES,
        ),
        class_name=styles.COLUMN,
    )


def _sheet() -> rx.Component:
    return _list.sheet(
        rx.cond(
            ~_state.editing.bool(),
            _list.input(
                "code",
                _("Code"),
                hint=_("The name of the feature for other programs. You can't change it later."),
                max_length=CODE_MAX_LENGTH,
                auto_complete="off",
                dir="ltr",
            ),
        ),
        _list.field("name", pgettext("feature", "Name"), max_length=NAME_MAX_LENGTH),
        _list.field(
            "description",
            _("Description"),
            optional=True,
            control=ui.text_area,
            max_length=DESCRIPTION_MAX_LENGTH,
        ),
    )
