"""A switch for each kind of notification, and for copies by e-mail."""

from typing import Any

import reflex as rx

from community.components.settings.choices import switch
from community.components.settings.section import group, section
from community.domain.notifications import Kind
from community.looks import settings as looks
from community.state.settings.page import Settings
from community.state.settings.switches import Switches

WORDS: dict[Kind, tuple[str, str]] = {
    Kind.COMMENT_REPLY: ("Replies", "Somebody answers a comment of yours."),
    Kind.MENTION: ("Mentions", "Somebody names you with @ in a comment."),
    Kind.POST_COMMENT: ("Comments", "Somebody comments on a post of yours, or on one you watch."),
    Kind.POST_REACTION: ("Reactions to your posts", "Somebody reacts to a post of yours."),
    Kind.COMMENT_REACTION: ("Reactions to your comments", "Somebody reacts to a comment of yours."),
    Kind.NEW_FOLLOWER: ("New followers", "Somebody begins to follow you."),
    Kind.NEW_POST: ("New posts", "An author or a community whose bell you rang publishes a post."),
    Kind.POST_UNPUBLISHED: ("Posts taken back", "A post of yours, or one you watch, is gone."),
    Kind.PRIVATE_MESSAGE: ("Messages", "Somebody writes to you in private."),
    Kind.SUBSCRIPTION_PAYMENT: ("Payments", "A payment of your subscription went through, or not."),
}


def notifications() -> rx.Component:
    """The section."""
    return section(
        looks.NOTIFICATIONS,
        rx.el.div(*(_switch(kind) for kind in WORDS), class_name=looks.SWITCHES),
        group(
            "By e-mail",
            "Of what is switched on above.",
            switch(
                "Send me copies",
                hint=f"To {Settings.email}, a minute later, unless you have read it by then.",
                is_on=Switches.email,
                on_switch=Switches.switch_email,
            ),
        ),
    )


def _switch(kind: Kind) -> rx.Component:
    label, hint = WORDS[kind]
    types: Any = Switches.types
    return switch(
        label,
        hint=hint,
        is_on=types[kind.value],
        on_switch=Switches.switch(kind.value),
    )
