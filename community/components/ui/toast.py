"""Toasts: sentences that come, are read aloud politely, and go. They are a var of some State."""

from typing import Any, TypedDict

import reflex as rx
from reflex.vars import ObjectVar

from community.components.ui.icon import icon
from community.looks import overlay as looks


class ToastNote(TypedDict):
    """One toast. `act` names what can still be undone; empty where nothing can."""

    id: str
    text: str
    act: str
    tone: str


class _Toast(rx.el.Li):  # type: ignore[misc]  # Reflex ships no types for elements
    """A list item that says when its animation, the whole life of a toast, is over."""

    on_animation_end: rx.EventHandler[rx.event.no_args_event_spec]  # type: ignore[type-arg,valid-type]


def toasts(notes: rx.Var[list[ToastNote]], *, on_dismiss: Any, on_act: Any) -> rx.Component:
    """The place where toasts stand; put it once into the frame of the page.

    Args:
        notes: What there is to say, oldest first.
        on_dismiss: A handler of one toast's id: it was closed or its seven seconds are over.
        on_act: A handler of one toast's id: its `act` was pressed.
    """
    return rx.el.ul(
        rx.foreach(notes, lambda note: toast(note, on_dismiss=on_dismiss, on_act=on_act)),
        class_name=looks.TOASTS,
        role="status",
        custom_attrs={"aria-live": "polite", "aria-label": "Messages"},
    )


def toast(note: ObjectVar[ToastNote], *, on_dismiss: Any, on_act: Any) -> rx.Component:
    """One of them."""
    return _Toast.create(
        rx.cond(
            note["tone"] == "danger",
            icon("alert", looks.TOAST_ICON),
            icon("success", looks.TOAST_ICON),
        ),
        rx.el.span(note["text"], class_name=looks.TOAST_TEXT),
        rx.cond(
            note["act"] != "",
            rx.el.button(
                note["act"],
                type="button",
                class_name=looks.TOAST_ACTION,
                on_click=on_act(note["id"]),
            ),
        ),
        rx.el.button(
            icon("x"),
            type="button",
            class_name=looks.TOAST_CLOSE,
            on_click=on_dismiss(note["id"]),
            custom_attrs={"aria-label": "Dismiss"},
        ),
        key=note["id"],
        class_name=looks.TOAST,
        on_animation_end=on_dismiss(note["id"]),
    )
