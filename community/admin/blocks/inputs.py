"""The input of a setting, according to its kind.

The inputs have no values of their own: the script of the form shows the saved values in them.
"""

from collections.abc import Callable
from typing import Any, Final

import reflex as rx

from community.components import ui
from community.components.image_field import image_input
from community.domain import uploads
from community.domain.site import SettingDefinition
from community.i18n import gettext as _
from community.rendering import react_component, sanitized_html
from community.styles import admin_form as styles
from community.styles import prose
from community.styles.ui import form

# Kinds whose input is below the label and as wide as the form.
WIDE_KINDS: Final = frozenset({"markdown"})
# The accent colour in `assets/styles/tokens.css`, which the picker shows while none is chosen.
DEFAULT_ACCENT: Final = "#3b46c4"

_ColorInput = react_component("admin/color_input.js", "ColorInput")

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
        fallback=DEFAULT_ACCENT,
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
            sanitized_html(preview, f"{styles.PREVIEW} {prose.ARTICLE}"),
        ),
        class_name=f"{styles.INPUT_CELL} {styles.CONTROL}",
    )


def _image(definition: SettingDefinition, state: Any, _attributes: Attributes) -> rx.Component:
    code, label = definition.code, _(definition.setting.label)
    url = state.values[code].to(str)
    preview = rx.cond(
        url != "",
        rx.el.img(src=url, alt="", class_name=styles.IMAGE),
        rx.el.span(_("No image"), class_name=styles.NO_IMAGE),
    )
    buttons = rx.fragment(
        ui.button(
            rx.cond(url != "", _("Change"), _("Upload")),
            icon_name="upload",
            size="sm",
            aria_label=rx.cond(
                url != "", _("Change: {label}", label=label), _("Upload: {label}", label=label)
            ),
            data_choose_file="",
        ),
        rx.cond(
            url != "",
            ui.button(
                _("Remove"),
                size="sm",
                variant="quiet",
                aria_label=_("Remove: {label}", label=label),
                on_click=state.remove_image(code),
                data_remove_image="",
            ),
        ),
    )
    return image_input(
        preview,
        buttons,
        label=label,
        frame_class=styles.LOGO_FRAME,
        row_class="flex flex-wrap items-center gap-4",
        error="",
        reset_key=state.image_revision,
        max_bytes=uploads.SITE_IMAGES[code].max_bytes,
        on_upload=state.set_image(code),
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
