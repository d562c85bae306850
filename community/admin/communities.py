"""The section with all communities, where administrators edit, transfer and close them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.blocks.table.values import Badge, Person
from community.admin.layout import record_page
from community.components import ui
from community.domain import communities
from community.i18n import gettext as _, ngettext_noop, noop
from community.models import Community
from community.rendering import Node, el, sanitized_html
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

_POSTING_BADGES: Final = {
    "everyone": Badge(noop("Everyone")),
    "members": Badge(noop("Members")),
    "moderators": Badge(noop("Moderators")),
}
SHEET_ID = "community-sheet"


def _to_state(community: Community) -> Badge:
    return Badge(noop("Open"), "success") if community.closed_at is None else Badge(noop("Closed"))


COMMUNITY_LAYOUT: Final = TableLayout(
    table=communities.COMMUNITY_TABLE,
    columns=(
        Column("name", noop("Community"), lambda community: community.name, width="lg"),
        Column("slug", noop("Web address"), lambda community: community.slug, width="sm"),
        Column("owner", noop("Owner"), lambda row: Person.of(row.owner), "person", "md"),
        Column("state", noop("Status"), _to_state, "badge"),
        Column(
            "posting",
            noop("Who can publish"),
            lambda community: _POSTING_BADGES[community.posting],
            "badge",
            is_default=False,
        ),
        Column(
            "members",
            noop("Members"),
            lambda community: community.members_count,
            "number",
            sort="members",
        ),
        Column("posts", noop("Posts"), lambda community: community.posts_count, "number"),
        Column(
            "created",
            noop("Created"),
            lambda community: community.created_at,
            "time",
            sort="created",
        ),
    ),
    filters={
        "state": FilterLabels(noop("Status"), {"open": noop("Open"), "closed": noop("Closed")}),
        "review": FilterLabels(noop("Review"), {"reviewed": noop("Reviewed first")}),
    },
)


async def _close(_state: Any, community_id: int, reason: str) -> bool:
    return await run_action(communities.close, community_id=community_id, reason=reason)


async def _reopen(_state: Any, community_id: int, reason: str) -> bool:
    return await run_action(communities.reopen, community_id=community_id, reason=reason)


class CommunityTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = COMMUNITY_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"close": _close, "reopen": _reopen}

    record: communities.CommunityView | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(communities.get_view, record_id)

    @rx.event
    @admin("communities", limit="writes")
    async def set_premoderation(self, is_on: bool) -> None:
        """Choose whether comments in the community of the side sheet are reviewed first."""
        community_id = self.record_id
        await run_action(communities.edit, community_id=community_id, premoderates_comments=is_on)
        await self._open(community_id)


def community_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = CommunityTableState
    record = state.record
    return record_sheet(
        state,
        record,
        _actions(record, actions),
        _details(record),
        _comments(record),
        _rules(record),
        id=SHEET_ID,
        title=record.name,
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


ACTIONS: Final = (
    ActionButton(
        "close",
        noop("Close"),
        noop("Close the community?"),
        ngettext_noop("Close {n} community?", "Close {n} communities?"),
        noop("No one can join, publish or comment there. Everything stays readable."),
        "lock",
        "danger",
    ),
    ActionButton(
        "reopen",
        noop("Reopen"),
        noop("Reopen the community?"),
        ngettext_noop("Reopen {n} community?", "Reopen {n} communities?"),
        noop("People can join, publish and comment there again."),
        "undo",
    ),
)


def communities_page() -> rx.Component:
    return record_page(
        "communities",
        CommunityTableState,
        ACTIONS,
        community_sheet,
        caption=_("Communities"),
        search_label=_("Search by name or web address"),
        empty_title=_("No communities yet"),
        empty_text=_("Communities appear here as soon as someone creates one."),
        empty_icon="users",
    )
