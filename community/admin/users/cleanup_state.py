"""State of the clean-up of what a user wrote, in the side sheets of users and of reports."""

from typing import Any, Literal

import reflex as rx

from community.admin.users.forms import BanForm
from community.core.errors import DomainError
from community.domain import cleanups, identity, moderation
from community.i18n import formats, gettext as _, ngettext
from community.state.runtime import forms, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query


class CleanupForm(BanForm):
    """What the dialog sends. Checkboxes that are not checked are missing."""

    content: Literal["hide", "delete"] = "hide"
    posts: bool = False
    comments: bool = False
    messages: bool = False
    profile: bool = False
    ban: bool = False

    def build_options(self) -> cleanups.CleanupOptions:
        return cleanups.CleanupOptions(
            **self.model_dump(include=set(cleanups.CleanupOptions.model_fields))
        )


class CleanupState(rx.State):
    """The dialog that begins a clean-up, and the last clean-up of the user in the side sheet."""

    user_id: int = 0  # the user in the dialog, or 0 if it is closed
    name: str = ""
    hide_text: str = ""  # how many posts, comments and messages would be hidden
    delete_text: str = ""  # how many would be deleted
    error: str = ""
    cleanup: cleanups.CleanupView | None = None
    progress: str = ""  # how much the clean-up has done, as text

    async def _load(self, user_id: int) -> None:
        self._show(await run_query(cleanups.find_latest, user_id=user_id))

    @rx.event
    @admin(identity.USERS_SECTION, limit="admin_tables")
    async def ask(self, user_id: Id) -> None:
        """Open the dialog with the numbers of posts, comments and messages that it would cover."""
        person = await run_query(moderation.get_person, user_id=user_id)
        counts = await run_query(cleanups.count_contents, user_id=user_id)
        self.hide_text = _describe(counts.posts_to_hide, counts.comments_to_hide, counts.messages)
        self.delete_text = _describe(
            counts.posts_to_delete, counts.comments_to_delete, counts.messages
        )
        self.user_id, self.name, self.error = person.id, person.name, ""

    @rx.event
    @admin(identity.USERS_SECTION)
    async def close(self) -> None:
        self.user_id, self.error = 0, ""

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def start(self, message: dict[str, Any]) -> None:
        form = forms.parse(CleanupForm, message)
        try:
            view = await run_action(
                cleanups.start,
                user_id=self.user_id,
                options=form.build_options(),
                reason=form.reason,
                ban=form.ban,
                until=form.until,
            )
        except DomainError as error:
            if error.code == "confirmation_required":
                raise
            self.error = error.message
            return
        self._show(view)
        self.user_id, self.error = 0, ""
        await toasts.show_toast(self, _("Clean-up started"))

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def undo(self, cleanup_id: Id) -> None:
        self._show(await run_action(cleanups.undo, cleanup_id=cleanup_id))
        await toasts.show_toast(self, _("Everything is being restored"))

    def _show(self, view: cleanups.CleanupView | None) -> None:
        self.cleanup, self.progress = view, ""
        if view is not None:
            self.progress = _(
                "{n} of {total}",
                n=formats.format_number(view.hidden),
                total=formats.format_number(view.total),
            )


def _describe(posts: int, comments: int, messages: int) -> str:
    return " · ".join(
        (
            ngettext("{n} post", "{n} posts", posts),
            ngettext("{n} comment", "{n} comments", comments),
            ngettext("{n} private message", "{n} private messages", messages),
        )
    )
