"""What one is asked when two versions meet, and before changes are thrown away."""

import reflex as rx

from community.components import ui
from community.components.writing.desk import gesture, on_desk
from community.looks import overlay
from community.looks import writing as looks


def conflict() -> rx.Component:
    """Another window was first: nothing is lost, and nothing goes on before a choice."""
    desk = on_desk()
    return rx.match(
        desk.conflict,
        (
            "changed",
            _choice(
                "This post was changed in another window",
                "What you wrote here is not saved yet. Both versions are still there: choose how "
                "to go on.",
                ui.button(
                    "Keep both",
                    variant="primary",
                    size="sm",
                    custom_attrs={
                        "onClick": gesture("keepsBoth"),
                        "title": "What you wrote here becomes a draft of its own",
                    },
                ),
                ui.button(
                    "Use this version", size="sm", custom_attrs={"onClick": gesture("keepsMine")}
                ),
                ui.button(
                    "Use the other", size="sm", custom_attrs={"onClick": gesture("takesOther")}
                ),
            ),
        ),
        ("gone", _gone()),
        rx.fragment(),
    )


def _gone() -> rx.Component:
    return _choice(
        "This post was deleted in another window",
        "What you wrote is still here. It can go on as a new draft.",
        ui.button(
            "Keep it as a new draft",
            variant="primary",
            size="sm",
            custom_attrs={"onClick": gesture("keepsBoth")},
        ),
    )


def discarding() -> rx.Component:
    """Asks before unpublished changes go."""
    return ui.dialog(
        rx.el.div(
            ui.button("Cancel", custom_attrs=ui.invokes("discarding", "close")),
            ui.button(
                "Discard the changes",
                variant="danger",
                custom_attrs={
                    **ui.invokes("discarding", "close"),
                    "onClick": gesture("discards"),
                },
            ),
            class_name=overlay.DIALOG_ACTIONS,
        ),
        id="discarding",
        title="Discard the changes?",
        text="What you changed since the post was last shown to its readers will be gone. "
        "They see no difference.",
        size="sm",
    )


def _choice(title: str, text: str, *actions: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name=looks.CONFLICT_TITLE),
        rx.el.p(text, class_name=looks.CONFLICT_TEXT),
        rx.el.div(*actions, class_name=looks.CONFLICT_ACTIONS),
        role="alert",
        class_name=looks.CONFLICT,
    )
