"""The definition of a list of records, and the base classes of its State.

`RecordListState` loads the list and saves the form of a record. Each of the classes after it adds
what users can do with a record. The State of a section derives from those that it needs.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final
from uuid import UUID

import reflex as rx
from pydantic import Field

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.section_state import SectionState
from community.core.db.sessions import read_session
from community.core.errors import DomainError, Invalid, NotFound
from community.core.ids import parse_id
from community.domain import uploads
from community.i18n import gettext as _, noop
from community.state.runtime import forms, open_tabs, toasts
from community.state.runtime.forms import IdOrZero
from community.state.runtime.policy import admin

# Limits of what browsers send. The domain checks how many records a list can have.
MAX_KEY_LENGTH: Final = 60
MAX_RECORDS: Final = 500

TextKey = Annotated[str, Field(max_length=MAX_KEY_LENGTH)]
# The id or the code of a record. 0 means a new record.
Key = IdOrZero | TextKey
Keys = Annotated[list[TextKey], Field(max_length=MAX_RECORDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordList:
    """A list of records in a section of the Admin Panel. Its texts are untranslated."""

    code: str  # what a record is called in the ids of elements, such as "plan" in `plan-form`
    section: str  # the section that users need access to
    # The topic of the tabs that show the list. Empty if the page also has a list that subscribes
    # the tab.
    topic: str = ""
    key: str = "id"  # the field that identifies a record: `id` or `code`
    name: str = "name"  # the field with the name of a record
    label: str
    add: str  # the label of the button that opens the form of a new record
    new_title: str  # the title of this form
    edit_title: str = ""  # the title of the form of an existing record
    saved: str = noop("Saved")  # the toast after the form was saved
    not_found: str  # the error message if a record no longer exists


class RecordFormState(SectionState, mixin=True):
    """The form of a record, in a side sheet or a dialog."""

    is_form_open: bool = False
    errors: dict[str, str] = {}  # the error messages of the form by field

    @rx.event
    @admin("")
    async def open_form(self, key: Key = 0) -> None:
        self.errors = {}
        await self._open_form(key)
        self.is_form_open = True

    @rx.event
    @admin("")
    async def close_form(self) -> None:
        self._close_form()

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self._close_form()

    def _close_form(self) -> None:
        self.is_form_open = False

    async def _open_form(self, key: int | str) -> None:
        """Load what the form shows."""

    async def _save(self, message: dict[str, Any]) -> None:
        """Save the form.

        Raises:
            Invalid: Fields are invalid. The form shows the error messages.
        """
        raise NotImplementedError


class RecordListState(RecordFormState, mixin=True):
    """The list of records, and the form of a record.

    A subclass sets `records`, declares `rows` and `row` with the type of its rows, and overrides
    `_list_rows` and `_save`.
    """

    records: ClassVar[RecordList]

    rows: list[Any] = []
    is_loaded: bool = False
    editing: int | str = 0  # the key of the record in the form, or 0 for a new one
    # The record in the form, as it was when the form was opened. None for a new one.
    row: Any = None

    @classmethod
    def _find_section(cls) -> str:
        return cls.records.section if hasattr(cls, "records") else ""

    @rx.event
    @admin("")
    async def load(self) -> None:
        if self.records.topic:
            open_tabs.subscribe("page", self.records.topic)
        self._close_dialogs()
        await self._load_rows()
        self.is_loaded = True

    @rx.event
    @admin("")
    async def refresh(self) -> None:
        await self._load_rows()

    @rx.event
    @admin("", limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        if not await save_form(self, self._save(message)):
            return
        self.is_form_open = False
        await self._load_rows()
        await toasts.show_toast(self, _(self.records.saved))

    async def _open_form(self, key: int | str) -> None:
        await self._load_rows()
        self.row = self._find_row(key) if key else None
        self.editing = key

    async def _load_rows(self) -> None:
        self.rows = await self._list_rows()

    async def _list_rows(self) -> list[Any]:
        raise NotImplementedError

    def _find_row(self, key: int | str) -> Any:
        for row in self.rows:
            if getattr(row, self.records.key) == key:
                return row
        raise NotFound(_(self.records.not_found))


class RecordSwitchState(RecordListState, mixin=True):
    """A list in which users turn records on and off."""

    @rx.event
    @admin("", limit="writes")
    async def set_active(self, key: Key, is_active: bool) -> None:
        try:
            await self._set_active(self._find_row(key), is_active=is_active)
        finally:
            # After an error the switch returns to the stored value.
            await self._load_rows()

    async def _set_active(self, row: Any, *, is_active: bool) -> None:
        raise NotImplementedError


class RecordOrderState(RecordListState, mixin=True):
    """A list whose records users move."""

    @rx.event
    @admin("", limit="writes")
    async def reorder(self, keys: Keys) -> None:
        try:
            await self._reorder([self._parse_key(key) for key in keys])
        finally:
            await self._load_rows()

    async def _reorder(self, keys: list[Any]) -> None:
        """Store the order of the records. The keys have the type of those of the rows."""
        raise NotImplementedError

    def _parse_key(self, key: str) -> int | str:
        return parse_id(key) or 0 if self.records.key == "id" else key


class RecordRemovalState(RecordListState, mixin=True):
    """A list whose records users remove after a confirmation.

    A subclass declares `removing` with the type of its rows.
    """

    removing: Any = None  # the record for which the dialog asks whether to remove it
    removal_error: str = ""

    @rx.event
    @admin("")
    async def ask_to_remove(self, key: Key) -> None:
        """Open the dialog. Its text depends on whether the record is in use by now."""
        await self._load_rows()
        self.removing, self.removal_error = self._find_row(key), ""

    @rx.event
    @admin("")
    async def cancel_removal(self) -> None:
        self.removing = None

    @rx.event
    @admin("", limit="writes")
    async def remove(self, message: dict[str, Any]) -> None:
        if self.removing is None:
            return
        try:
            parse_confirmation(message)
            result = await self._remove(self.removing)
        except DomainError as error:
            self.removal_error = error.message
            return
        self.removing = None
        await self._load_rows()
        await toasts.show_toast(self, result)

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self.removing = None

    async def _remove(self, row: Any) -> str:
        """Remove a record. Return the toast that tells what has happened to it."""
        raise NotImplementedError


class RecordImagesState(RecordListState, mixin=True):
    """A list of records with images, which the server saves with the form."""

    # The fields of the rows that contain the URL of an image
    image_fields: ClassVar[tuple[str, ...]] = ("image",)

    images: dict[str, str] = {}  # the URLs of the images that the form shows, by field
    image_revision: int = 0  # changes when an image is uploaded or removed
    _uploads: dict[str, UUID | None] = {}

    @rx.event
    @admin("", limit="writes")
    async def set_image(self, field: TextKey, upload_id: UUID) -> None:
        async with read_session() as session:
            media = (await uploads.find_media_views(session, [upload_id])).get(upload_id)
        await self._change_image(field, upload_id, media)

    @rx.event
    @admin("", limit="writes")
    async def remove_image(self, field: TextKey) -> None:
        await self._change_image(field, None, None)

    async def _open_form(self, key: int | str) -> None:
        await super()._open_form(key)
        self._uploads = {}
        self.images = {field: getattr(self.row, field, None) or "" for field in self.image_fields}

    async def _change_image(
        self, field: str, upload_id: UUID | None, media: uploads.MediaView | None
    ) -> None:
        if field not in self.image_fields:
            raise Invalid(forms.invalid_request_message())
        self._uploads = {**self._uploads, field: upload_id}
        self.images = {**self.images, field: media.url if media else ""}
        self.image_revision += 1
        self.errors = {name: text for name, text in self.errors.items() if name != field}


async def save_form(state: Any, action: Awaitable[Any]) -> bool:
    """Await the action of a form, and return whether it succeeded.

    If fields are invalid, the var `errors` of the State gets their error messages.
    """
    try:
        await action
    except DomainError as error:
        state.errors = forms.get_first_error_messages(error)
        if not state.errors:
            raise
        return False
    return True
