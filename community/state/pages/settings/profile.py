"""State of the settings section for the public profile."""

from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field

from community.core.db.sessions import read_session
from community.core.errors import DomainError
from community.domain import people
from community.domain.people.name_appearance import NameAppearance
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.runtime import forms, request_context, toasts
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action

ImageKind = Literal["avatar", "header"]

Code: TypeAlias = Annotated[str, Field(max_length=100)]


class ProfileFormData(BaseModel):
    """The data that the browser submits with the form.

    The maximum lengths here only reject extremely long values. The domain layer has lower limits
    and reports an error for each field that is too long.
    """

    name: str = Field(max_length=100_000)
    slug: str = Field(max_length=100_000)
    bio: str = Field(max_length=100_000)


class ProfileFormState(rx.State):
    """The stored profile, and the errors in the submitted form."""

    name: str = ""
    slug: str = ""
    bio: str = ""
    avatar: str = ""
    video_avatar: str = ""  # the URL of the video if the profile picture is one
    may_use_video_avatar: bool = False
    header: str = ""
    errors: dict[str, str] = {}  # maps field names to error messages
    # Counts how often the form was saved. When the number increases, the browser shows the saved
    # values in the form.
    save_count: int = 0
    image_revision: int = 0  # counts how often the server saved, removed or rejected an image

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        fields = forms.parse(ProfileFormData, message)
        if not await self._save_changes(
            people.ProfileChanges(**fields.model_dump()), *ProfileFormData.model_fields
        ):
            return
        self.save_count += 1
        await toasts.show_toast(self, _("Saved"))

    @rx.event
    @signed_in(limit="writes")
    async def set_image(self, kind: ImageKind, upload_id: UUID) -> None:
        await self._save_changes(people.ProfileChanges.model_validate({kind: upload_id}), kind)
        self.image_revision += 1

    @rx.event
    @signed_in(limit="writes")
    async def remove_image(self, kind: ImageKind) -> None:
        await self._save_changes(people.ProfileChanges.model_validate({kind: None}), kind)
        self.image_revision += 1

    async def _save_changes(self, changes: people.ProfileChanges, *field_names: str) -> bool:
        """Save the changes to the profile and return True.

        If fields are invalid, set `errors` and return False. Raise `DomainError` if the error does
        not belong to a form field.
        """
        actor = request_context.get_actor()
        self.errors = {
            name: message for name, message in self.errors.items() if name not in field_names
        }
        try:
            await run_action(people.change_profile, changes)
        except DomainError as error:
            self.errors = {**self.errors, **forms.get_first_error_messages(error)}
            if not error.field_errors:
                raise
            return False
        async with read_session() as session:
            self._set_profile(await people.get_preferences(session, actor))
            layout = await self.get_state(LayoutState)
            layout.viewer = (await people.find_user_summaries(session, [actor.id])).get(actor.id)
        return True

    def _set_profile(self, preferences: people.Preferences) -> None:
        self.name, self.slug, self.bio = preferences.name, preferences.slug, preferences.bio
        self.avatar, self.header = preferences.avatar or "", preferences.header or ""
        self.video_avatar = preferences.video_avatar or ""
        self.may_use_video_avatar = preferences.may_use_video_avatar


class NameAppearanceState(rx.State):
    badge: str = ""  # the code of the badge; empty for none
    name_style: str = ""  # the code of the style; empty for none
    may_use_badge: bool = False
    may_style_name: bool = False

    @rx.event
    @signed_in(limit="writes", feature="badge")
    async def set_badge(self, code: Code) -> None:
        await run_action(people.name_appearance.change, NameAppearance(badge=code or None))
        self.badge = code

    @rx.event
    @signed_in(limit="writes", feature="fancy_nickname")
    async def set_name_style(self, code: Code) -> None:
        appearance = NameAppearance(name_style=code or None)
        await run_action(people.name_appearance.change, appearance)
        self.name_style = code

    def _set_preferences(self, preferences: people.Preferences) -> None:
        self.badge, self.name_style = preferences.badge or "", preferences.name_style or ""
        self.may_use_badge = preferences.may_use_badge
        self.may_style_name = preferences.may_style_name
