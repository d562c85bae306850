"""The form of an advertisement, in a side sheet."""

from collections.abc import Mapping
from typing import Any, Final

import reflex as rx

from community.admin.advertisements.models import DEVICE_PREFIX, LANGUAGE_PREFIX, list_languages
from community.admin.advertisements.preview_state import AdvertisementPreviewState
from community.admin.advertisements.state import AdvertisementsState
from community.admin.blocks.record_list.view import RecordListView
from community.components import ui
from community.domain import advertising
from community.i18n import get_language_name, gettext as _, noop, pgettext
from community.rendering import Node, el, react_component
from community.styles import advertisement_preview as preview_styles, writing
from community.styles.admin import lists as list_styles
from community.styles.ui import data_table, form as styles

_MEGABYTES = advertising.IMAGE_MAX_BYTES // 1024**2
_READERS = {"all": noop("Everyone"), "guests": noop("Guests"), "members": noop("Members")}
_DEVICES = {"phone": noop("Phones"), "tablet": noop("Tablets"), "desktop": noop("Computers")}
_Preview = react_component(
    "admin/advertisement_preview.js", "AdvertisementPreview", on_change=dict[str, Any]
)
_state: Any = AdvertisementsState
_list: Final = RecordListView(AdvertisementsState)
_preview_state: Any = AdvertisementPreviewState


def advertisement_sheet() -> rx.Component:
    return _list.sheet(
        _preview(),
        _list.field(
            "name",
            pgettext("advertisement", "Name"),
            hint=_("Only administrators see it."),
            max_length=advertising.NAME_MAX_LENGTH,
        ),
        _choice("place", _("Place"), advertising.PLACE_LABELS, "sidebar"),
        _content(),
        _audience(),
        _schedule(),
        _list.checkbox(
            "is_house",
            _("House advertisement"),
            hint=_("Shown only where no other advertisement fits."),
        ),
        class_name=data_table.SHEET_WIDE,
        form_class=f"{styles.STACK} {preview_styles.FORM}",
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
        _list.field(
            "alt",
            _("Image description"),
            hint=_("For people who can't see the image."),
            optional=True,
            max_length=advertising.ALT_MAX_LENGTH,
        ),
        _list.field("title", _("Title"), optional=True, max_length=advertising.TITLE_MAX_LENGTH),
        _list.field("text", _("Text"), optional=True, max_length=advertising.TEXT_MAX_LENGTH),
        _list.field("button", _("Button"), optional=True, max_length=advertising.BUTTON_MAX_LENGTH),
        _list.field(
            "link",
            _("Link"),
            hint=_("Starts with https://, or is a path on this site such as /plans."),
            max_length=advertising.LINK_MAX_LENGTH,
            dir="ltr",
            auto_complete="off",
        ),
    )


def _audience() -> Node:
    return _group(
        _("Audience"),
        el.p(
            _("It depends on the page, not on the person. Leave a field empty for all."),
            class_name=styles.HINT,
        ),
        _choice("readers", _("Readers"), _READERS, "all"),
        _list.field(
            "communities",
            _("Communities"),
            hint=_("Their web addresses, one a line"),
            optional=True,
            control=ui.text_area,
            dir="ltr",
        ),
        _list.field(
            "tags",
            _("Tags"),
            hint=_("One a line"),
            optional=True,
            control=ui.text_area,
        ),
        _checkboxes(
            "devices",
            _("Devices"),
            [(code, _(label)) for code, label in _DEVICES.items()],
            DEVICE_PREFIX,
        ),
        _checkboxes(
            "languages",
            _("Language of the page"),
            list_languages(),
            LANGUAGE_PREFIX,
            hint=_("Language of the site: {language}", language=get_language_name()),
        ),
    )


def _schedule() -> Node:
    zone = _("In the time zone {zone}", zone=_state.time_zone)
    return _group(
        _("Schedule"),
        _list.field(
            "starts_at",
            _("Start"),
            hint=_("Empty for now."),
            optional=True,
            type="datetime-local",
        ),
        _list.field("ends_at", _("End"), hint=zone, optional=True, type="datetime-local"),
        *_frequency(),
    )


def _frequency() -> list[Node]:
    return [
        _list.field(
            "budget_impressions",
            _("Budget of impressions"),
            hint=_("Spread evenly until the end. Empty for no limit."),
            optional=True,
            input_mode="numeric",
        ),
        _list.field(
            "cap_per_day",
            _("Daily limit per reader"),
            hint=_("How often one reader sees it a day. Empty for no limit."),
            optional=True,
            input_mode="numeric",
        ),
        _list.field(
            "weight",
            _("Weight"),
            hint=_("From 1 to {n}. With 20, it is shown twice as often as with 10.", n=100),
            default=str(advertising.DEFAULT_WEIGHT),
            input_mode="numeric",
        ),
        _list.field(
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


def _choice(name: str, label: str, choices: Mapping[str, str], default: str) -> Node:
    options = [(code, _(text)) for code, text in choices.items()]
    return _list.select(name, label, options, default=default)


def _checkboxes(
    name: str, label: str, options: list[tuple[str, str]], prefix: str, *, hint: str = ""
) -> Node:
    row = _state.row
    chosen = rx.cond(row, getattr(row, name), []).to(list[str])
    boxes = (
        ui.checkbox(text, name=prefix + code, default_checked=chosen.contains(code).to(bool))
        for code, text in options
    )
    return el.fieldset(
        el.legend(label, class_name=styles.LABEL),
        el.p(hint, class_name=styles.HINT) if hint else None,
        # A fieldset leaves no gap below its legend.
        el.div(*boxes, class_name=f"{styles.STACK} mt-2"),
    )


def _image(field: str, label: str) -> Node:
    return el.div(
        # The group of the controls has the same name.
        el.span(label, aria_hidden="true", class_name=styles.LABEL),
        _list.image_field(
            field,
            label,
            hint=_("Up to {size} MB, without animation", size=_MEGABYTES),
            max_bytes=advertising.IMAGE_MAX_BYTES,
            image_class=list_styles.IMAGE,
            frame_class=list_styles.WIDE_FRAME,
            row_class=writing.IMAGE_FIELD_COLUMN,
        ),
        class_name=styles.FIELD,
    )
