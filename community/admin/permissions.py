"""The section with the administrators and the sections that they may open."""

from collections.abc import Sequence
from typing import Annotated, Any

import reflex as rx
from pydantic import Field

from community import urls
from community.admin.blocks.inputs import search_input
from community.admin.layout import admin_page
from community.admin.navigation import GROUPS, NAV_ITEMS, NavItem
from community.components import ui
from community.core.actor import ALL_SECTIONS, DASHBOARD
from community.domain import accounts
from community.domain.people import UserSummary
from community.i18n import gettext as _
from community.realtime import messages
from community.rendering import Node, el
from community.state.runtime import open_tabs, request_context, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import permissions as styles
from community.styles.ui import form, overlay

SECTION = "admin-permissions"
SectionCode = Annotated[str, Field(max_length=60)]
REMOVE_DIALOG = "remove-administrator"


class AdminPermissionsState(rx.State):
    administrators: list[accounts.Administrator] = []
    is_loaded: bool = False
    grantable: list[str] = []  # the codes of the sections that the viewer may grant and take away
    is_full: bool = False
    search_term: str = ""
    suggestions: list[UserSummary] = []  # the users that the search for a new administrator found
    removed_id: int = 0  # the administrator in the dialog that asks whether to remove them, or 0
    removed_name: str = ""

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.ADMINISTRATORS_TOPIC)
        self.search_term, self.suggestions, self.removed_id = "", [], 0
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(SECTION, limit="search")
    async def search(self, term: Annotated[str, Field(max_length=100)]) -> None:
        """Find users whose username starts with `term` and who are not administrators."""
        self.search_term = term.strip()
        self.suggestions = await run_query(accounts.suggest_administrators, term)

    @rx.event
    @admin(SECTION, limit="writes")
    async def add(self, user_id: Id) -> None:
        await run_action(accounts.set_admin_sections, user_id=user_id, sections=())
        self.search_term, self.suggestions = "", []
        await self._load()
        await toasts.show_toast(self, _("Administrator added. Choose the sections."))

    @rx.event
    @admin(SECTION, limit="writes")
    async def toggle(self, user_id: Id, section: SectionCode, is_granted: bool) -> None:
        await run_action(
            accounts.toggle_admin_section,
            user_id=user_id,
            section=section,
            is_granted=is_granted,
        )
        await self._load()

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_full(self, user_id: Id, is_granted: bool) -> None:
        """Make a user a full administrator, or let them keep all present sections."""
        sections = [ALL_SECTIONS] if is_granted else accounts.SECTIONS
        await run_action(accounts.set_admin_sections, user_id=user_id, sections=sections)
        await self._load()

    @rx.event
    @admin(SECTION)
    async def show_remove_dialog(self, user_id: IdOrZero) -> None:
        names = {administrator.id: administrator.name for administrator in self.administrators}
        self.removed_id = user_id if user_id in names else 0
        self.removed_name = names.get(user_id, self.removed_name)

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, user_id: Id) -> None:
        self.removed_id = 0
        if await run_action(accounts.remove_administrator, user_id=user_id):
            await self._load()
            await toasts.show_toast(self, _("Administrator removed"))

    async def _load(self) -> None:
        actor = request_context.get_actor()
        if not actor.has_section(SECTION):  # after an administrator removed their own access
            self.administrators = []
            return
        self.administrators = await run_query(accounts.list_administrators)
        self.is_full = actor.is_full_admin
        self.grantable = [code for code in accounts.SECTIONS if actor.has_section(code)]


_State: Any = AdminPermissionsState


def permissions_page() -> rx.Component:
    return admin_page(
        SECTION,
        el.p(
            _("A full administrator opens all sections, including future ones."),
            " ",
            _("Changes take effect immediately and are recorded in the audit log."),
            class_name=styles.INTRO,
        ),
        _search(),
        _matrix(),
        el.div(rx.foreach(_State.administrators, _card), class_name=styles.CARDS),
        dialogs=(_remove_dialog(),),
        is_ready=_State.is_loaded,
    )


def _search() -> Node:
    return el.div(
        el.label(
            el.span(_("Add an administrator"), class_name=form.LABEL),
            search_input(
                term=_State.search_term,
                on_search=_State.search,
                label=_("Username"),
                class_name=form.INPUT,
            ),
            class_name=form.FIELD,
        ),
        rx.cond(
            _State.search_term != "",
            el.ul(
                rx.foreach(_State.suggestions, _suggestion),
                rx.cond(
                    _State.suggestions.length() == 0,
                    el.li(_("No one here uses that name."), class_name=styles.NO_SUGGESTIONS),
                ),
                class_name=styles.SUGGESTIONS,
            ),
        ),
        class_name=styles.SEARCH,
    )


def _suggestion(user: Any) -> Node:
    return el.li(
        el.button(
            ui.avatar_for(user, "sm"),
            el.span(
                el.span(user.name, class_name=styles.NAME, dir="auto"),
                el.span("@", user.slug, class_name=styles.SLUG),
                class_name=styles.PERSON_TEXT,
            ),
            el.span(_("Add"), class_name=styles.ADD),
            type="button",
            class_name=styles.SUGGESTION,
            on_click=_State.add(user.id),
        ),
        key=user.id,
    )


def _list_groups() -> list[tuple[str, list[NavItem]]]:
    groups = [(name, [item for item in NAV_ITEMS if item.group == name]) for name in GROUPS if name]
    return [(name, items) for name, items in groups if items]


def _list_sections() -> Sequence[NavItem]:
    return [item for item in NAV_ITEMS if item.code != DASHBOARD]


def _matrix() -> Node:
    headings = [
        el.th(
            el.span(_(item.title), class_name=styles.HEADING_TEXT),
            scope="col",
            class_name=styles.SECTION_HEADING,
        )
        for item in _list_sections()
    ]
    return el.div(
        el.table(
            el.caption(_("Administrators and their sections"), class_name="sr-only"),
            el.thead(
                el.tr(
                    el.th(_("Administrator"), scope="col", class_name=styles.PERSON_HEADING),
                    el.th(
                        el.span(_("Full administrator"), class_name=styles.HEADING_TEXT),
                        scope="col",
                        class_name=styles.SECTION_HEADING,
                    ),
                    *headings,
                    el.th(el.span(_("Remove"), class_name="sr-only"), scope="col"),
                ),
                class_name=styles.HEAD,
            ),
            el.tbody(rx.foreach(_State.administrators, _row)),
            class_name=styles.TABLE,
        ),
        class_name=styles.FRAME,
    )


def _row(person: Any) -> Node:
    return el.tr(
        el.th(_person(person), scope="row", class_name=styles.PERSON_CELL),
        el.td(_full_checkbox(person), class_name=styles.CELL),
        *(
            el.td(_section_checkbox(person, item), class_name=styles.CELL)
            for item in _list_sections()
        ),
        el.td(_remove_button(person), class_name=styles.REMOVE_CELL),
        key=person.id,
        class_name=styles.ROW,
    )


def _card(person: Any) -> Node:
    """Return the sections of a person as a list, for screens without room for the matrix."""
    groups = [
        el.fieldset(
            el.legend(_(name), class_name=styles.GROUP),
            *(
                el.label(
                    el.span(_(item.title)),
                    _section_checkbox(person, item),
                    class_name=styles.CARD_ROW,
                )
                for item in items
            ),
        )
        for name, items in _list_groups()
    ]
    return el.details(
        el.summary(
            _person(person, is_link=False),
            ui.icon("chevron_down", styles.CARD_ARROW),
            class_name=styles.CARD_SUMMARY,
        ),
        el.label(
            el.span(_("Full administrator")), _full_checkbox(person), class_name=styles.CARD_ROW
        ),
        *groups,
        el.div(_remove_button(person), class_name=styles.CARD_ACTIONS),
        key=person.id,
        class_name=styles.CARD,
    )


def _person(person: Any, *, is_link: bool = True) -> Node:
    name = (
        el.a(person.name, href=urls.profile(person.slug), class_name=styles.NAME_LINK, dir="auto")
        if is_link
        else el.span(person.name, class_name=styles.NAME, dir="auto")
    )
    return el.div(
        ui.avatar_for(person, "sm"),
        el.div(
            name,
            el.span("@", person.slug, class_name=styles.SLUG),
            class_name=styles.PERSON_TEXT,
        ),
        rx.cond(person.is_self, ui.badge(_("You"))),
        rx.cond(person.is_banned, ui.badge(_("Banned"), tone="danger")),
        class_name=styles.PERSON,
    )


def _full_checkbox(person: Any) -> Node:
    return rx.el.input(
        type="checkbox",
        class_name=styles.CHECK,
        checked=person.is_full,
        disabled=~_State.is_full | (person.is_self & ~person.is_full),
        aria_label=_("Full administrator: {name}", name=person.name),
        on_change=lambda is_checked: _State.set_full(person.id, is_checked),
    )


def _section_checkbox(person: Any, item: NavItem) -> Node:
    is_granted = person.is_full | person.sections.contains(item.code)
    may_not_change = ~_State.grantable.contains(item.code) | (person.is_self & ~is_granted)
    return rx.el.input(
        type="checkbox",
        class_name=styles.CHECK,
        checked=is_granted,
        disabled=person.is_full | may_not_change,
        aria_label=_("{section}: {name}", section=_(item.title), name=person.name),
        on_change=lambda is_checked: _State.toggle(person.id, item.code, is_checked),
    )


def _remove_button(person: Any) -> Node:
    return ui.icon_button(
        "user_minus",
        _("Remove administrator"),
        size="sm",
        disabled=person.is_full & ~_State.is_full,
        on_click=_State.show_remove_dialog(person.id),
    )


def _remove_dialog() -> Node:
    return ui.dialog(
        el.div(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(REMOVE_DIALOG, "close")),
            ui.button(
                _("Remove"),
                variant="danger",
                on_click=_State.remove(_State.removed_id),
            ),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id=REMOVE_DIALOG,
        title=_("Remove this administrator?"),
        text=_(
            "{name} loses access to the Admin Panel and the rights of an administrator on the "
            "site. The account stays.",
            name=_State.removed_name,
        ),
        size="sm",
        open=_State.removed_id != 0,
        on_close=_State.show_remove_dialog(0),
    )
