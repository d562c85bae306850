"""The checklist of first steps for administrators of a new site."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.domain.discovery import SetupChecklist
from community.i18n import gettext as _
from community.rendering import Node, choose, el, negate, react_component, switch, when
from community.state.pages.feed import SetupChecklistState
from community.styles.admin import sections as styles
from community.styles.ui import button, display

_CopyButton = react_component("copy_field.js", "CopyButton")


def setup_checklist(checklist: SetupChecklist, *, copy_button: Node, on_dismiss: Any) -> Node:
    return el.section(
        el.div(
            el.h2(_("Set up your site"), class_name=display.CARD_TITLE),
            ui.icon_button(
                "x",
                _("Hide this list"),
                size="sm",
                class_name=styles.CLOSE,
                on_click=on_dismiss,
            ),
            class_name=styles.HEADER,
        ),
        el.p(_("You're the administrator of this site. Start here:"), class_name=styles.INTRO),
        el.ol(
            name_step(checklist),
            *content_steps(checklist, invite=copy_button),
            class_name=styles.SETUP_CHECKLIST_STEPS,
        ),
        class_name=styles.SETUP_CHECKLIST_CARD,
        aria_label=_("Set up your site"),
    )


def static_setup_checklist(checklist: SetupChecklist) -> Node:
    """Return the checklist for a server-rendered page, where its buttons do nothing yet."""
    copy_button = ui.button(_("Copy link"), size="sm")
    return setup_checklist(checklist, copy_button=copy_button, on_dismiss=None)


def live_setup_checklist() -> rx.Component:
    checklist: Any = SetupChecklistState.checklist
    copy_button = _CopyButton(
        _("Copy link"), value=checklist.invite_url, class_name=button.class_names(size="sm")
    )
    return rx.cond(
        checklist,
        setup_checklist(checklist, copy_button=copy_button, on_dismiss=SetupChecklistState.dismiss),
    )


def name_step(checklist: Any) -> Node:
    return checklist_step(
        checklist.is_site_named,
        _("Name the site"),
        _("The name appears in the header, in titles and in emails."),
        ui.link_button(_("Settings"), href=urls.admin_section("settings/general"), size="sm"),
    )


def content_steps(checklist: Any, *, invite: Node) -> list[Node]:
    """Return the steps that fill a site.

    Args:
        invite: The button of the step "Invite people" while everyone can register.
    """
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
        _invite_step(checklist, invite),
    ]


def _invite_step(checklist: Any, invite: Node) -> Node:
    invitations = urls.admin_section("invitations")
    actions = {
        "invitation": ui.link_button(_("Invite"), href=invitations, size="sm"),
        "closed": ui.link_button(
            _("Settings"), href=urls.admin_section("settings/auth"), size="sm"
        ),
    }
    texts = {"closed": _("Registration is closed, so no one can join yet.")}
    return checklist_step(
        checklist.has_members,
        _("Invite people"),
        switch(checklist.registration, texts, _("The first members set the tone.")),
        switch(checklist.registration, actions, invite),
    )


def checklist_step(is_done: Any, title: str, text: Any, action: Node = None) -> Node:
    """Return a step of the checklist. A step that is done shows only its title."""
    return el.li(
        el.span(
            when(is_done, lambda: ui.icon("check")),
            class_name=choose(is_done, styles.MARK_DONE, styles.MARK),
        ),
        el.div(
            el.p(
                title,
                when(is_done, lambda: el.span(_("Done"), class_name="sr-only")),
                class_name=choose(is_done, styles.TITLE_DONE, styles.TITLE),
            ),
            when(negate(is_done), lambda: el.p(text, class_name=styles.TEXT)),
            class_name=styles.STEP_TEXT,
        ),
        when(negate(is_done), lambda: el.div(action)) if action else None,
        class_name=styles.STEP,
    )
