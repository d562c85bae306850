"""State of the history of the user in the side sheet. Each tab shows one kind of entries."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

import reflex as rx
from pydantic import Field

from community.admin.users.person_state import PersonState
from community.components.lists import AppendedList
from community.core import clock, errors
from community.core.db.pagination import MAX_CURSOR_LENGTH, Page
from community.core.read_models import ReadModel
from community.domain import audit, identity, moderation
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime.lists import AppendedPage
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query

Tab = Literal["sign_ins", "posts", "comments", "sanctions", "changes"]
_QUERIES: dict[str, Any] = {
    "sign_ins": moderation.list_sign_ins,
    "posts": moderation.list_posts,
    "comments": moderation.list_comments,
    "sanctions": moderation.list_sanctions,
    "changes": moderation.list_changes,
}
PAGE_SIZE = 20


class HistoryRow(ReadModel):
    """An entry of the history. `href` is empty if there is nothing to open."""

    id: int
    title: str
    text: str
    time: str
    href: str = ""


class HistoryPage(AppendedPage):
    rows: list[HistoryRow] = []


class LoadedHistory(AppendedList):
    rows: list[HistoryRow] = []


class HistoryState(TransientVarsState, rx.State):
    """The selected tab, and the page of its entries that was loaded last."""

    tab: str = "sign_ins"
    loaded_page: HistoryPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @admin(identity.USERS_SECTION, limit="admin_tables")
    async def select_tab(self, tab: Tab) -> None:
        self.tab = tab
        await self._show("")

    @rx.event
    @admin(identity.USERS_SECTION, limit="admin_tables")
    async def show_older(self, cursor: Annotated[str, Field(max_length=MAX_CURSOR_LENGTH)]) -> None:
        await self._show(cursor)

    async def _show(self, cursor: str) -> None:
        person = (await self.get_state(PersonState)).person
        if person is None:
            self.loaded_page = HistoryPage()
            return
        try:
            page = await self._read(person.id, cursor)
        except errors.Invalid:
            cursor, page = "", await self._read(person.id, "")
        self.loaded_page = HistoryPage(
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            rows=[_build_row(item) for item in page.items],
        )

    async def _read(self, user_id: int, cursor: str) -> Page[Any]:
        return await run_query(
            _QUERIES[self.tab], user_id=user_id, cursor=cursor or None, limit=PAGE_SIZE
        )


def _build_row(item: Any) -> HistoryRow:
    if isinstance(item, moderation.SignIn):
        state = _("Active") if item.is_active else _("Ended")
        return _row(
            item.id,
            item.user_agent or _("Unknown device"),
            item.created_at,
            text=" · ".join(part for part in (_describe_method(item), item.address, state) if part),
        )
    if isinstance(item, moderation.SanctionView):
        return _row(item.id, item.reason, item.created_at, text=_describe_sanction(item))
    if isinstance(item, moderation.AuthoredItem):
        return _row(
            item.id, item.title, item.created_at, text=_describe_status(item.status), href=item.url
        )
    assert isinstance(item, audit.AuditEntryView)
    text = " · ".join(part for part in (item.actor_name, item.reason) if part)
    return _row(item.id, _describe_action(item.action), item.created_at, text=text)


def _describe_method(item: moderation.SignIn) -> str:
    return _("Signed in with {service}", service=item.service) if item.service else ""


def _row(id: int, title: str, at: datetime, *, text: str = "", href: str = "") -> HistoryRow:
    return HistoryRow(id=id, title=title, text=text, time=clock.format_iso(at), href=href)


def _describe_status(status: str) -> str:
    return {
        "published": _("Published"),
        "unpublished": _("Unpublished"),
        "draft": _("Draft"),
        "scheduled": _("Scheduled"),
        "on_moderation": _("On moderation"),
    }.get(status, status)


def _describe_action(action: str) -> str:
    """Return the text of an action on a user. Actions of other sections are shown by their code."""
    return {
        "user.banned": _("Banned"),
        "user.unbanned": _("Ban lifted"),
        "user.edited": _("Account edited"),
        "user.email_changed": _("Changed their email"),
        "user.email_verified": _("Email marked as verified"),
        "user.email_unverified": _("Email marked as not verified"),
        "user.signed_out": _("Signed out everywhere"),
        "user.password_reset": _("Password reset"),
        "user.second_factor_removed": _("Two-step sign-in switched off"),
        "user.view_started": _("Viewed the site as this user"),
        "user.view_stopped": _("Stopped viewing the site"),
        "user.warned": _("Warned"),
        "user.cleanup_started": _("Cleaned up"),
        "user.cleanup_undone": _("Clean-up undone"),
        "user.account_deleted": _("Account deleted"),
        "user.merged": _("Accounts merged"),
    }.get(action, action)


def _describe_sanction(item: moderation.SanctionView) -> str:
    status = {"in_force": _("In force"), "ended": _("Ended"), "lifted": _("Lifted")}[item.status]
    return " · ".join(part for part in (status, item.created_by, item.lift_reason) if part)
