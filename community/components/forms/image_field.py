"""Form fields that upload the images of profiles, communities and posts."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import reflex as rx

from community import urls
from community.components import ui
from community.components.people import avatar_video
from community.domain import uploads
from community.gateways.media import MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS
from community.i18n import gettext as _
from community.rendering import Node, el, group, react_component, when
from community.styles import writing as styles
from community.styles.ui import avatar, button, form, overlay

_ImageInput = react_component(
    "image_input.jsx", "ImageInput", packages=["react-easy-crop@6.2.5"], on_upload=UUID
)
# The class names of `ImageCropDialog`.
CROP_CLASSES = {
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
# The `CropOptions` of the wide image of a profile or a community.
HEADER_CROP = {"aspect": styles.HEADER_ASPECT, "width": uploads.HEADER_WIDTH, "shape": "rect"}
# The URL to which the browser sends an image as the field `file` of a multipart POST request, and
# the types that its file dialog offers.
UPLOAD_PROPS: Final = {"upload_url": urls.MEDIA, "image_types": ",".join(uploads.IMAGE_TYPES)}
VIDEO_UPLOAD_PROPS: Final = {
    "video_upload_url": urls.VIDEO_AVATARS,
    "max_video_bytes": MAX_VIDEO_BYTES,
}
VIDEO_TYPES: Final = ",".join(uploads.VIDEO_TYPES)


@dataclass(frozen=True, slots=True)
class VideoOptions:
    """Whether a field accepts videos."""

    url: Any  # the URL of the saved video, or an empty string
    is_allowed: Any


def image_input(
    preview: Node,
    actions: Node,
    *,
    label: str,
    frame_class: str,
    row_class: str = styles.IMAGE_FIELD_COLUMN,
    **props: Any,
) -> rx.Component:
    """Return a field that uploads one image, which the user chooses, drops or pastes.

    Args:
        actions: The buttons. Those that choose a file have the attribute `data_choose_file`, and
            the one that removes the image has `data_remove_image`.
        props: `on_upload` is a handler that receives the ID of the uploaded image. `reset_key` is a
            Var that changes when the image is saved or rejected, and `max_bytes` the maximum size.
            `error` and `hint` are texts below the field. `crop` lets the user choose a part of the
            image (`CropOptions` in `image_crop_dialog.jsx`). With `video_types`, the field also
            accepts videos, which it sends to `video_upload_url`.
    """
    class_names = image_class_names(frame_class, row_class)
    return _ImageInput(
        preview, actions, label=label, class_names=class_names, **UPLOAD_PROPS, **props
    )


def image_class_names(frame_class: str, row_class: str) -> dict[str, str]:
    """Return the class names of `ImageInput`. The arguments are those of `image_input`."""
    return {
        "field": styles.FIELD,
        "row": row_class,
        "preview": f"{styles.FRAME} {frame_class}",
        "uploading": styles.PENDING,
        "progress": styles.PROGRESS,
        "actions": styles.IMAGE_FIELD_ACTIONS,
        "hint": form.HINT,
        "error": form.ERROR,
        **CROP_CLASSES,
    }


def avatar_field(
    label: str,
    *,
    state: Any,
    name_source: Any,
    max_bytes: int,
    shape: avatar.Shape = "user",
    video: VideoOptions | None = None,
) -> rx.Component:
    """Return a field that uploads an avatar.

    Args:
        state: A State class with the vars `avatar`, `errors` and `image_revision` and the handlers
            `set_image` and `remove_image`.
    """
    return _saved_image_field(
        label,
        state,
        "avatar",
        ui.avatar(
            name_source,
            state.avatar,
            size="xl",
            shape=shape,
            video_url=video and video.url,
        ),
        frame_class=f"{styles.AVATAR_FRAME} {avatar.SHAPES[shape]}",
        row_class=styles.ROW,
        max_bytes=max_bytes,
        crop=avatar_crop(shape),
        **(_video_props(video, max_bytes) if video else {}),
    )


def avatar_crop(shape: avatar.Shape) -> dict[str, Any]:
    crop_shape = "round" if shape == "user" else "rect"
    return {"aspect": 1, "width": uploads.AVATAR_WIDTH, "shape": crop_shape}


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
        crop=HEADER_CROP,
    )


def _video_props(video: VideoOptions, max_bytes: int) -> dict[str, Any]:
    hint = _(
        "Drag an image or a video here or choose a file: images up to {image_size} MB, videos up "
        "to {video_size} MB and {seconds} seconds",
        image_size=_format_megabytes(max_bytes),
        video_size=_format_megabytes(MAX_VIDEO_BYTES),
        seconds=MAX_VIDEO_SECONDS,
    )
    return {
        "hint": rx.cond(video.is_allowed, hint, _make_hint(max_bytes)),
        "video_types": rx.cond(video.is_allowed, VIDEO_TYPES, ""),
        "video_button": avatar_video(video.url, button.class_names("quiet", "sm", icon_only=True)),
        **VIDEO_UPLOAD_PROPS,
    }


def _make_hint(max_bytes: int) -> str:
    return _(
        "Drag an image here or choose a file, up to {size} MB", size=_format_megabytes(max_bytes)
    )


def _format_megabytes(size: int) -> str:
    return f"{size / 2**20:g}"


def _saved_image_field(
    label: str,
    state: Any,
    kind: str,
    preview: Node,
    *,
    max_bytes: int,
    video_button: Node = None,
    **props: Any,
) -> rx.Component:
    props.setdefault("hint", _make_hint(max_bytes))
    return image_input(
        preview,
        group(_buttons(label, getattr(state, kind) != "", state.remove_image(kind)), video_button),
        label=label,
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
