"""State of the actions on the user in the side sheet, and of the dialogs that ask for details."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import reflex as rx
from reflex.event import EventSpec

from community import urls
from community.admin.users.forms import BanForm, DeletionForm, EditForm, MergeForm, ReasonForm
from community.core.db.sessions import read_session
from community.core.errors import DomainError, NotFound
from community.domain import account_deletion, accounts, identity, merging, moderation, people
from community.i18n import formats, gettext as _
from community.state.runtime import forms, toasts
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query

Dialog = Literal[
    "", "ban", "lift", "edit", "sign_out", "reset", "two_step", "view", "merge", "delete"
]


class PersonState(rx.State):
    """The user in the side sheet, with what the administrator may do, and the open dialog."""

    person: moderation.Person | None = None
    ban_text: str = ""  # until when the user is banned
    dialog: str = ""
    error: str = ""  # the error message of the open dialog
    errors: dict[str, str] = {}  # the error messages of its fields
    reset_url: str = ""  # the link with which the user chooses a new password; it is shown once
    # The fields of the account as the form for editing showed them.
    _shown: moderation.AccountFields | None = None
    _shown_ban: moderation.ShownBan = moderation.ShownBan()

    async def _load(self, user_id: int) -> None:
        person = await run_query(moderation.get_person, user_id=user_id)
        if self.person is None or self.person.id != person.id:
            self.dialog = ""
        until = person.banned_until and formats.format_full_time(person.banned_until)
        banned_until = _("Banned until {time}", time=until) if until else _("Banned permanently")
        self.person, self.ban_text = person, banned_until if person.banned_at else ""

    @rx.event
    @admin(identity.USERS_SECTION)
    async def open_dialog(self, dialog: Dialog) -> None:
        self.dialog, self.error, self.errors, self.reset_url = dialog, "", {}, ""
        if self.person is not None:
            self._shown = moderation.AccountFields(**self.person.model_dump())
            self._shown_ban = moderation.ShownBan(
                until=self.person.banned_until, reason=self.person.ban_reason
            )

    @rx.event
    @admin(identity.USERS_SECTION)
    async def close_dialog(self) -> None:
        self.dialog, self.error, self.errors, self.reset_url = "", "", {}, ""

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def ban(self, message: dict[str, Any]) -> None:
        form = forms.parse(BanForm, message)
        await self._act(
            moderation.ban,
            _("Banned"),
            reason=form.reason,
            until=form.until,
            shown=self._shown_ban,
        )

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def lift_ban(self, message: dict[str, Any]) -> None:
        reason = forms.parse(ReasonForm, message).reason
        await self._act(moderation.lift_ban, _("Ban lifted"), reason=reason)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def edit(self, message: dict[str, Any]) -> None:
        changes = accounts.AccountChanges(**forms.parse(EditForm, message).model_dump())
        await self._act(moderation.edit_user, _("Saved"), changes=changes, shown=self._shown)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def set_verified(self, is_verified: bool) -> None:
        text = _("Email marked as verified") if is_verified else _("Email marked as not verified")
        await self._act(moderation.set_email_verified, text, is_verified=is_verified)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def sign_out(self, message: dict[str, Any]) -> None:  # noqa: ARG002  # form without fields
        await self._act(moderation.sign_out_everywhere, _("Signed out everywhere"))

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def reset_password(self, message: dict[str, Any]) -> None:
        reason = forms.parse(ReasonForm, message).reason
        reset = await self._act(moderation.start_password_reset, "", reason=reason)
        if reset is not None:
            self.dialog = "reset"
            self.reset_url = urls.mail_link(urls.RESET_PASSWORD_PAGE, reset.token)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def remove_second_factor(self, message: dict[str, Any]) -> None:
        reason = forms.parse(ReasonForm, message).reason
        await self._act(
            moderation.remove_second_factor, _("Two-step sign-in is off"), reason=reason
        )

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def view_as(self, message: dict[str, Any]) -> EventSpec | None:
        reason = forms.parse(ReasonForm, message).reason
        slug = self.person.slug if self.person else ""
        if await self._act(moderation.start_viewing, "", reason=reason) is None:
            return None
        return rx.redirect(urls.profile(slug))

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def merge(self, message: dict[str, Any]) -> None:
        """Merge the user in the side sheet into the account that the form names."""
        form = forms.parse(MergeForm, message)
        if self.person is None:
            return
        try:
            forms.ensure_name_confirmed(form.confirmation, self.person.slug)
            async with read_session() as session:
                target = await people.get_user(session, form.target.strip().lstrip("@"))
        except DomainError as error:
            self.error = error.message
            return
        source_id, self.error = self.person.id, ""
        await self._run(merging.merge, source_id=source_id, target_id=target.id, reason=form.reason)
        if not self.error:
            self.dialog = ""
            await toasts.show_toast(self, _("The accounts are being merged"))

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def delete_account(self, message: dict[str, Any]) -> None:
        form = forms.parse(DeletionForm, message)
        await self._act(
            account_deletion.delete_as_administrator,
            _("Account deleted"),
            content=form.content,
            confirmation=form.confirmation,
            reason=form.reason,
        )

    async def _act(self, action: Callable[..., Awaitable[Any]], text: str, **values: Any) -> Any:
        """Run an action on the user in the side sheet. Return None if the dialog shows an error."""
        if self.person is None:
            return None
        user_id = self.person.id
        result = await self._run(action, user_id=user_id, **values)
        if self.error or self.errors:
            return None
        self.dialog = ""
        if text:
            await toasts.show_toast(self, text)
        try:
            await self._load(user_id)
        except NotFound:  # The account was deleted.
            self.person = None
        return result

    async def _run(self, action: Callable[..., Awaitable[Any]], **values: Any) -> Any:
        self.error, self.errors = "", {}
        try:
            return await run_action(action, **values)
        except DomainError as error:
            if error.code == "confirmation_required" or not self.dialog:
                raise
            self._show_error(error)
            return None

    def _show_error(self, error: DomainError) -> None:
        """Show an error in the dialog, below the fields of the form for editing if it names them.

        After a conflict the dialog shows the saved values beside its own, so that the next attempt
        replaces them knowingly.
        """
        if self.dialog == "edit":
            self.errors = forms.get_first_error_messages(error)
        conflicts = error.details.get("conflicts", {})
        self.error = error.message if conflicts or not self.errors else ""
        saved = {field: conflict["saved"] for field, conflict in conflicts.items()}
        if saved and self.dialog == "ban":
            self._shown_ban = moderation.ShownBan(**saved)
        elif self._shown is not None:
            self._shown = self._shown.model_copy(update=saved)
