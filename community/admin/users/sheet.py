"""The side sheet with one user. Each section of the sheet is a function."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.users.cleanup import cleanup_progress
from community.admin.users.history import history
from community.admin.users.overview import overview_section
from community.admin.users.person_acts import person_acts
from community.admin.users.person_state import PersonState
from community.admin.users.roles import roles_section
from community.admin.users.state import UsersState
from community.components import ui
from community.components.location import is_loaded
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import data_table as styles

SHEET_ID = "user-sheet"


def user_sheet() -> rx.Component:
    state: Any = UsersState
    user = state.user
    return side_sheet(
        rx.cond(
            user,
            rx.fragment(
                _summary(user),
                person_acts(),
                rx.cond(PersonState.person, cleanup_progress()),
                _account(user),
                overview_section(user),
                rx.cond(PersonState.person, rx.fragment(roles_section(), history())),
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
