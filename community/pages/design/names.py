"""Samples of names in all styles, with all badges, and with the mark of the assistant."""

import reflex as rx

from community.components.people import BADGE_NAMES, STYLE_NAMES, bot_badge, name_line
from community.pages.design.sample_models import build_sample_user
from community.styles import listing


def name_samples() -> rx.Component:
    """Return a name in each style, one with each badge, and that of the assistant."""
    names = [
        build_sample_user(label, badge=badge, name_style=style)
        for (style, label), badge in zip(STYLE_NAMES.items(), BADGE_NAMES, strict=False)
    ]
    plain = [build_sample_user(label, badge=badge) for badge, label in BADGE_NAMES.items()]
    bot = build_sample_user("Assistant", is_bot=True)
    return rx.el.div(
        *(
            rx.el.div(
                *(name_line(user, class_name=listing.NAME) for user in users),
                class_name="grid grid-cols-2 gap-3 sm:grid-cols-4",
            )
            for users in (names, plain)
        ),
        rx.el.div(
            name_line(bot, class_name=listing.NAME),
            bot_badge(bot),
            class_name="flex items-center gap-1.5",
        ),
        class_name="flex flex-col gap-6",
    )
