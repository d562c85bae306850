"""State of the section with the reactions that users can choose."""

from typing import Annotated, Any
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.confirmation import parse_confirmation
from community.core.db.sessions import read_session
from community.core.errors import DomainError, NotFound
from community.domain import reactions, uploads
from community.domain.reactions import ReactionKindView
from community.i18n import gettext as _
from community.realtime import topics
from community.state.runtime import forms, open_tabs
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

Code = Annotated[str, Field(max_length=reactions.CODE_MAX_LENGTH)]
Codes = Annotated[list[Code], Field(max_length=reactions.MAX_KINDS)]
SECTION = "like-reactions"


class ReactionFormData(BaseModel):
    """The form of a reaction. The domain checks the exact limits."""

    name: str = Field("", max_length=1_000)
    emoji: str = Field("", max_length=1_000)
    is_extended: bool = False


class ReactionKindsState(rx.State):
    """The list of reactions, and the form of one reaction.

    Attributes:
        editing: The code of the reaction in the form, or "" for a new one.
        image: The URL of the image that the form shows.
        image_revision: Changes when the image is saved or removed.
        removing: The reaction for which the dialog asks whether to remove it.
    """

    kinds: list[ReactionKindView] = []
    is_loaded: bool = False
    is_form_open: bool = False
    editing: str = ""
    kind: ReactionKindView | None = None
    image: str = ""
    image_revision: int = 0
    errors: dict[str, str] = {}
    removing: ReactionKindView | None = None
    removal_error: str = ""
    _upload: dict[str, UUID | None] = {}

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", topics.REACTION_KINDS)
        self.is_form_open, self.removing = False, None
        self.kinds = await run_query(reactions.list_kinds)
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        self.kinds = await run_query(reactions.list_kinds)

    @rx.event
    @admin(SECTION)
    async def open_form(self, code: Code) -> None:
        """Open the form for a reaction, or for a new one if the code is empty."""
        self.kind = self._find_kind(code) if code else None
        self.editing, self.errors, self._upload = code, {}, {}
        self.image = (self.kind.image if self.kind else None) or ""
        self.is_form_open = True

    @rx.event
    @admin(SECTION)
    async def close_form(self) -> None:
        self.is_form_open = False

    @rx.event
    @admin(SECTION, limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        form = forms.parse(ReactionFormData, message)
        fields: dict[str, Any] = {**form.model_dump(), **self._upload}
        try:
            if self.editing:
                await run_action(reactions.edit_kind, code=self.editing, **fields)
            else:
                await run_action(reactions.create_kind, **fields)
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not self.errors:
                raise
            return
        self.is_form_open = False
        self.kinds = await run_query(reactions.list_kinds)
        await show_toast(self, _("Saved"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_image(self, upload_id: UUID) -> None:
        """Show an uploaded image in the form. The server saves the image with the form."""
        async with read_session() as session:
            media = await uploads.find_media_views(session, [upload_id])
        self._set_upload(upload_id, media[upload_id].url if upload_id in media else "")

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove_image(self) -> None:
        self._set_upload(None, "")

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_active(self, code: Code, is_active: bool) -> None:
        try:
            await run_action(reactions.edit_kind, code=code, is_active=is_active)
        finally:
            # After an error the switch returns to the stored value.
            self.kinds = await run_query(reactions.list_kinds)

    @rx.event
    @admin(SECTION)
    async def ask_to_remove(self, code: Code) -> None:
        """Open the dialog, which depends on whether a user has chosen the reaction by now."""
        self.kinds = await run_query(reactions.list_kinds)
        self.removing, self.removal_error = self._find_kind(code), ""

    @rx.event
    @admin(SECTION)
    async def cancel_removal(self) -> None:
        self.removing = None

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, message: dict[str, Any]) -> None:
        """Delete the reaction of the dialog, or turn it off if a user has chosen it."""
        if self.removing is None:
            return
        try:
            parse_confirmation(message)
            retired = await run_action(reactions.remove_kind, code=self.removing.code)
        except DomainError as error:
            self.removal_error = error.message
            return
        self.removing = None
        self.kinds = await run_query(reactions.list_kinds)
        await show_toast(self, _("Deleted") if retired is None else _("Turned off"))

    @rx.event
    @admin(SECTION, limit="writes")
    async def reorder(self, codes: Codes) -> None:
        self.kinds = await run_action(reactions.reorder_kinds, codes=codes)

    def _find_kind(self, code: str) -> ReactionKindView:
        for kind in self.kinds:
            if kind.code == code:
                return kind
        raise NotFound(_("Reaction not found"))

    def _set_upload(self, upload_id: UUID | None, url: str) -> None:
        self._upload = {"image": upload_id}
        self.image, self.image_revision = url, self.image_revision + 1
        self.errors = {name: text for name, text in self.errors.items() if name != "image"}
