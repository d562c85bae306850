"""The side sheet with one user. Each section of the sheet is a function."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.users.cleanup import cleanup_button, cleanup_progress
from community.admin.users.history import user_history_tabs
from community.admin.users.overview import overview_section
from community.admin.users.person_state import PersonState
from community.admin.users.roles import roles_section
from community.admin.users.state import UsersState
from community.components import ui
from community.components.location import is_loaded
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import data_table as styles

SHEET_ID = "user-sheet"
_State: Any = PersonState


def user_sheet() -> rx.Component:
    state: Any = UsersState
    user = state.user
    return side_sheet(
        rx.cond(
            user,
            rx.fragment(
                _summary(user),
                person_actions(),
                rx.cond(PersonState.person, cleanup_progress()),
                _account(user),
                overview_section(user),
                rx.cond(PersonState.person, rx.fragment(roles_section(), user_history_tabs())),
            ),
        ),
        id=SHEET_ID,
        title=rx.cond(user, user.name, ""),
        # After a reload, the State still contains the user until `load` has read the URL.
        open=(state.record_id != 0) & is_loaded(user) & is_loaded(state.loaded_page),
        on_close=state.close_record,
    )


def _summary(user: Any) -> Node:
    return el.div(
        ui.avatar(user.name, user.avatar, "lg"),
        el.div(
            el.a("@", user.slug, href=urls.profile(user.slug), class_name=styles.SHEET_LINK),
            el.div(
                rx.cond(user.is_admin, ui.badge(_("Administrator"), tone="accent")),
                rx.match(
                    user.status,
                    ("banned", ui.badge(_("Banned"), tone="danger")),
                    ("deleted", ui.badge(_("Deleted"))),
                    ui.badge(_("Active"), tone="success"),
                ),
                class_name=styles.SHEET_BADGES,
            ),
            class_name=styles.SHEET_SUMMARY_TEXT,
        ),
        class_name=styles.SHEET_SUMMARY,
    )


def _account(user: Any) -> Node:
    verified = rx.cond(user.email_verified_at, _("Verified"), _("Not verified"))
    return sheet_section(
        facts(
            fact(_("Email"), user.email),
            fact(_("Verification"), verified),
            fact(_("Registered"), ui.relative_time(user.created_at)),
            fact(
                _("Last seen"),
                rx.cond(user.last_seen_at, ui.relative_time(user.last_seen_at), _("Never")),
            ),
            fact(_("Number"), user.id),
        ),
        present(user.bio, lambda bio: el.p(bio, class_name=styles.SHEET_TEXT, dir="auto")),
        title=_("Account"),
    )


def person_actions() -> Node:
    """Return the buttons for the actions that the policy allows, and the ban in force."""
    person = _State.person
    return rx.cond(
        person,
        rx.fragment(
            rx.cond(person.banned_at, _ban_in_force(person)),
            rx.cond(person.is_bot, _bot_notice()),
            rx.cond(person.can.edit, _buttons(person)),
        ),
    )


def _ban_in_force(person: Any) -> Node:
    return rx.el.div(
        rx.el.p(
            _State.ban_text,
            class_name=styles.BAN_TITLE,
        ),
        rx.el.p(person.ban_reason, dir="auto", class_name=styles.BAN_REASON),
        class_name=styles.BAN,
    )


def _bot_notice() -> Node:
    return rx.el.p(
        _("The AI assistant writes with this account. The settings of the site switch it off."),
        class_name=styles.SHEET_TEXT,
    )


def _buttons(person: Any) -> Node:
    return rx.el.div(
        _button(_("Edit"), "edit"),
        rx.cond(person.can.manage, _account_buttons(person)),
        class_name=styles.SHEET_ACTIONS,
    )


def _account_buttons(person: Any) -> Node:
    return rx.fragment(
        rx.cond(
            person.banned_at,
            _button(_("Lift ban"), "lift"),
            _button(_("Ban"), "ban", variant="danger"),
        ),
        cleanup_button(person.id),
        rx.cond(person.can.view_as, _button(_("View as"), "view")),
        ui.button(
            rx.cond(person.email_verified_at, _("Unverify email"), _("Verify email")),
            size="sm",
            on_click=_State.set_verified(~person.email_verified_at.to(bool)),
        ),
        _button(_("Sign out everywhere"), "sign_out"),
        _button(_("Reset password"), "reset"),
        rx.cond(person.has_second_factor, _button(_("Switch off two-step sign-in"), "two_step")),
        # Vars of objects have a method with the name `merge`.
        rx.cond(
            person.can["merge"].to(bool),
            rx.fragment(
                _button(_("Merge"), "merge"),
                _button(_("Delete account"), "delete", variant="danger"),
            ),
        ),
    )


def _button(label: str, dialog: str, **props: Any) -> Node:
    return ui.button(label, size="sm", on_click=_State.open_dialog(dialog), **props)
