"""The checklist of first steps on a new site, as the dashboard shows it."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.dashboard.state import DashboardState
from community.components import ui
from community.components.setup_checklist import checklist_step
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles import dashboard as styles
from community.styles import setup_checklist as checklist_styles
from community.styles.ui import display


def checklist_card() -> Node:
    checklist: Any = DashboardState.checklist
    return rx.cond(
        checklist,
        el.section(
            el.div(
                el.h2(_("Set up your site"), class_name=display.CARD_TITLE),
                ui.icon_button(
                    "x",
                    _("Hide this list"),
                    size="sm",
                    on_click=DashboardState.dismiss_checklist,
                ),
                class_name=checklist_styles.HEADER,
            ),
            el.ol(
                *_settings_steps(checklist),
                *_content_steps(checklist),
                class_name=styles.STEPS,
            ),
            class_name=display.CARD,
            aria_label=_("Set up your site"),
        ),
    )


def _settings_steps(checklist: Any) -> list[Node]:
    general, auth = urls.admin_section("settings/general"), urls.admin_section("settings/auth")
    return [
        checklist_step(
            checklist.is_site_named,
            _("Name the site"),
            _("The name appears in the header, in titles and in emails."),
            ui.link_button(_("Settings"), href=general, size="sm"),
        ),
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
            ui.link_button(_("Settings"), href=general, size="sm"),
        ),
        checklist_step(
            checklist.has_sign_in_provider,
            _("Offer sign-in with other services"),
            _("People can then join without a new password."),
            ui.link_button(_("Settings"), href=auth, size="sm"),
        ),
    ]


def _content_steps(checklist: Any) -> list[Node]:
    return [
        checklist_step(
            checklist.has_community,
            _("Create the first community"),
            _("Each community has one topic and its own rules."),
            ui.link_button(_("Create"), href=urls.NEW_COMMUNITY, size="sm"),
        ),
        checklist_step(
            checklist.has_post,
            _("Write the first post"),
            _("Newcomers then have something to read and discuss."),
            ui.link_button(_("Write"), href=urls.WRITE, size="sm"),
        ),
        checklist_step(
            checklist.has_members,
            _("Invite people"),
            _("Everyone who opens this link can join."),
            ui.link_button(_("Open link"), href=urls.REGISTER, size="sm"),
        ),
    ]
