"""Forms that keep unsaved text, and fields for images."""

from community.components.forms.draft_form import character_counter, draft_form, save_bar
from community.components.forms.image_field import (
    CROP_CLASSES,
    HEADER_CROP,
    UPLOAD_PROPS,
    VideoOptions,
    avatar_crop,
    avatar_field,
    header_image_field,
    image_class_names,
    image_input,
)
