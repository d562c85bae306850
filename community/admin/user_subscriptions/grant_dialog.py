"""The dialog that gives a user a plan without a payment."""

from typing import Any

import reflex as rx

from community.admin.blocks.inputs import search_input
from community.admin.blocks.record_list.view import text_field
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, choose, el
from community.styles.admin import permissions as styles
from community.styles.ui import form, overlay

_State: Any = UserSubscriptionsState
_DIALOG_ID = "grant-plan"


def grant_dialog() -> rx.Component:
    return ui.dialog(
        rx.el.form(
            *_fields(),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Grant"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(_State.is_form_open, "open", "closed"),
            on_submit=_State.save,
            no_validate=True,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Grant a plan"),
        text=_("Nothing is charged. The plan ends by itself."),
        size="sm",
        open=_State.is_form_open,
        guards_input=True,
        on_close=_State.close_form,
    )


def _fields() -> list[Node]:
    plans = rx.fragment(
        el.option(_("Choose a plan"), value=""),
        rx.foreach(_State.figures.plans, lambda plan: el.option(plan.name, value=plan.id)),
    )
    return [
        _recipient_field(),
        text_field(
            _State.errors,
            "plan_id",
            _("Plan"),
            control=lambda **props: ui.select(plans, **props),
        ),
        text_field(_State.errors, "until", _("Until"), hint=_("Including this day."), type="date"),
    ]


def _recipient_field() -> Node:
    return el.div(
        el.span(_("Person"), class_name=form.LABEL),
        rx.cond(
            _State.recipient,
            _chosen(_State.recipient),
            el.div(
                search_input(
                    term=_State.recipient_term,
                    on_search=_State.search_recipients,
                    label=_("Search by name, username or email"),
                    class_name=form.INPUT,
                ),
                rx.cond(
                    _State.recipient_term != "",
                    el.ul(
                        rx.foreach(_State.recipients, _suggestion),
                        rx.cond(
                            _State.recipients.length() == 0,
                            el.li(
                                _("No one here uses that name."),
                                class_name=styles.NO_SUGGESTIONS,
                            ),
                        ),
                        class_name=styles.SUGGESTIONS_IN_FORM,
                    ),
                ),
            ),
        ),
        ui.form_alert(ui.error_message(_State.errors, "username")),
        class_name=form.FIELD,
    )


def _chosen(user: Any) -> Node:
    return el.div(
        el.div(
            ui.avatar_for(user, "sm"),
            _names(user),
            ui.icon_button(
                "x", _("Choose another person"), size="sm", on_click=_State.choose_recipient(0)
            ),
            class_name=styles.SUGGESTION,
        ),
        rx.cond(
            _State.recipient_subscription != 0,
            el.div(
                el.span(_("Already has: {plan}", plan=_State.recipient_plan)),
                ui.button(_("Extend it"), size="sm", on_click=_State.extend_recipient),
                class_name=styles.CHOSEN_NOTE,
            ),
        ),
    )


def _suggestion(user: Any) -> Node:
    return el.li(
        el.button(
            ui.avatar_for(user, "sm"),
            _names(user),
            type="button",
            class_name=styles.SUGGESTION,
            on_click=_State.choose_recipient(user.id),
        ),
        key=user.id,
    )


def _names(user: Any) -> Node:
    return el.span(
        el.span(user.name, class_name=styles.NAME, dir="auto"),
        el.span("@", user.slug, class_name=styles.SLUG),
        class_name=styles.PERSON_TEXT,
    )
