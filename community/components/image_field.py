"""Form fields that upload the images of profiles, communities and posts."""

from typing import Any
from uuid import UUID

import reflex as rx

from community.components import ui
from community.components.uploads import UPLOAD_PROPS
from community.domain import uploads
from community.i18n import gettext as _
from community.rendering import Node, el, group, react_component, when
from community.styles import image_field as styles
from community.styles.ui import avatar, button, form, overlay

_ImageInput = react_component(
    "image_input.jsx", "ImageInput", packages=["react-easy-crop@6.2.5"], on_upload=UUID
)
_CROP_CLASSES = {
    "dialog": f"{overlay.DIALOG} {overlay.DIALOG_SIZES['md']}",
    "dialogTitle": overlay.DIALOG_TITLE,
    "dialogActions": overlay.DIALOG_ACTIONS,
    "crop": styles.CROP,
    "cropArea": styles.CROP_AREA,
    "zoom": styles.ZOOM,
    "slider": styles.SLIDER,
    "cropProgress": styles.CROP_PROGRESS,
    "cancel": button.class_names(),
    "save": button.class_names("primary"),
}


def image_input(
    preview: Node,
    actions: Node,
    *,
    label: str,
    frame_class: str,
    row_class: str = styles.COLUMN,
    **props: Any,
) -> rx.Component:
    """Return a field that uploads one image, which the user chooses, drops or pastes.

    Args:
        preview: The saved image, or what the field shows without one.
        actions: The buttons. Those that choose a file have the attribute `data_choose_file`, and
            the one that removes the image has `data_remove_image`.
        label: The accessible name of the field.
        frame_class: Classes of the element around `preview`.
        row_class: Classes of the element around the preview and the buttons.
        props: `on_upload` is a handler that receives the ID of the uploaded image. `reset_key` is a
            Var that changes when the image is saved or rejected, and `max_bytes` the maximum size.
            `error` and `hint` are texts below the field. `crop` lets the user choose a part of the
            image (`CropOptions` in `image_crop_dialog.jsx`).
    """
    class_names = {
        "field": styles.FIELD,
        "row": row_class,
        "preview": f"{styles.FRAME} {frame_class}",
        "uploading": styles.PENDING,
        "progress": styles.PROGRESS,
        "actions": styles.ACTIONS,
        "hint": form.HINT,
        "error": form.ERROR,
        **_CROP_CLASSES,
    }
    return _ImageInput(
        preview, actions, label=label, class_names=class_names, **UPLOAD_PROPS, **props
    )


def avatar_field(
    label: str, *, state: Any, name_source: Any, max_bytes: int, shape: avatar.Shape = "user"
) -> rx.Component:
    """Return a field that uploads an avatar.

    Args:
        label: The name of the field.
        state: A State class with the vars `avatar`, `errors` and `image_revision` and the handlers
            `set_image` and `remove_image`.
        name_source: The name whose initials are shown while there is no image.
        max_bytes: The maximum size of the file.
        shape: The shape of the avatar.
    """
    return _saved_image_field(
        label,
        state,
        "avatar",
        ui.avatar(name_source, state.avatar, size="xl", shape=shape),
        frame_class=f"{styles.AVATAR_FRAME} {avatar.SHAPES[shape]}",
        row_class=styles.ROW,
        max_bytes=max_bytes,
        crop={
            "aspect": 1,
            "width": uploads.AVATAR_WIDTH,
            "shape": "round" if shape == "user" else "rect",
        },
    )


def header_image_field(label: str, *, state: Any, max_bytes: int) -> rx.Component:
    """Return a field that uploads the wide image at the top of a profile or community page.

    `state` is a class as for `avatar_field`, with the var `header`.
    """
    preview = rx.cond(
        state.header != "",
        el.img(src=state.header, alt="", class_name=styles.IMAGE),
        el.span(_("No cover image"), class_name=styles.HEADER_EMPTY),
    )
    return _saved_image_field(
        label,
        state,
        "header",
        preview,
        frame_class=styles.HEADER_FRAME,
        max_bytes=max_bytes,
        crop={"aspect": styles.HEADER_ASPECT, "width": uploads.HEADER_WIDTH, "shape": "rect"},
    )


def _saved_image_field(
    label: str, state: Any, kind: str, preview: Node, *, max_bytes: int, **props: Any
) -> rx.Component:
    return image_input(
        preview,
        _buttons(label, getattr(state, kind) != "", state.remove_image(kind)),
        label=label,
        hint=_(
            "Drag an image here or choose a file, up to {size} MB", size=f"{max_bytes / 2**20:g}"
        ),
        error=ui.error_message(state.errors, kind),
        reset_key=state.image_revision,
        max_bytes=max_bytes,
        on_upload=state.set_image(kind),
        **props,
    )


def _buttons(label: str, has_image: Any, on_remove: Any) -> Node:
    return group(
        ui.button(
            rx.cond(has_image, _("Change"), _("Upload")),
            icon_name="upload",
            size="sm",
            aria_label=rx.cond(
                has_image, _("Change: {label}", label=label), _("Upload: {label}", label=label)
            ),
            data_choose_file="",
        ),
        when(
            has_image,
            lambda: ui.button(
                _("Remove"),
                icon_name="trash",
                variant="quiet",
                size="sm",
                aria_label=_("Remove: {label}", label=label),
                on_click=on_remove,
                data_remove_image="",
            ),
        ),
    )
