"""The section with the invitations to create an account."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field, field_validator

from community import urls
from community.admin.blocks.record_list.state import RecordFormState, save_form
from community.admin.blocks.record_list.view import text_field
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.layout import Column, TableLayout, badge_labels
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import (
    ActionButton,
    action_dialogs,
    bulk_buttons,
    record_button,
)
from community.admin.blocks.table.values import Badge, Person
from community.admin.frame import notice, notice_link
from community.admin.layout import admin_page
from community.components import ui
from community.domain.accounts import invitations
from community.domain.accounts.invitations import (
    DEFAULT_LIFETIME_DAYS,
    MAX_USES,
    NOTE_MAX_LENGTH,
    InvitationStatus,
    get_status,
)
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _, ngettext, ngettext_noop, noop
from community.models import Invitation
from community.rendering import Node, choose, el, react_component
from community.state.pages.layout import LayoutState
from community.state.runtime import forms
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.styles import settings as settings_styles
from community.styles.admin import form as styles
from community.styles.ui import button, form, overlay

_STATES: Final[dict[InvitationStatus, Badge]] = {
    "active": Badge(noop("Active"), "success"),
    "used_up": Badge(noop("Used"), "accent"),
    "expired": Badge(noop("Expired")),
    "revoked": Badge(noop("Revoked"), "danger"),
}
ShortText = Annotated[str, Field(max_length=1_000)]
_CopyField = react_component("copy_field.js", "CopyField")
_DIALOG_ID = "new-invitation"
_LIFETIMES = (1, DEFAULT_LIFETIME_DAYS, 30, 90, 0)


def _to_creator(row: Invitation) -> Person | None:
    return Person.of(row.created_by) if row.created_by else None


INVITATION_LAYOUT: Final = TableLayout(
    table=invitations.INVITATION_TABLE,
    columns=(
        Column("note", noop("Note"), lambda row: row.note or row.email or f"#{row.id}", width="lg"),
        Column("email", noop("Email"), lambda row: row.email, width="md"),
        Column("state", noop("Status"), lambda row: _STATES[get_status(row)], "badge"),
        # A spreadsheet would read "1 / 5" as a date.
        Column(
            "uses",
            noop("Used"),
            lambda row: _("{n} of {total}", n=row.uses_count, total=row.max_uses),
        ),
        Column("creator", noop("Created by"), _to_creator, "person", "md"),
        Column("created", noop("Created"), lambda row: row.created_at, "time", sort="created"),
        Column("expires", noop("Expires"), lambda row: row.expires_at, "time"),
    ),
    filters={"state": badge_labels(noop("Status"), _STATES)},
)


class InvitationForm(BaseModel):
    """The form of a new invitation. With `lifetime_days=0` it does not expire."""

    note: ShortText = ""
    email: ShortText = ""
    max_uses: int = Field(1, ge=-1_000_000, le=1_000_000)
    lifetime_days: int = Field(ge=0, le=10_000)

    @field_validator("max_uses", mode="before")
    @classmethod
    def empty_is_one(cls, value: object) -> object:
        return value or 1


async def _revoke(_state: Any, invitation_id: int, reason: str) -> bool:
    await run_action(invitations.revoke, invitation_id=invitation_id, reason=reason)
    return True


class InvitationsState(RecordFormState, RecordActionsState, rx.State):
    """The table of invitations, the one in the side sheet, and the dialog for a new one."""

    layout: ClassVar[TableLayout] = INVITATION_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"revoke": _revoke}

    record: invitations.InvitationDetails | None = None
    # The link of the new invitation. The server deletes it after sending it, so that only this
    # browser tab knows it.
    created_url: str = ""
    sent_to: str = ""  # the email to which the link of the new invitation was sent, or ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page", "created_url"})

    @rx.event
    @admin("", limit="invitations")
    async def save(self, message: dict[str, Any]) -> None:
        """Create an invitation. The dialog then shows its link."""
        if await save_form(self, self._save(message)):
            await self._show_first_page()

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(InvitationForm, message)
        created = await run_action(
            invitations.create,
            note=form.note,
            email=form.email,
            max_uses=form.max_uses,
            lifetime_days=form.lifetime_days or None,
        )
        self.created_url, self.sent_to = created.url, created.email

    def _close_form(self) -> None:
        super()._close_form()
        self.created_url, self.sent_to = "", ""

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(invitations.get_invitation, invitation_id=record_id)


_State: Any = InvitationsState


def create_dialog() -> rx.Component:
    is_created = _State.created_url != ""
    sent = _("We sent the link to {email}. You can also copy it.", email=_State.sent_to)
    done = rx.cond(
        _State.sent_to != "", sent, _("Copy the link now. You won't be able to see it again.")
    )
    return ui.dialog(
        rx.cond(is_created, _link(), _form()),
        id=_DIALOG_ID,
        title=rx.cond(is_created, _("Invitation created"), _("New invitation")),
        text=rx.cond(is_created, done, _("Anyone with the link can create an account.")),
        size="sm",
        open=_State.is_form_open,
        guards_input=True,
        on_close=_State.close_form,
    )


def _link() -> Node:
    return rx.el.div(
        _CopyField(
            ui.icon("copy"),
            ui.icon("check"),
            value=_State.created_url,
            label=_("Link"),
            class_names={
                "field": settings_styles.KEY_VALUE,
                "button": button.class_names("primary"),
            },
        ),
        class_name=f"{settings_styles.KEY_ROW} {overlay.DIALOG_BODY}",
    )


def _form() -> Node:
    return rx.el.form(
        *_fields(),
        rx.el.div(
            ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
            ui.button(_("Create"), type="submit", variant="primary"),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        key=choose(_State.is_form_open, "open", "closed"),
        on_submit=_State.save,
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def _fields() -> list[Node]:
    lifetimes = [(str(days), _lifetime_label(days)) for days in _LIFETIMES]
    return [
        text_field(
            _State.errors,
            "note",
            _("Note"),
            hint=_("Only administrators see it."),
            optional=True,
            max_length=NOTE_MAX_LENGTH,
        ),
        text_field(
            _State.errors,
            "email",
            _("Email"),
            hint=_("We send the link there, and only this email can use it."),
            optional=True,
            type="email",
            max_length=MAX_ADDRESS_LENGTH,
        ),
        text_field(
            _State.errors,
            "max_uses",
            _("How many people can use it"),
            type="number",
            min=1,
            max=MAX_USES,
            default_value="1",
            input_mode="numeric",
        ),
        ui.field(
            _("Expiry"),
            ui.select(lifetimes, name="lifetime_days", default_value=str(DEFAULT_LIFETIME_DAYS)),
            name="lifetime_days",
            error=ui.error_message(_State.errors, "lifetime_days"),
        ),
    ]


def _lifetime_label(days: int) -> str:
    return ngettext("{n} day", "{n} days", days) if days else _("No expiry")


def invitation_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = InvitationsState
    record = state.record
    return record_sheet(
        state,
        record,
        _revoke_button(record, actions),
        _details(record),
        _uses(record),
        id="invitation-sheet",
        title=rx.cond(
            record.note != "",
            record.note,
            rx.cond(record.email != "", record.email, _("Invitation")),
        ),
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


ACTIONS: Final = (
    ActionButton(
        "revoke",
        noop("Revoke"),
        noop("Revoke the invitation?"),
        ngettext_noop("Revoke {n} invitation?", "Revoke {n} invitations?"),
        noop("The link stops working at once. Accounts created with it stay."),
        "x",
        "danger",
    ),
)


def invitations_page() -> rx.Component:
    state: Any = InvitationsState
    return admin_page(
        "invitations",
        _mode_notice(),
        data_table(
            state,
            caption=_("Invitations"),
            search_label=_("Search by note or email"),
            empty_title=_("No invitations yet"),
            empty_text=_("Create a link with which people can register."),
            empty_icon="user_plus",
            empty_action=_create_button("secondary"),
            bulk_actions=bulk_buttons(state, ACTIONS),
        ),
        actions=(_create_button("primary"),),
        dialogs=(invitation_sheet(ACTIONS), create_dialog(), *action_dialogs(state, ACTIONS)),
    )


def _create_button(variant: Any) -> Node:
    state: Any = InvitationsState
    return ui.button(
        _("New invitation"),
        icon_name="plus",
        variant=variant,
        size="sm",
        on_click=state.open_form(0),
    )


def _mode_notice() -> Node:
    mode = LayoutState.site.registration
    text = rx.cond(
        mode == "open",
        _("Everyone can create an account, so invitations are not needed."),
        _("Registration is closed, so invitations do not work."),
    )
    settings_link = notice_link(_("Registration settings"), urls.admin_section("settings/auth"))
    return rx.cond(
        mode == "invitation",
        rx.fragment(),
        notice(text, " ", settings_link),
    )
