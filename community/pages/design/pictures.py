"""The dialogs in which users choose the part of a picture that the site keeps."""

from typing import Any

import reflex as rx

from community.components.forms import CROP_CLASSES, HEADER_CROP, avatar_crop
from community.pages.design.sample_models import draw_landscape
from community.rendering import react_component
from community.styles.ui import button

_ImageCropSample = react_component("image_crop_sample.jsx", "ImageCropSample")
_DRAWING = draw_landscape("#8fb7cf", "#e9ecd9", "#7d9a7f", "#41604c", 340)


def crop_dialog_samples() -> rx.Component:
    return rx.el.div(
        _crop_dialog("Choose part of a profile picture", avatar_crop("user")),
        _crop_dialog("Choose part of an icon", avatar_crop("community")),
        _crop_dialog("Choose part of a cover image", HEADER_CROP),
        class_name="flex flex-wrap gap-3",
    )


def _crop_dialog(label: str, options: dict[str, Any]) -> rx.Component:
    return _ImageCropSample(
        drawing=_DRAWING,
        label=label,
        options=options,
        class_name=button.class_names(),
        class_names=CROP_CLASSES,
    )
