"""The side sheet with one invitation and the accounts that were created with it."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.invitations.state import InvitationsState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import form as styles


def invitation_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = InvitationsState
    record = state.record
    return side_sheet(
        rx.cond(
            record, rx.fragment(_revoke_button(record, actions), _details(record), _uses(record))
        ),
        id="invitation-sheet",
        title=rx.cond(
            record,
            rx.cond(
                record.note != "",
                record.note,
                rx.cond(record.email != "", record.email, _("Invitation")),
            ),
            "",
        ),
        open=(state.record_id != 0) & (record != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _revoke_button(record: Any, actions: Sequence[ActionButton]) -> Node:
    return rx.cond(
        record.status == "active",
        el.div(record_button(InvitationsState, actions, "revoke", record.id)),
    )


def _details(record: Any) -> Node:
    status = rx.match(
        record.status,
        ("active", ui.badge(_("Active"), tone="success")),
        ("used_up", ui.badge(_("Used"), tone="accent")),
        ("expired", ui.badge(_("Expired"))),
        ui.badge(_("Revoked"), tone="danger"),
    )
    return sheet_section(
        facts(
            fact(_("Status"), status),
            fact(_("Email"), rx.cond(record.email != "", record.email, _("Any"))),
            fact(_("Used"), f"{record.uses_count} / {record.max_uses}"),
            fact(_("Created by"), rx.cond(record.created_by, _person(record.created_by), "–")),
            fact(_("Created"), ui.relative_time(record.created_at)),
            fact(
                _("Expires"),
                rx.cond(record.expires_at, ui.relative_time(record.expires_at), _("Never")),
            ),
        ),
        title=_("Details"),
    )


def _uses(record: Any) -> Node:
    return sheet_section(
        rx.cond(
            record.uses.length() > 0,
            el.ul(rx.foreach(record.uses, _use), class_name=styles.USES),
            el.p(_("Not used yet"), class_name=styles.EMPTY),
        ),
        title=_("Accounts created with it"),
    )


def _use(use: Any) -> Node:
    return el.li(
        _person(use.user),
        el.span(ui.relative_time(use.created_at), class_name=styles.USE_TIME),
        key=use.user.id,
        class_name=styles.USE,
    )


def _person(user: Any) -> Node:
    return el.a(user.name, href=urls.profile(user.slug), class_name=styles.LINK, dir="auto")
