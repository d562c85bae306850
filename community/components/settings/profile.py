"""The settings section for the public profile: name, username, description and images."""

from typing import Any

import reflex as rx

from community.components import forms, ui
from community.components.settings.name_appearance import name_appearance_groups
from community.components.settings.section import settings_section
from community.domain import people
from community.domain.people.policies import VIDEO_AVATAR_FEATURE
from community.i18n import gettext as _, ngettext
from community.state.pages.layout import LayoutState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.profile import ProfileFormState
from community.state.runtime.offer import OfferState
from community.styles import settings as styles


def profile_section() -> rx.Component:
    return settings_section(
        styles.PROFILE,
        rx.el.div(
            rx.el.div(
                forms.avatar_field(
                    _("Profile picture"),
                    state=ProfileFormState,
                    name_source=ProfileFormState.name,
                    max_bytes=people.AVATAR_MAX_BYTES,
                    video=forms.VideoOptions(
                        url=ProfileFormState.video_avatar,
                        is_allowed=ProfileFormState.may_use_video_avatar,
                    ),
                ),
                _video_offer(),
                forms.header_image_field(
                    _("Cover image"), state=ProfileFormState, max_bytes=people.HEADER_MAX_BYTES
                ),
                class_name=styles.IMAGES,
            ),
            class_name=styles.GROUP,
        ),
        rx.el.div(_form(), class_name=styles.GROUP),
        name_appearance_groups(),
    )


def _video_offer() -> rx.Component:
    """Return the button for users whose plan does not include videos."""
    return rx.cond(
        LayoutState.shows_plans & SettingsState.is_loaded & ~ProfileFormState.may_use_video_avatar,
        rx.el.div(
            ui.text_button(
                _("Use a video as profile picture"),
                on_click=OfferState.show(VIDEO_AVATAR_FEATURE),
            )
        ),
    )


def _form() -> rx.Component:
    name_error, slug_error, bio_error = (
        ui.error_message(ProfileFormState.errors, name) for name in ("name", "slug", "bio")
    )
    return forms.draft_form(
        ui.field(
            _("Name"),
            ui.text_input(
                name="name",
                type="text",
                error=name_error,
                default_value=ProfileFormState.name,
                auto_complete="name",
            ),
            name="name",
            error=name_error,
        ),
        _username_field(slug_error),
        ui.field(
            rx.el.span(
                _("About you"),
                forms.character_counter("bio", people.BIO_MAX_LENGTH),
                class_name=styles.LABEL_ROW,
            ),
            ui.text_area(name="bio", error=bio_error, default_value=ProfileFormState.bio, rows="3"),
            name="bio",
            hint=_("A sentence or two, shown on your profile"),
            error=bio_error,
        ),
        forms.save_bar(),
        draft_key=f"profile-{SettingsState.user_id}",
        save_count=ProfileFormState.save_count,
        errors=ProfileFormState.errors,
        on_submit=ProfileFormState.save,
    )


def _username_field(error: Any) -> rx.Component:
    hint = ngettext(
        "Your profile is at /{slug}. If you change your username, the old link redirects to the "
        "new one and stays reserved for you for {n} day.",
        "Your profile is at /{slug}. If you change your username, the old link redirects to the "
        "new one and stays reserved for you for {n} days.",
        people.FORMER_SLUG_RESERVATION.days,
        slug=ProfileFormState.slug,
    )
    return ui.field(
        _("Username"),
        ui.text_input(
            name="slug",
            type="text",
            error=error,
            default_value=ProfileFormState.slug,
            auto_complete="off",
            auto_capitalize="none",
            spell_check=False,
        ),
        name="slug",
        hint=hint,
        error=error,
    )
