"""The name of the site and its mark; the marks of identity providers."""

import reflex as rx

from community.components.ui.props import Text
from community.looks import auth, brand, layout


def mark(class_name: str = layout.BRAND_MARK) -> rx.Component:
    """Two voices, one beginning inside the other."""
    return rx.el.svg(
        rx.el.path(d=brand.MARK_PATH, fill="currentColor"),
        class_name=class_name,
        view_box=brand.MARK_VIEW_BOX,
        custom_attrs={"aria-hidden": "true"},
    )


def brand_link(name: Text, href: Text = "/") -> rx.Component:
    """The mark and the name, which lead home."""
    return rx.el.a(
        mark(), rx.el.span(name, class_name=layout.BRAND_NAME), href=href, class_name=layout.BRAND
    )


def provider_mark(code: str) -> rx.Component:
    """The mark of an identity provider, in the colour of the words beside it.

    Raises:
        KeyError: nobody has drawn the mark of `code`.
    """
    return rx.el.svg(
        rx.el.path(d=brand.PROVIDER_MARKS[code], fill="currentColor", fill_rule="evenodd"),
        class_name=auth.PROVIDER_MARK,
        view_box="0 0 24 24",
        custom_attrs={"aria-hidden": "true"},
    )
