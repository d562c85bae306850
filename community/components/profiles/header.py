"""The header of a profile page: images, name, biography, counts and buttons."""

from typing import Any

from community import urls
from community.components import people, ui
from community.components.profiles import texts as profile_texts
from community.domain.people.schemas import Profile
from community.i18n import gettext as _
from community.rendering import (
    Node,
    each,
    el,
    group,
    length,
    negate,
    plural_text,
    present,
    rich_text,
    sanitized_html,
    when,
)
from community.styles import listing, profile as styles
from community.styles.ui import avatar


def profile_header(profile: Profile, *, buttons: Node, video_button: Node = None) -> Node:
    return el.header(
        header_image(profile.header),
        el.div(
            el.span(
                ui.user_avatar(
                    profile, "xl", class_name=styles.AVATAR_RING, video_url=profile.video_avatar
                ),
                video_button,
                class_name=avatar.WITH_BUTTON,
            ),
            el.div(buttons, class_name=styles.ACTIONS),
            class_name=styles.TOP,
        ),
        el.div(
            el.h1(people.heading_name(profile), class_name=styles.NAME),
            el.div(
                el.p(f"@{profile.slug}", class_name=styles.SLUG),
                people.bot_badge(profile),
                class_name=styles.SLUG_LINE,
            ),
            when(profile.bio_html != "", lambda: sanitized_html(profile.bio_html, styles.BIO)),
            when(length(profile.badges) > 0, lambda: _badges(profile.badges)),
            el.div(_counts(profile), class_name=styles.STATS),
            class_name=styles.TEXT,
        ),
        class_name=styles.HEAD,
    )


def header_image(url: str | None) -> Node:
    """Return the wide image above a profile or a community, or a coloured area instead."""
    image = present(url, lambda url: el.img(src=url, alt="", class_name=styles.HEADER_IMAGE))
    return el.div(image, class_name=styles.HEADER)


def own_profile_buttons() -> Node:
    return group(
        ui.link_button(_("Drafts"), href=urls.DRAFTS),
        ui.link_button(_("Edit profile"), href=urls.SETTINGS),
    )


def profile_buttons(
    profile: Profile,
    *,
    menu: Node,
    message_button: Node,
    notifications_toggle: Node,
    follow_toggle: Node,
) -> Node:
    """Return the buttons on the profile of another user.

    Ignored users cannot be followed or written to, and neither can the assistant, which writes
    neither posts nor messages.
    """
    buttons = group(notifications_toggle, message_button, follow_toggle)
    return group(menu, when(negate(profile.is_ignored | profile.is_bot), lambda: buttons))


def message_button(**attributes: Any) -> Node:
    """Return the button that opens the chat with the user. Phones show only its icon."""
    return ui.button(
        el.span(_("Message"), class_name=styles.MESSAGE_LABEL),
        icon_name="mail",
        class_name=styles.MESSAGE_BUTTON,
        **attributes,
    )


def message_link(href: str) -> Node:
    """Return the button as a link, for guests on server-rendered pages."""
    return ui.link_button(
        el.span(_("Message"), class_name=styles.MESSAGE_LABEL),
        href=href,
        icon_name="mail",
        class_name=styles.MESSAGE_BUTTON,
        rel="nofollow",
    )


def menu_button(**attributes: Any) -> Node:
    return ui.icon_button("more", _("More"), has_tooltip=False, **attributes)


def ignored_notice(until: Any, *, on_unignore: Any = None) -> Node:
    return el.p(
        el.span(
            _(profile_texts.IGNORED_TEXT),
            when(until, lambda: group(" ", people.end_of_ignoring(until), ".")),
            class_name=listing.NOTICE_TEXT,
        ),
        ui.button(_("Stop ignoring"), size="sm", on_click=on_unignore),
        class_name=listing.NOTICE,
    )


def count_text(message: str, count: int, href: str | None = None) -> Node:
    """Return a text such as "12 followers", which is a link if `href` is given.

    The placeholder `{count}` in `message` is replaced by `count`.
    """
    number = el.span(ui.compact_number(count), class_name=styles.STAT_NUMBER)
    content = rich_text(message, count=number)
    return (
        el.span(content) if href is None else el.a(content, href=href, class_name=styles.STAT_LINK)
    )


def _badges(badges: list[str]) -> Node:
    return el.div(
        each(badges, lambda badge: ui.badge(people.rating_badge_text(badge), tone="accent")),
        class_name=styles.BADGES,
    )


def _counts(profile: Profile) -> Node:
    followers, following = profile.followers_count, profile.following_count
    posts, number = profile.posts_count, "{count}"
    return [
        count_text(
            plural_text("{count} follower", "{count} followers", followers, count=number),
            followers,
            urls.followers(profile.slug),
        ),
        count_text(
            # Translators: the number of users whom this user follows.
            plural_text("{count} following", "{count} following", following, count=number),
            following,
            urls.following(profile.slug),
        ),
        count_text(plural_text("{count} post", "{count} posts", posts, count=number), posts),
        present(profile.place, _ranking_place),
    ]


def _ranking_place(place: int) -> Node:
    # Translators: the place of a user in the ranking of all users by rating.
    message = _("#{place} in the ranking")
    return el.span(rich_text(message, place=el.span(place, class_name=styles.STAT_NUMBER)))
