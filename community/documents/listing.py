"""Pieces that pages with lists share."""

from collections.abc import Sequence
from typing import Any

import htpy as h
from htpy import Element, Node

from community import urls
from community.core.pagination import Page
from community.documents.content import Request
from community.documents.parts import icon
from community.looks import bell as looks_bell
from community.looks import bits, button, icons
from community.looks import post as looks
from community.looks.button import Size, Variant

# What pages with lists read from the address.
LIST = ("cursor",)


def cursor_of(request: Request) -> str:
    """The cursor in the address; empty for the first page."""
    return request.query.get("cursor", "")


def address_of(request: Request, canonical: str) -> str:
    """The canonical address of this page of a list."""
    return urls.with_cursor(canonical, cursor_of(request))


def next_of(page: Page[Any], canonical: str) -> str | None:
    """The address of the page that follows, for the head."""
    return urls.with_cursor(canonical, page.next_cursor) if page.next_cursor else None


def more(page: Page[Any], canonical: str, words: str) -> Node:
    """The way to the next page, where there is one."""
    if page.next_cursor is None:
        return None
    href = urls.with_cursor(canonical, page.next_cursor)
    return h.a(href=href, rel="next", class_=looks.MORE)[icon("chevron_down"), words]


def tabs(label: str, choices: Sequence[tuple[str, str]], current: str) -> Element:
    """A row of pages of which one is open.

    Args:
        choices: addresses and their words.
    """
    return h.nav(class_=bits.TABS, aria_label=label)[
        (
            h.a(href=href, class_=bits.TAB, aria_current="page" if href == current else "false")[
                words
            ]
            for href, words in choices
        )
    ]


def pressed(
    words: str, *, is_guest: bool, variant: Variant, size: Size = "md", is_on: bool = False
) -> Element:
    """A button that acts with the live page; guests are led to the sign-in without it."""
    look = button.look(variant, size)
    if is_guest:
        return h.a(href=urls.SIGN_IN, rel="nofollow", class_=look)[words]
    return h.button(type="button", aria_pressed=str(is_on).lower(), class_=look)[words]


def toggle(on: str, off: str, *, is_on: bool, is_guest: bool, size: Size = "md") -> Element:
    """Follow or join, as it stands."""
    variant: Variant = "secondary" if is_on else button.OFFERED[size]
    words = on if is_on else off
    return pressed(words, is_guest=is_guest, variant=variant, size=size, is_on=is_on)


def bell(*, is_on: bool, is_guest: bool) -> Element:
    """Be told of new posts, as it stands."""
    look = button.look("secondary", icon_only=True)
    drawing = icon("bell", looks_bell.ON if is_on else icons.ICON)
    label = "Stop telling me" if is_on else "Tell me about new posts"
    if is_guest:
        return h.a(href=urls.SIGN_IN, rel="nofollow", aria_label=label, class_=look)[drawing]
    return h.button(type="button", aria_label=label, class_=look)[drawing]
