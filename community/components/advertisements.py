"""Advertisements, on live and on server-rendered pages."""

from typing import Any, Final

import reflex as rx
from markupsafe import Markup

from community import urls
from community.components.reporting import advertisement_report_button, report_label
from community.domain.advertising import Place, PlacedAdvertisement
from community.i18n import gettext as _
from community.reflex_adapter.vars import hook_var
from community.rendering import Node, el, html_output, present, react_component, when
from community.rendering.elements import is_html_output
from community.state.pages.advertisements import PageAdvertisementsState

# Phones show the small picture, if there is one.
_SMALL_SCREEN: Final = "(width < 40rem)"
_LIBRARY: Final = "$/public/ui/advertising/slot.js"
_Slot = react_component("advertising/slot.js", "AdvertisementSlot")


def advertisement_place(place: Place, position: Any = 0) -> Node:
    """Return a place of a page that can show an advertisement.

    On server-rendered pages it is a marker, at which `ssr/http/advertisements.py` inserts the
    advertisements for the readers.

    Args:
        position: In places that repeat, the number of posts or discussions before it. The server
            counts the markers.
    """
    if is_html_output():
        return Markup(f"<!-- ad:{place} -->")  # noqa: S704  # one of the places
    return _live_place(place=place, position=position)


@rx.memo
def _live_place(place: rx.Var[str], position: rx.Var[int]) -> rx.Component:
    arguments = (place, position, PageAdvertisementsState.loaded)
    shown = hook_var("shown", "useAdvertisement", _LIBRARY, PlacedAdvertisement | None, *arguments)
    content = present(
        shown, lambda item: advertisement(item, report=advertisement_report_button(item.id))
    )
    return _Slot(content, place=place, position=position, shown=shown)


def advertisement(shown: PlacedAdvertisement, *, report: Node = None, **attributes: Any) -> Node:
    """Return an advertisement, which readers can tell from the content by its label."""
    label = _("Advertisement")
    return el.aside(
        el.p(el.span(label), report, class_name="ad-note"),
        el.a(
            present(shown.image, lambda image: _picture(shown, image)),
            when(shown.title, lambda: _text(shown)),
            href=urls.advertisement(shown.id, shown.at),
            rel="sponsored nofollow",
            target="_blank",
            class_name="ad-link",
        ),
        class_name="ad",
        aria_label=label,
        data_ad=shown.id,
        **attributes,
    )


def advertisement_slot(*advertisements: Node, place: Place, **attributes: Any) -> Node:
    return el.div(*advertisements, class_name=f"ad-slot ad-{place}", data_place=place, **attributes)


def render_preview(shown: PlacedAdvertisement) -> str:
    """Return the HTML of an advertisement that does not run yet."""
    with html_output():
        html: Any = advertisement(shown, report=el.button(report_label(), type="button"))
    return str(html)


def _picture(shown: PlacedAdvertisement, image: Any) -> Node:
    return el.picture(
        present(
            shown.image_small,
            lambda small: el.source(
                src_set=small.url, media=_SMALL_SCREEN, width=small.width, height=small.height
            ),
        ),
        el.img(
            src=image.url, alt=shown.alt, width=image.width, height=image.height, loading="lazy"
        ),
    )


def _text(shown: PlacedAdvertisement) -> Node:
    return el.span(
        el.span(el.b(shown.title), present(shown.text, el.i), dir="auto"),
        present(shown.button, el.u),
        class_name="ad-text",
    )
