"""The name of a user, in the style and with the badge that the user has chosen."""

from typing import Any, Final

from community import urls
from community.domain.people import UserSummary
from community.i18n import gettext as _, noop
from community.rendering import Node, cached_html, el, group, present, switch, when
from community.styles import profile as styles
from community.styles.ui import icons

# Translators: mark beside the name of an account with which the site itself writes.
BOT_BADGE: Final = noop("bot")
BADGE_NAMES: Final = {
    # Translators: the name of a badge beside the name of a user. So are the following ones.
    "star": noop("Star"),
    "heart": noop("Heart"),
    "flame": noop("Flame"),
    "leaf": noop("Leaf"),
    "moon": noop("Moon"),
    "book": noop("Book"),
    "coffee": noop("Coffee"),
    "crown": noop("Crown"),
}
STYLE_NAMES: Final = {
    # Translators: a color in which a user can have their name. So are the following ones.
    "ocean": noop("Ocean"),
    "forest": noop("Forest"),
    "plum": noop("Plum"),
    "rose": noop("Rose"),
    "sunset": noop("Sunset"),
    "aurora": noop("Aurora"),
}
RATING_BADGES: Final = {
    # Translators: a badge on the profile of a user who is among the first ten in the ranking.
    "top_10": noop("Top 10"),
    "top_100": noop("Top 100"),
    "top_1000": noop("Top 1,000"),
}


def author_link(author: UserSummary | Any, *, class_name: str) -> Node:
    """Return the name with a link and the badge, or for a deleted account only the name."""
    return when(
        author.is_deleted,
        lambda: el.span(
            el.bdi(author.name), dir="auto", class_name=f"{class_name} pointer-events-none"
        ),
        lambda: group(_link(author, class_name), name_badge(author)),
    )


def name_line(user: UserSummary | Any, *, class_name: str, line_class_name: str = "") -> Node:
    line = f"{styles.LINE} {line_class_name}".rstrip()
    return el.div(_link(user, class_name), name_badge(user), class_name=line)


def person_name(user: UserSummary | Any) -> Node:
    """Return the name in its style, without a link."""
    return when(
        user.name_style,
        lambda: el.bdi(user.name, class_name=switch(user.name_style, styles.NAME_STYLES, "")),
        lambda: el.bdi(user.name),
    )


def heading_name(user: UserSummary | Any) -> Node:
    """Return the name in its style and the badge, which stays on the last line of the name."""
    badge = present(
        user.badge,
        lambda code: el.span("\N{NO-BREAK SPACE}", badge_icon(code), class_name=styles.NO_WRAP),
    )
    return group(person_name(user), badge)


def name_badge(user: UserSummary | Any) -> Node:
    """Return the badge that belongs behind the name of a user, or nothing."""
    return present(user.badge, badge_icon)


def bot_badge(user: UserSummary | Any) -> Node:
    """Return the mark of the account with which the site itself writes, or nothing."""
    return when(user.is_bot, lambda: el.span(_(BOT_BADGE), class_name=styles.BOT_BADGE))


@cached_html(maxsize=None)
def badge_icon(code: Any) -> Node:
    """Return the icon of a badge, whose name is its accessible name."""
    paths = {code: icons.PATHS[icon] for code, icon in styles.BADGE_ICONS.items()}
    names = {code: _(name) for code, name in BADGE_NAMES.items()}
    name = switch(code, names, "")
    return el.span(
        el.svg(
            el.path(d=switch(code, paths, "")),
            class_name=styles.BADGE_ICON,
            view_box=icons.VIEW_BOX,
            aria_hidden="true",
        ),
        role="img",
        aria_label=name,
        title=name,
        class_name=styles.BADGE,
    )


def rating_badge_text(code: Any) -> Any:
    return switch(code, {code: _(text) for code, text in RATING_BADGES.items()}, "")


def _link(user: Any, class_name: str) -> Node:
    return el.a(person_name(user), href=urls.profile(user.slug), dir="auto", class_name=class_name)
