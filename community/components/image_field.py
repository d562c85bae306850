"""Form fields that upload the images of profiles and communities.

Their script is `assets/ui/settings/image_field.jsx`.
"""

from typing import Any
from uuid import UUID

import reflex as rx

from community import urls
from community.components import ui
from community.i18n import gettext as _
from community.styles import avatar, button, form
from community.styles import settings as styles


def _upload_id_event_spec(upload_id: rx.Var[UUID]) -> tuple[rx.Var[UUID]]:
    return (upload_id,)


class _ImageField(rx.Component):
    """Field for an image file, which the user chooses or drops. The field uploads the file.

    Attributes:
        reset_key: A number that changes when the server has saved or rejected the image.
        on_choose: Handler that receives the ID of the uploaded image.
    """

    library = "$/public/ui/settings/image_field.jsx"
    tag = "ImageField"
    label: rx.Var[str]
    image: rx.Var[str]
    error: rx.Var[str]
    reset_key: rx.Var[int]
    max_bytes: rx.Var[int]
    upload_url: rx.Var[str]
    class_names: rx.Var[dict[str, str]]
    on_choose: rx.EventHandler[_upload_id_event_spec]  # type: ignore[type-arg,valid-type]
    on_remove: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def avatar_field(
    label: str, *, name_source: Any, image: Any, shape: avatar.Shape = "user", **props: Any
) -> rx.Component:
    """Return a field that uploads an avatar.

    Args:
        label: The name of the field.
        name_source: The name whose initials are shown while there is no image.
        image: URL of the saved image, or an empty string.
        shape: The shape of the avatar.
        props: `error`, `reset_key`, `max_bytes`, `on_choose` and `on_remove` of `_ImageField`.
    """
    preview = ui.avatar(name_source, image, size="xl", shape=shape)
    frame = f"{styles.AVATAR_FRAME} {avatar.SHAPES[shape]}"
    return _image_upload_field(preview, label, frame, styles.IMAGE_FIELD_ROW, image=image, **props)


def header_image_field(label: str, *, image: Any, **props: Any) -> rx.Component:
    """Return a field that uploads the wide image at the top of a profile or community page.

    `avatar_field` describes `props`.
    """
    preview = rx.cond(
        image != "",
        rx.el.img(src=image, alt="", class_name=styles.IMAGE),
        rx.el.span(_("No cover image"), class_name=styles.HEADER_EMPTY),
    )
    return _image_upload_field(
        preview, label, styles.HEADER_FRAME, styles.IMAGE_FIELD, image=image, **props
    )


def _image_upload_field(
    preview: rx.Component, label: str, frame_class: str, row_class: str, **props: Any
) -> rx.Component:
    class_names = {
        "field": styles.IMAGE_FIELD,
        "row": row_class,
        "preview": f"{styles.IMAGE_FRAME} {frame_class}",
        "uploading": styles.IMAGE_PENDING,
        "progress": styles.IMAGE_PROGRESS,
        "actions": styles.IMAGE_ACTIONS,
        "choose": button.class_names("secondary", "sm"),
        "remove": button.class_names("quiet", "sm"),
        "hint": form.HINT,
        "error": form.ERROR,
    }
    return _ImageField.create(
        preview,
        ui.icon("upload"),
        ui.icon("trash"),
        label=label,
        upload_url=urls.MEDIA,
        class_names=rx.Var.create(class_names),
        **props,
    )
