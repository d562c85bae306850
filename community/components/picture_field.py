"""The field of a picture: chosen by button or drop, shown while it is on its way."""

from typing import Any, cast
from uuid import UUID

import reflex as rx
from reflex.vars import FunctionStringVar, VarData

from community import urls
from community.components import ui
from community.looks import avatar as faces
from community.looks import button, form
from community.looks import settings as looks

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


def face_field(
    name: str, *, of: Any, picture: Any, shape: faces.Shape = "person", **field: Any
) -> rx.Component:
    """The picture that stands beside a name; `field` as `_PictureField` has it.

    Args:
        of: whose: initials stand in its place while there is none.
    """
    initials = cast("rx.Var[str]", _initials.call(of))
    shown = ui.avatar(initials=initials, picture=picture, size="xl", shape=shape)
    frame = f"{looks.FACE_FRAME} {faces.SHAPES[shape]}"
    return _field(shown, name, frame, looks.PICTURE_ROW, picture=picture, **field)


def header_field(name: str, *, picture: Any, **field: Any) -> rx.Component:
    """The wide picture over a page; `field` as `_PictureField` has it."""
    shown = rx.cond(
        picture != "",
        rx.el.img(src=picture, alt="", class_name=looks.PICTURE_IMAGE),
        rx.el.span("No header picture", class_name=looks.HEADER_EMPTY),
    )
    return _field(shown, name, looks.HEADER_FRAME, looks.PICTURE, picture=picture, **field)


def _field(shown: rx.Component, name: str, frame: str, row: str, **field: Any) -> rx.Component:
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
        address=urls.MEDIA,
        look=rx.Var.create(look),
        **field,
    )
