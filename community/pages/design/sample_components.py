"""Copies of site components with sample content and the class names of the real components."""

import reflex as rx

from community.components import ui
from community.components.layout import sidebar_section
from community.pages.design import samples
from community.styles import avatar, bell, display, layout, post, profile, reaction
from community.styles.avatar import Shape, Size
from community.styles.icons import IconName


def sample_avatar(user: samples.User, size: Size = "sm", class_name: str = "") -> rx.Component:
    return ui.avatar(
        initials=avatar.initials(user.name),
        image_url=user.image_url,
        size=size,
        class_name=class_name,
    )


def sample_reactions(
    chips: tuple[tuple[str, int, bool], ...], *, picker_id: str, is_small: bool = False
) -> rx.Component:
    chip = reaction.CHIP_SMALL if is_small else reaction.CHIP
    add = reaction.ADD_SMALL if is_small else reaction.ADD
    return rx.el.div(
        *(
            rx.el.button(
                rx.el.span(emoji, class_name=reaction.EMOJI),
                ui.compact_number(number),
                type="button",
                class_name=chip,
                custom_attrs={"aria-pressed": mine, "aria-label": f"{emoji} {number}"},
            )
            for emoji, number, mine in chips
        ),
        ui.menu(
            rx.el.button(
                ui.icon("react"),
                type="button",
                class_name=add,
                custom_attrs={"aria-label": "React", **ui.menu_button_attrs(picker_id)},
            ),
            rx.el.div(
                *(
                    rx.el.button(
                        emoji,
                        type="button",
                        class_name=reaction.PICKER_CHOICE,
                        title=name,
                        custom_attrs={"aria-label": name, "data-close-popover": ""},
                    )
                    for emoji, name in samples.REACTIONS
                ),
                class_name=reaction.PICKER_ROW,
            ),
            id=picker_id,
            label="Reactions",
            class_name=reaction.PICKER,
        ),
        class_name=reaction.BAR,
    )


def sample_post_card(sample: samples.Post, number: int) -> rx.Component:
    cover = rx.el.div(
        rx.el.img(
            src=sample.cover, alt="", width="1280", height="640", class_name=post.COVER_IMAGE
        ),
        class_name=post.COVER,
    )
    return rx.el.article(
        _byline(sample),
        rx.el.h2(
            rx.el.a(sample.title, href="/design/post", class_name=post.TITLE_LINK),
            class_name=post.TITLE,
        ),
        rx.el.p(sample.intro, class_name=post.INTRO),
        *([cover] if sample.cover else []),
        rx.el.div(
            sample_reactions(sample.reactions, picker_id=f"react-post-{number}"),
            rx.el.div(
                rx.el.a(
                    ui.icon("comment", post.FOOTER_ICON),
                    ui.compact_number(sample.comments),
                    rx.el.span(" comments", class_name="sr-only"),
                    href="/design/post#comments",
                    class_name=post.FOOTER_LINK,
                ),
                ui.icon_button("bookmark", "Save", size="sm"),
                class_name=post.FOOTER_END,
            ),
            class_name=post.FOOTER,
        ),
        class_name=post.CARD,
    )


def sample_notification(
    actor: samples.User, action: str, quote: str, time: str, kind: IconName, *, is_unread: bool
) -> rx.Component:
    return rx.el.a(
        rx.el.span(
            sample_avatar(actor, "md"),
            rx.el.span(ui.icon(kind, bell.KIND_ICON), class_name=bell.KIND_BADGE),
            class_name=bell.AVATAR,
        ),
        rx.el.span(
            rx.el.span(
                rx.el.span(actor.name, class_name=bell.ACTOR), f" {action}", class_name=bell.MESSAGE
            ),
            rx.el.span(quote, class_name=bell.QUOTE),
            rx.el.span(time, class_name=bell.TIME),
            class_name=bell.BODY,
        ),
        *(
            [rx.el.span(rx.el.span("unread", class_name="sr-only"), class_name=bell.UNREAD_DOT)]
            * is_unread
        ),
        href="#",
        class_name=bell.ROW_UNREAD if is_unread else bell.ROW,
    )


def sample_notifications() -> rx.Component:
    title = "The quiet art of keeping a notebook"
    return rx.el.div(
        sample_notification(
            samples.TOM,
            "replied to your comment",
            "Put that on a poster.",
            "4 min",
            "reply",
            is_unread=True,
        ),
        sample_notification(
            samples.VERA,
            "and 17 others reacted to your post",
            title,
            "22 min",
            "react",
            is_unread=True,
        ),
        sample_notification(samples.LONG, "followed you", "", "3 h", "user_plus", is_unread=False),
        sample_notification(
            samples.ANYA,
            "mentioned you",
            "А мне кажется, что @ida права, и читатель есть всегда.",
            "2 d",
            "at_sign",
            is_unread=False,
        ),
        class_name=bell.LIST,
    )


def sample_profile_header(user: samples.User, *, is_community: bool = False) -> rx.Component:
    shape: Shape = "community" if is_community else "user"
    return rx.el.header(
        rx.el.div(
            rx.el.img(src=samples.SNOW, alt="", class_name=profile.HEADER_IMAGE),
            class_name=profile.HEADER,
        ),
        rx.el.div(
            ui.avatar(
                initials=avatar.initials(user.name),
                image_url=user.image_url,
                size="xl",
                shape=shape,
                class_name=profile.AVATAR_RING,
            ),
            rx.el.div(
                ui.icon_button("bell", "Notify me about new posts", variant="secondary"),
                ui.button("Join" if is_community else "Follow", variant="primary"),
                class_name=profile.ACTIONS,
            ),
            class_name=profile.TOP,
        ),
        _profile_text(user, is_community=is_community),
        class_name=profile.HEAD,
    )


def _profile_text(user: samples.User, *, is_community: bool) -> rx.Component:
    return rx.el.div(
        rx.el.h1(user.name, class_name=profile.NAME),
        rx.el.p("c/slow-writing" if is_community else "@vera", class_name=profile.SLUG),
        rx.el.p(
            "Картограф на пенсии. Пишу о том, как мы рисуем то, чего не видели, and sometimes "
            "in English.",
            class_name=profile.BIO,
        ),
        rx.el.div(
            rx.el.span(ui.badge("Patron", tone="accent")),
            rx.el.span(ui.badge("#3 this month")),
            class_name=profile.BADGES,
        ),
        rx.el.div(
            _labelled_number("12.4K", "followers"),
            _labelled_number("318", "following"),
            _labelled_number("86", "posts"),
            class_name=profile.STATS,
        ),
        class_name=profile.TEXT,
    )


def sample_sidebar_sections() -> list[rx.Component]:
    users = (samples.VERA, samples.TOM, samples.IDA, samples.LONG, samples.ANYA)
    return [
        sidebar_section(
            rx.el.ol(
                *(_top_author_row(rank, user) for rank, user in enumerate(users, 1)),
                class_name=layout.SIDEBAR_LIST,
            ),
            title="Top authors",
            more="All",
            more_href="#",
        ),
        sidebar_section(
            rx.el.ul(
                *(_active_discussion_row(comment) for comment in samples.THREAD[:3]),
                class_name=layout.SIDEBAR_LIST,
            ),
            title="Active discussions",
        ),
        rx.el.div(
            *(
                rx.el.a(label, href="#", class_name=layout.SIDEBAR_FOOTER_LINK)
                for label in ("About", "Rules", "Privacy", "Cookies", "RSS", "API")
            ),
            class_name=layout.SIDEBAR_FOOTER,
        ),
    ]


def _byline(sample: samples.Post) -> rx.Component:
    return rx.el.div(
        sample_avatar(sample.author, "xs"),
        rx.el.span(
            rx.el.a(sample.author.name, href="#", class_name=post.AUTHOR),
            rx.el.a(sample.community, href="#", class_name=post.COMMUNITY),
            rx.el.span(sample.time, class_name=f"{display.TIME} {display.META_SEPARATOR}"),
            class_name=post.BYLINE_TEXT,
        ),
        class_name=post.BYLINE,
    )


def _labelled_number(number: str, label: str) -> rx.Component:
    return rx.el.a(
        rx.el.span(number, class_name=profile.STAT_NUMBER),
        f" {label}",
        href="#",
        class_name=profile.STAT_LINK,
    )


def _top_author_row(rank: int, user: samples.User) -> rx.Component:
    return rx.el.li(
        sample_avatar(user, "sm"),
        rx.el.span(
            rx.el.a(user.name, href="#", class_name=layout.SIDEBAR_NAME),
            class_name="min-w-0 flex-1",
        ),
        rx.el.span(f"{940 - rank * 83}", class_name=layout.SIDEBAR_NOTE),
        class_name=layout.SIDEBAR_ROW,
    )


def _active_discussion_row(comment: samples.Comment) -> rx.Component:
    return rx.el.li(
        sample_avatar(comment.author, "sm"),
        rx.el.a(
            rx.el.span(comment.author.name, class_name=layout.SIDEBAR_NAME),
            rx.el.span(
                rx.html(comment.html, class_name="line-clamp-2"), class_name=layout.SIDEBAR_TEXT
            ),
            href="#",
            class_name="min-w-0 flex-1",
        ),
        class_name=layout.SIDEBAR_ROW_TOP,
    )
