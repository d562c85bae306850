"""Name, address, description and pictures."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.picture_field import face_field, header_field
from community.components.settings.kept_form import counter, kept_form, save_row
from community.components.settings.section import section
from community.domain import accounts
from community.looks import settings as looks
from community.state.settings.page import Settings
from community.state.settings.profile import ProfileForm

ADDRESS_HINT = (
    "The old address leads to the new one from then on, and nobody else can take it for "
    f"{accounts.FORMER_SLUG_TERM.days} days."
)


def profile() -> rx.Component:
    """The section."""
    return section(
        looks.PROFILE,
        rx.el.div(
            rx.el.div(_face(), _header(), class_name=looks.PICTURES),
            class_name=looks.GROUP,
        ),
        rx.el.div(_words(), class_name=looks.GROUP),
    )


def _words() -> rx.Component:
    name, bio = _error("name"), _error("bio")
    return kept_form(
        ui.field(
            "Name",
            ui.text_input(
                name="name",
                type="text",
                error=name,
                default_value=ProfileForm.name,
                auto_complete="name",
            ),
            name="name",
            error=name,
        ),
        _address(_error("slug")),
        ui.field(
            rx.el.span("About you", counter("bio", accounts.BIO_LIMIT), class_name=looks.LABEL_ROW),
            ui.text_area(name="bio", error=bio, default_value=ProfileForm.bio, rows="3"),
            name="bio",
            hint="A sentence or two. They stand on your page, under your name.",
            error=bio,
        ),
        save_row(),
        draft=f"profile-{Settings.user_id}",
        kept=ProfileForm.kept,
        wrong=ProfileForm.wrong,
        on_send=ProfileForm.save,
    )


def _address(error: Any) -> rx.Component:
    return ui.field(
        "Address",
        ui.text_input(
            name="slug",
            type="text",
            error=error,
            default_value=ProfileForm.slug,
            auto_complete="off",
            auto_capitalize="none",
            spell_check=False,
        ),
        name="slug",
        hint=f"Your page is at /{ProfileForm.slug}. {ADDRESS_HINT}",
        error=error,
    )


def _face() -> rx.Component:
    return face_field(
        "Your picture",
        of=ProfileForm.name,
        picture=ProfileForm.avatar,
        limit=accounts.AVATAR_BYTES,
        **_kept_at_once("avatar"),
    )


def _header() -> rx.Component:
    return header_field(
        "Header of your page",
        picture=ProfileForm.header,
        limit=accounts.HEADER_BYTES,
        **_kept_at_once("header"),
    )


def _kept_at_once(field: str) -> dict[str, Any]:
    return {
        "refusal": _error(field),
        "answered": ProfileForm.answered,
        "on_choose": ProfileForm.choose_picture(field),
        "on_remove": ProfileForm.remove_picture(field),
    }


def _error(name: str) -> rx.Var[str]:
    wrong: Any = ProfileForm.wrong
    return wrong.get(name, "").to(str)
