"""The form of an advertisement, in a side sheet."""

from typing import Any

import reflex as rx

from community.admin.advertisements.models import DEVICE_PREFIX, LANGUAGE_PREFIX, list_languages
from community.admin.advertisements.preview_state import AdvertisementPreviewState
from community.admin.advertisements.state import AdvertisementsState
from community.admin.blocks.lists import text_field
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.components import ui
from community.components.image_field import image_input
from community.domain import advertising
from community.i18n import gettext as _
from community.i18n import noop, pgettext
from community.rendering import Node, el, group, react_component, when
from community.styles import advertisement_preview as preview_styles
from community.styles import writing
from community.styles.admin import lists as list_styles
from community.styles.ui import data_table
from community.styles.ui import form as styles

SHEET_ID = "advertisement-form"
_MEGABYTES = advertising.IMAGE_MAX_BYTES // 1024**2
_READERS = {"all": noop("Everyone"), "guests": noop("Guests"), "members": noop("Members")}
_DEVICES = {"phone": noop("Phones"), "tablet": noop("Tablets"), "desktop": noop("Computers")}
_Preview = react_component(
    "admin/advertisement_preview.js", "AdvertisementPreview", on_change=dict[str, Any]
)
_state: Any = AdvertisementsState
_preview_state: Any = AdvertisementPreviewState


def advertisement_sheet() -> rx.Component:
    return side_sheet(
        rx.cond(_state.is_form_open, _form()),
        id=SHEET_ID,
        title=rx.cond(_state.editing, _("Edit advertisement"), _("New advertisement")),
        open=_state.is_form_open,
        on_close=_state.close_form,
        is_form=True,
        class_name=data_table.SHEET_WIDE,
    )


def _form() -> rx.Component:
    row = _state.advertisement
    return rx.el.form(
        _preview(),
        _text(
            "name",
            pgettext("advertisement", "Name"),
            hint=_("Only administrators see it."),
            max_length=advertising.NAME_MAX_LENGTH,
        ),
        _choice("place", _("Place"), advertising.PLACE_LABELS, "sidebar"),
        _content(),
        _audience(row),
        _schedule(),
        ui.checkbox(
            _("House advertisement"),
            hint=_("Shown only where no other advertisement fits."),
            name="is_house",
            default_checked=rx.cond(row, row.is_house, False).to(bool),
        ),
        sheet_footer(ui.button(_("Save"), type="submit", variant="primary")),
        key=rx.cond(row, row.id.to(str), "new"),
        on_submit=_state.save,
        no_validate=True,
        class_name=f"{styles.STACK} {preview_styles.FORM}",
    )


def _preview() -> Node:
    return _Preview(
        url=_preview_state.url,
        html=_preview_state.html,
        class_names=preview_styles.CLASS_NAMES,
        on_change=_preview_state.update,
    )


def _content() -> Node:
    return _group(
        _("What readers see"),
        el.p(_("An image, or a title with a button."), class_name=styles.HINT),
        _image("image", _("Image")),
        _image("image_small", _("Image for phones")),
        _text(
            "alt",
            _("Image description"),
            hint=_("For people who can't see the image."),
            optional=True,
            max_length=advertising.ALT_MAX_LENGTH,
        ),
        _text("title", _("Title"), optional=True, max_length=advertising.TITLE_MAX_LENGTH),
        _text("text", _("Text"), optional=True, max_length=advertising.TEXT_MAX_LENGTH),
        _text("button", _("Button"), optional=True, max_length=advertising.BUTTON_MAX_LENGTH),
        _text(
            "link",
            _("Link"),
            hint=_("Starts with https://, or is a path on this site such as /plans."),
            max_length=advertising.LINK_MAX_LENGTH,
            dir="ltr",
            auto_complete="off",
        ),
    )


def _audience(row: Any) -> Node:
    return _group(
        _("Audience"),
        el.p(
            _("It depends on the page, not on the person. Leave a field empty for all."),
            class_name=styles.HINT,
        ),
        _choice("readers", _("Readers"), _READERS, "all"),
        _text(
            "communities",
            _("Communities"),
            hint=_("Their web addresses, one a line"),
            optional=True,
            control=ui.text_area,
            dir="ltr",
        ),
        _text(
            "tags",
            _("Tags"),
            hint=_("One a line"),
            optional=True,
            control=ui.text_area,
        ),
        _checkboxes(
            _("Devices"),
            [(code, _(label)) for code, label in _DEVICES.items()],
            DEVICE_PREFIX,
            rx.cond(row, row.devices, []),
        ),
        _checkboxes(
            _("Languages"), list_languages(), LANGUAGE_PREFIX, rx.cond(row, row.languages, [])
        ),
    )


def _schedule() -> Node:
    zone = _("In the time zone {zone}", zone=_state.time_zone)
    return _group(
        _("Schedule"),
        _text(
            "starts_at",
            _("Start"),
            hint=_("Empty for now."),
            optional=True,
            type="datetime-local",
        ),
        _text("ends_at", _("End"), hint=zone, optional=True, type="datetime-local"),
        *_frequency(),
    )


def _frequency() -> list[Node]:
    return [
        _text(
            "budget_impressions",
            _("Budget of impressions"),
            hint=_("Spread evenly until the end. Empty for no limit."),
            optional=True,
            input_mode="numeric",
        ),
        _text(
            "cap_per_day",
            _("Daily limit per reader"),
            hint=_("How often one reader sees it a day. Empty for no limit."),
            optional=True,
            input_mode="numeric",
        ),
        _text(
            "weight",
            _("Weight"),
            hint=_("From 1 to {n}. With 20, it is shown twice as often as with 10.", n=100),
            default=str(advertising.DEFAULT_WEIGHT),
            input_mode="numeric",
        ),
        _text(
            "every_nth",
            _("Repeats after"),
            hint=_("So many posts or discussions. Only in feeds and between comments."),
            default=str(advertising.DEFAULT_EVERY_NTH),
            optional=True,
            input_mode="numeric",
        ),
    ]


def _group(title: str, *fields: Node) -> Node:
    return el.fieldset(
        el.legend(title, class_name=styles.GROUP_TITLE),
        el.div(*fields, class_name=styles.STACK),
        class_name=styles.GROUP,
    )


def _text(name: str, label: str, *, default: str = "", **props: Any) -> Node:
    row = _state.advertisement
    value = rx.cond(row, getattr(row, name), default)
    return text_field(_state.errors, name, label, default_value=value, **props)


def _choice(name: str, label: str, choices: Any, default: str) -> Node:
    options = [(code, _(text)) for code, text in choices.items()]
    return _text(name, label, default=default, control=lambda **props: ui.select(options, **props))


def _checkboxes(label: str, options: list[tuple[str, str]], prefix: str, checked: Any) -> Node:
    return el.fieldset(
        el.legend(label, class_name=styles.LABEL),
        *(
            ui.checkbox(
                text,
                name=prefix + code,
                default_checked=checked.to(list[str]).contains(code).to(bool),
            )
            for code, text in options
        ),
        class_name=styles.STACK,
    )


def _image(field: str, label: str) -> Node:
    return el.div(
        # The group of the controls has the same name.
        el.span(label, aria_hidden="true", class_name=styles.LABEL),
        _image_input(field, label),
        class_name=styles.FIELD,
    )


def _image_input(field: str, label: str) -> rx.Component:
    image = getattr(_state, field)
    return image_input(
        when(
            image,
            lambda: el.img(src=image, alt="", class_name=list_styles.IMAGE),
            lambda: ui.icon("image"),
        ),
        group(
            ui.button(
                _("Choose image"),
                icon_name="upload",
                size="sm",
                aria_label=_("Upload: {label}", label=label),
                data_choose_file="",
            ),
            when(
                image,
                lambda: ui.button(
                    _("Remove"),
                    icon_name="trash",
                    variant="quiet",
                    size="sm",
                    aria_label=_("Remove: {label}", label=label),
                    on_click=_state.remove_image(field),
                    data_remove_image="",
                ),
            ),
        ),
        label=label,
        hint=_("Up to {size} MB, without animation", size=_MEGABYTES),
        error=ui.error_message(_state.errors, field),
        reset_key=_state.image_revision,
        max_bytes=advertising.IMAGE_MAX_BYTES,
        on_upload=_state.set_image(field),
        frame_class=list_styles.WIDE_FRAME,
        row_class=writing.IMAGE_FIELD_COLUMN,
    )
