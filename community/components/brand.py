"""The name and logo of the site, and the logos of identity providers."""

import reflex as rx

from community.components.ui.props import Text
from community.styles import auth, brand, layout


def logo(class_name: str = layout.BRAND_MARK) -> rx.Component:
    return rx.el.svg(
        rx.el.path(d=brand.MARK_PATH, fill="currentColor"),
        class_name=class_name,
        view_box=brand.MARK_VIEW_BOX,
        custom_attrs={"aria-hidden": "true"},
    )


def brand_link(name: Text, href: Text = "/") -> rx.Component:
    return rx.el.a(
        logo(), rx.el.span(name, class_name=layout.BRAND_NAME), href=href, class_name=layout.BRAND
    )


def provider_logo(code: str) -> rx.Component:
    """Return the logo of an identity provider in the colour of the surrounding text.

    Raises:
        KeyError: There is no identity provider with this `code`.
    """
    return rx.el.svg(
        rx.el.path(d=brand.PROVIDER_MARKS[code], fill="currentColor", fill_rule="evenodd"),
        class_name=auth.PROVIDER_MARK,
        view_box="0 0 24 24",
        custom_attrs={"aria-hidden": "true"},
    )
