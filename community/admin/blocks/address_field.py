"""An address of the site that administrators copy into the settings of another service."""

from typing import Any

import reflex as rx

from community.i18n import gettext as _
from community.rendering import Node, react_component
from community.styles.admin import form as styles
from community.styles.ui import button

_CopyButton = react_component("copy_field.js", "CopyButton")


def address_field(label: str, address: Any) -> Node:
    """Return an address with a button that copies it."""
    return rx.el.div(
        rx.el.span(label, class_name=styles.LABEL),
        rx.el.code(address, class_name=styles.CALLBACK),
        _CopyButton(
            rx.el.span(_("Copy")),
            value=address,
            class_name=button.class_names("secondary", "sm"),
        ),
        class_name=styles.CALLBACK_ROW,
    )
