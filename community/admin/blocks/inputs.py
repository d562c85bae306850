"""The input of a setting, according to its kind."""

from collections.abc import Callable
from typing import Any, Final

import reflex as rx

from community.components import ui
from community.components.forms import UPLOAD_PROPS, image_class_names
from community.domain import uploads
from community.domain.site import DEFAULT_ACCENT_COLOR, SettingDefinition
from community.domain.tables import MAX_SEARCH_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, react_component, sanitized_html
from community.styles import post
from community.styles.admin import form as styles
from community.styles.ui import button, form
from community.styles.ui.icons import PATHS

# Kinds whose input is below the label and as wide as the form.
WIDE_KINDS: Final = frozenset({"markdown"})

_ColorInput = react_component("admin/color_input.js", "ColorInput")
_ImageSetting = react_component(
    "admin/image_setting.jsx", "ImageSetting", packages=["react-easy-crop@6.2.5"]
)
_SearchInput = react_component("admin/search_input.js", "SearchInput", on_search=str)

Attributes = dict[str, Any]
Render = Callable[[SettingDefinition, Any, Attributes], rx.Component]


def render_input(definition: SettingDefinition, state: Any, error: Any) -> rx.Component:
    code = definition.code
    attributes: Attributes = {
        "id": f"field-{code}",
        "name": code,
        "aria_describedby": f"help-{code} note-{code}",
        "aria_invalid": error != "",
        "data_kind": definition.kind,
    }
    if definition.setting.placeholder:
        attributes["placeholder"] = _(definition.setting.placeholder)
    return _INPUTS[definition.kind](definition, state, attributes)


def _switch(_definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
    return rx.el.input(**attributes, type="checkbox", role="switch", class_name=form.SWITCH)


def _number(definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
    number = rx.el.input(
        **attributes,
        type="number",
        input_mode="numeric",
        min=definition.minimum,
        max=definition.maximum,
        class_name=styles.NUMBER,
    )
    if not definition.setting.unit:
        return number
    return rx.fragment(number, rx.el.span(_(definition.setting.unit), class_name=styles.UNIT))


def _line(type_: str) -> Render:
    def render(_definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
        is_text = type_ == "text"
        return rx.el.input(
            **attributes,
            type=type_,
            dir="auto" if is_text else "ltr",
            auto_complete="off",
            class_name=form.INPUT,
        )

    return render


def _text(class_name: str) -> Render:
    def render(_definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
        return rx.el.textarea(**attributes, dir="auto", rows="3", class_name=class_name)

    return render


def _choice(definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
    options = [
        rx.el.option(_(label), value=value) for value, label in definition.setting.choices.items()
    ]
    return rx.el.div(
        rx.el.select(*options, **attributes, class_name=form.SELECT),
        ui.icon("chevron_down", form.SELECT_ARROW),
        class_name=f"{form.SELECT_FRAME} {styles.INPUT_CELL}",
    )


def _time(_definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
    return rx.el.input(**attributes, type="datetime-local", class_name=styles.TIME)


def _color(definition: SettingDefinition, _state: Any, attributes: Attributes) -> rx.Component:
    return _ColorInput(
        **{key: value for key, value in attributes.items() if not key.startswith("aria_")},
        custom_attrs={
            "aria-describedby": attributes["aria_describedby"],
            "aria-invalid": attributes["aria_invalid"],
        },
        label=_("Pick a colour: {setting}", setting=_(definition.setting.label)),
        fallback=DEFAULT_ACCENT_COLOR,
        class_names=styles.COLOR,
    )


def _secret(definition: SettingDefinition, state: Any, attributes: Attributes) -> rx.Component:
    stored = state.values[definition.code].to(str)
    label = _(definition.setting.label)
    return rx.fragment(
        rx.el.input(
            **{**attributes, "placeholder": stored},
            type="password",
            auto_complete="new-password",
            class_name=form.INPUT,
        ),
        rx.cond(
            stored != "",
            ui.button(
                _("Remove"),
                size="sm",
                variant="quiet",
                aria_label=_("Remove: {label}", label=label),
                on_click=state.remove_secret(definition.code),
            ),
            rx.el.span(aria_hidden="true", class_name=styles.RESET_SPACE),
        ),
    )


def _markdown(definition: SettingDefinition, state: Any, attributes: Attributes) -> rx.Component:
    code = definition.code
    preview = state.previews[code].to(str)
    return rx.el.div(
        rx.el.textarea(**attributes, dir="auto", rows="8", class_name=styles.PAGE_TEXT),
        rx.el.div(
            ui.button(_("Preview"), size="sm", icon_name="eye", data_preview=code),
            rx.cond(
                state.previews.contains(code),
                ui.button(
                    _("Hide preview"),
                    size="sm",
                    variant="quiet",
                    on_click=state.hide_preview(code),
                ),
            ),
            class_name=styles.PREVIEW_ACTIONS,
        ),
        rx.cond(
            state.previews.contains(code),
            sanitized_html(preview, f"{styles.PREVIEW} {post.PROSE_ARTICLE}"),
        ),
        class_name=f"{styles.INPUT_CELL} {styles.CONTROL}",
    )


def _image(definition: SettingDefinition, state: Any, attributes: Attributes) -> rx.Component:
    code, label = definition.code, _(definition.setting.label)
    texts = {
        "upload": _("Upload: {label}", label=label),
        "change": _("Change: {label}", label=label),
        "remove": _("Remove: {label}", label=label),
        "undo": _("Undo: {label}", label=label),
    }
    return _ImageSetting(
        name=code,
        saved=state.values[code].to(str),
        label=label,
        texts=texts,
        error=ui.error_message(state.errors, code),
        max_bytes=uploads.SITE_IMAGES[code].max_bytes,
        custom_attrs={"aria-describedby": attributes["aria_describedby"]},
        icons={"upload": PATHS["upload"]},
        class_names={
            **image_class_names(styles.LOGO_FRAME, "flex flex-wrap items-center gap-4"),
            "image": styles.IMAGE,
            "none": styles.NO_IMAGE,
            "button": button.class_names(size="sm"),
            "quiet": button.class_names("quiet", "sm"),
        },
        **UPLOAD_PROPS,
    )


_INPUTS: dict[str, Render] = {
    "switch": _switch,
    "number": _number,
    "text": _line("text"),
    "email": _line("email"),
    "url": _line("url"),
    "textarea": _text(form.TEXTAREA),
    "list": _text(styles.LIST),
    "markdown": _markdown,
    "choice": _choice,
    "color": _color,
    "image": _image,
    "secret": _secret,
    "datetime": _time,
}


def search_input(*, term: Any, on_search: Any, label: str, class_name: str) -> Node:
    """Return a search field. The server does not replace text that is newer than `term`."""
    return _SearchInput(
        term=term,
        on_search=on_search,
        type="search",
        placeholder=label,
        class_name=class_name,
        dir="auto",
        spell_check=False,
        custom_attrs={"aria-label": label, "autoComplete": "off", "maxLength": MAX_SEARCH_LENGTH},
    )
