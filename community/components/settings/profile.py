"""Name, address, description and pictures."""

from typing import Any, cast
from uuid import UUID

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community import urls
from community.components import ui
from community.components.settings.kept_form import counter, kept_form, save_row
from community.components.settings.section import section
from community.domain import accounts
from community.looks import button, form
from community.looks import settings as looks
from community.state.settings.page import Settings
from community.state.settings.profile import ProfileForm

ADDRESS_HINT = (
    "The old address leads to the new one from then on, and nobody else can take it for "
    f"{accounts.FORMER_SLUG_TERM.days} days."
)
_initials: FunctionStringVar[Any] = FunctionStringVar.create(
    "initials", _var_data=VarData(imports={"$/public/ui/words.js": [rx.ImportVar(tag="initials")]})
)


def _chosen(upload_id: rx.Var[UUID]) -> tuple[rx.Var[UUID]]:
    return (upload_id,)


class _PictureField(rx.Component):
    """Takes a picture by button or drop; see `assets/ui/settings/picture_field.jsx`."""

    library = "$/public/ui/settings/picture_field.jsx"
    tag = "PictureField"
    name: rx.Var[str]
    picture: rx.Var[str]
    refusal: rx.Var[str]
    answered: rx.Var[int]
    limit: rx.Var[int]
    address: rx.Var[str]
    look: rx.Var[dict[str, str]]
    on_choose: rx.EventHandler[_chosen]  # type: ignore[type-arg,valid-type]
    on_remove: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


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
    face = ui.avatar(
        initials=cast("rx.Var[str]", _initials.call(ProfileForm.name)),
        picture=ProfileForm.avatar,
        size="xl",
    )
    return _picture(
        face,
        "avatar",
        "Your picture",
        picture=ProfileForm.avatar,
        limit=accounts.AVATAR_BYTES,
        frame=looks.FACE_FRAME,
        row=looks.PICTURE_ROW,
    )


def _header() -> rx.Component:
    shown = rx.cond(
        ProfileForm.header != "",
        rx.el.img(src=ProfileForm.header, alt="", class_name=looks.PICTURE_IMAGE),
        rx.el.span("No header picture", class_name=looks.HEADER_EMPTY),
    )
    return _picture(
        shown,
        "header",
        "Header of your page",
        picture=ProfileForm.header,
        limit=accounts.HEADER_BYTES,
        frame=looks.HEADER_FRAME,
        row=looks.PICTURE,
    )


def _picture(
    shown: rx.Component,
    field: str,
    name: str,
    *,
    picture: Any,
    limit: int,
    frame: str,
    row: str,
) -> rx.Component:
    look = {
        "field": looks.PICTURE,
        "row": row,
        "frame": f"{looks.PICTURE_FRAME} {frame}",
        "waiting": looks.PICTURE_WAITING,
        "progress": looks.PICTURE_PROGRESS,
        "actions": looks.PICTURE_ACTIONS,
        "choose": button.look("secondary", "sm"),
        "remove": button.look("quiet", "sm"),
        "hint": form.HINT,
        "wrong": form.ERROR,
    }
    return _PictureField.create(
        shown,
        ui.icon("upload"),
        ui.icon("trash"),
        name=name,
        picture=picture,
        refusal=_error(field),
        answered=ProfileForm.answered,
        limit=limit,
        address=urls.MEDIA,
        look=rx.Var.create(look),
        on_choose=ProfileForm.choose_picture(field),
        on_remove=ProfileForm.remove_picture(field),
    )


def _error(name: str) -> rx.Var[str]:
    wrong: Any = ProfileForm.wrong
    return wrong.get(name, "").to(str)
