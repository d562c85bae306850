"""The checklist of first steps on a new site, as the dashboard shows it."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.form import get_anchor
from community.admin.dashboard.state import DashboardState
from community.components import ui
from community.components.feeds import checklist_step, content_steps, name_step
from community.domain.site.definitions.services import SmtpSettings
from community.domain.site.definitions.sign_in import PROVIDER_PARTS
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import sections as styles
from community.styles.ui import display


def checklist_card() -> Node:
    checklist: Any = DashboardState.checklist
    invite = ui.link_button(_("Invite"), href=urls.admin_section("invitations"), size="sm")
    return rx.cond(
        checklist,
        el.section(
            el.div(
                el.h2(_("Set up your site"), class_name=display.CARD_TITLE),
                ui.icon_button(
                    "x",
                    _("Hide this list"),
                    size="sm",
                    class_name=styles.CLOSE,
                    on_click=DashboardState.dismiss_checklist,
                ),
                class_name=styles.HEADER,
            ),
            el.ol(
                *_settings_steps(checklist),
                *content_steps(checklist, invite=invite),
                rx.cond(checklist.takes_payments, _payment_step(checklist)),
                class_name=styles.STEPS,
            ),
            class_name=display.CARD,
            aria_label=_("Set up your site"),
        ),
    )


def _payment_step(checklist: Any) -> Node:
    return checklist_step(
        checklist.is_ready_for_payments,
        _("Prepare for real money"),
        _("A list in the section of the payment provider says what is missing."),
        ui.link_button(
            _("Show list"), href=urls.admin_section("subscription-payment-provider"), size="sm"
        ),
    )


def _settings_steps(checklist: Any) -> list[Node]:
    first_service = next(iter(PROVIDER_PARTS.values()))
    general, auth = urls.admin_section("settings/general"), urls.admin_section("settings/auth")
    return [
        name_step(checklist),
        checklist_step(
            checklist.has_logo,
            _("Add a logo"),
            _("It replaces the name in the header."),
            ui.link_button(_("Settings"), href=general, size="sm"),
        ),
        checklist_step(
            checklist.has_mail,
            _("Connect a mail server"),
            _("Until then, emails are saved as files on the server."),
            ui.link_button(_("Settings"), href=f"{general}#{get_anchor(SmtpSettings)}", size="sm"),
        ),
        checklist_step(
            checklist.has_sign_in_provider,
            _("Offer sign-in with other services"),
            _("People can then join without a new password."),
            ui.link_button(_("Settings"), href=f"{auth}#{get_anchor(first_service)}", size="sm"),
        ),
    ]
