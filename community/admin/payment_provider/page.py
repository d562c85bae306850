"""The page with the settings of payment providers."""

from typing import Any, Literal

import reflex as rx

from community import urls
from community.admin.blocks.form import address_field
from community.admin.frame import notice
from community.admin.payment_provider.connection_check import key_check_row
from community.admin.payment_provider.state import SECTION, PaymentProviderState
from community.admin.settings.page import settings_page
from community.admin.settings.state import SettingsFormState
from community.components import ui
from community.domain import site
from community.domain.site.definitions import payments
from community.i18n import gettext as _, pgettext
from community.rendering import Node, choose, each, el, present
from community.styles.admin import form as styles, sections as checklist_styles


def payment_provider_page() -> rx.Component:
    return settings_page(
        site.PaymentSettings,
        extras={
            payments.ActiveProvider: rx.fragment(
                _sandbox_warning(),
                _plan_warning("stripe"),
                _plan_warning("yookassa"),
                _checklist(),
            ),
            payments.StripeSettings: _webhook(
                "stripe", _("Add an endpoint with this address, and copy its signing secret.")
            ),
            payments.YooKassaSettings: _webhook(
                "yookassa", _("Enter this address for HTTP notifications about all events.")
            ),
        },
    )


def _sandbox_warning() -> rx.Component:
    values: Any = SettingsFormState.values
    text = _(
        "The sandbox takes no money: everyone can give themselves every plan. "
        "Choose another provider before you invite people."
    )
    return rx.cond(values["provider"] == "sandbox", notice(text, icon_name="alert"))


def _plan_warning(provider: str) -> rx.Component:
    """Say which plans on sale the provider does not take as they are, if it is chosen."""
    values: Any = SettingsFormState.values
    text: Any = PaymentProviderState.problems[provider]
    content = el.span(text, class_name=styles.LINES, dir="auto")
    return rx.cond(
        (values["provider"] == provider) & (text != ""), notice(content, icon_name="alert")
    )


def _checklist() -> Node:
    return el.section(
        el.h3(_("Before you take real money"), id="readiness", class_name=styles.SECTION_TITLE),
        el.ul(
            each(PaymentProviderState.readiness, _readiness_item),
            class_name=checklist_styles.SETUP_CHECKLIST_STEPS,
        ),
        aria_labelledby="readiness",
    )


def _readiness_item(item: Any) -> Node:
    is_done = item.state == "done"
    return el.li(
        el.span(
            rx.cond(is_done, ui.icon("check")),
            class_name=choose(is_done, checklist_styles.MARK_DONE, checklist_styles.MARK),
        ),
        el.div(
            el.p(item.title, _state_badge(item.state), class_name=checklist_styles.TITLE_LINE),
            el.p(item.text, dir="auto", class_name=checklist_styles.TEXT),
            class_name=checklist_styles.STEP_TEXT,
        ),
        present(
            item.url,
            lambda url: rx.cond(
                ~is_done & (url != urls.admin_section(SECTION)),
                ui.link_button(pgettext("verb", "Open"), href=url, size="sm"),
            ),
        ),
        key=item.code,
        class_name=checklist_styles.STEP,
    )


def _state_badge(state: Any) -> Node:
    return rx.match(
        state,
        ("done", el.span(_("Done"), class_name="sr-only")),
        ("open", ui.badge(_("Missing"), tone="danger")),
        ui.badge(_("Please check")),
    )


def _webhook(provider: Literal["stripe", "yookassa"], hint: str) -> Node:
    address = f"{PaymentProviderState.base_url}{urls.payment_webhook(provider)}"
    return rx.fragment(
        address_field(_("Address of the webhook"), address),
        el.p(hint, class_name=styles.HELP),
        key_check_row(provider),
    )
