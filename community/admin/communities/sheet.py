"""The side sheet with one community."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.communities.state import CommunityTableState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, sanitized_html
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

SHEET_ID = "community-sheet"


def community_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = CommunityTableState
    record = state.record
    return side_sheet(
        rx.cond(
            record,
            rx.fragment(
                _actions(record, actions), _details(record), _comments(record), _rules(record)
            ),
        ),
        id=SHEET_ID,
        title=rx.cond(record, record.name, ""),
        open=(state.record_id != 0) & (record != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    return el.div(
        ui.link_button(
            _("Edit"), href=urls.edit_community(record.slug), icon_name="edit", size="sm"
        ),
        ui.link_button(
            _("Members and owner"),
            href=urls.community_members(record.slug),
            icon_name="users",
            size="sm",
        ),
        rx.cond(
            record.closed_at,
            record_button(CommunityTableState, actions, "reopen", record.id),
            record_button(CommunityTableState, actions, "close", record.id),
        ),
        ui.link_button(
            _("View community"),
            href=record.url,
            icon_name="arrow_up_right",
            variant="quiet",
            size="sm",
        ),
        class_name=styles.ACTIONS,
    )


def _details(record: Any) -> Node:
    posts_url = f"{urls.admin_section('posts')}?community={record.id}"
    owner = el.a(
        record.owner.name, href=urls.profile(record.owner.slug), class_name=styles.LINK, dir="auto"
    )
    return sheet_section(
        facts(
            fact(_("Status"), rx.cond(record.closed_at, _("Closed"), _("Open"))),
            fact(_("Owner"), owner),
            fact(
                _("Who can publish"),
                rx.match(
                    record.posting,
                    ("everyone", _("Everyone")),
                    ("members", _("Members")),
                    _("Moderators"),
                ),
            ),
            fact(_("Members"), record.members_count),
            fact(_("Posts"), el.a(record.posts_count, href=posts_url, class_name=styles.LINK)),
            fact(_("Created"), ui.relative_time(record.created_at)),
        ),
        el.p(record.description, class_name=data_table.SHEET_TEXT, dir="auto"),
        title=_("Details"),
    )


def _comments(record: Any) -> Node:
    state: Any = CommunityTableState
    return sheet_section(
        ui.switch(
            _("Review posts and comments before they appear"),
            hint=_("Posts and comments wait until a moderator publishes them."),
            id="premoderation",
            checked=record.premoderates_comments,
            on_change=state.set_premoderation(~record.premoderates_comments),
        ),
        title=_("Comments"),
    )


def _rules(record: Any) -> Node:
    return rx.cond(
        record.rules_html != "",
        sheet_section(sanitized_html(record.rules_html, styles.TEXT), title=_("Rules")),
    )
