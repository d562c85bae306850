"""Product parts with sample content, dressed in the same looks as the live ones."""

import reflex as rx

from community.components import ui
from community.components.layout import rail_section
from community.looks import avatar, bell, bits, layout, post, profile, reaction
from community.looks.avatar import Shape, Size
from community.looks.icons import IconName
from community.pages.design import samples


def face(person: samples.Person, size: Size = "sm", class_name: str = "") -> rx.Component:
    """A sample person's face."""
    return ui.avatar(
        initials=avatar.initials(person.name),
        picture=person.picture,
        size=size,
        class_name=class_name,
    )


def reactions(
    chips: tuple[tuple[str, int, bool], ...], *, picker: str, small: bool = False
) -> rx.Component:
    """The chips under a post or a comment, and the button that opens the picker."""
    chip = reaction.CHIP_SMALL if small else reaction.CHIP
    add = reaction.ADD_SMALL if small else reaction.ADD
    return rx.el.div(
        *(
            rx.el.button(
                rx.el.span(emoji, class_name=reaction.EMOJI),
                ui.count(number),
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
                custom_attrs={"aria-label": "React", **ui.opens_menu(picker)},
            ),
            rx.el.div(
                *(
                    rx.el.button(
                        emoji,
                        type="button",
                        class_name=reaction.PICKER_CHOICE,
                        title=words,
                        custom_attrs={"aria-label": words, "data-closes": ""},
                    )
                    for emoji, words in samples.REACTIONS
                ),
                class_name=reaction.PICKER_ROW,
            ),
            id=picker,
            label="Reactions",
            class_name=reaction.PICKER,
        ),
        class_name=reaction.BAR,
    )


def post_card(one: samples.Post, number: int) -> rx.Component:
    """A post in a feed."""
    cover = rx.el.div(
        rx.el.img(src=one.cover, alt="", width="1280", height="640", class_name=post.COVER_PICTURE),
        class_name=post.COVER,
    )
    return rx.el.article(
        _byline(one),
        rx.el.h2(
            rx.el.a(one.title, href="/design/post", class_name=post.TITLE_LINK),
            class_name=post.TITLE,
        ),
        rx.el.p(one.intro, class_name=post.INTRO),
        *([cover] if one.cover else []),
        rx.el.div(
            reactions(one.reactions, picker=f"react-post-{number}"),
            rx.el.div(
                rx.el.a(
                    ui.icon("comment", post.FOOT_ICON),
                    ui.count(one.comments),
                    rx.el.span(" comments", class_name="sr-only"),
                    href="/design/post#comments",
                    class_name=post.FOOT_LINK,
                ),
                ui.icon_button("bookmark", "Save", size="sm"),
                class_name=post.FOOT_END,
            ),
            class_name=post.FOOT,
        ),
        class_name=post.CARD,
    )


def notification(
    who: samples.Person, did: str, what: str, when: str, kind: IconName, *, unread: bool
) -> rx.Component:
    """A row under the bell."""
    return rx.el.a(
        rx.el.span(
            face(who, "md"),
            rx.el.span(ui.icon(kind, bell.KIND_ICON), class_name=bell.KIND),
            class_name=bell.FACE,
        ),
        rx.el.span(
            rx.el.span(
                rx.el.span(who.name, class_name=bell.WHO), f" {did}", class_name=bell.SENTENCE
            ),
            rx.el.span(what, class_name=bell.QUOTE),
            rx.el.span(when, class_name=bell.WHEN),
            class_name=bell.BODY,
        ),
        *(
            [rx.el.span(rx.el.span("unread", class_name="sr-only"), class_name=bell.UNREAD)]
            * unread
        ),
        href="#",
        class_name=bell.ROW_UNREAD if unread else bell.ROW,
    )


def notifications() -> rx.Component:
    """A few rows of every sort."""
    title = "The quiet art of keeping a notebook"
    return rx.el.div(
        notification(
            samples.TOM,
            "answered your comment",
            "Put that on a poster.",
            "4 min",
            "reply",
            unread=True,
        ),
        notification(
            samples.VERA,
            "and 17 others reacted to your post",
            title,
            "22 min",
            "react",
            unread=True,
        ),
        notification(samples.LONG, "started to follow you", "", "3 h", "user_plus", unread=False),
        notification(
            samples.ANYA,
            "mentioned you",
            "А мне кажется, что @ida права, и читатель есть всегда.",
            "2 d",
            "at_sign",
            unread=False,
        ),
        class_name=bell.LIST,
    )


def profile_head(person: samples.Person, *, community: bool = False) -> rx.Component:
    """The head of a person's page or of a community's."""
    shape: Shape = "community" if community else "person"
    return rx.el.header(
        rx.el.div(
            rx.el.img(src=samples.SNOW, alt="", class_name=profile.HEADER_PICTURE),
            class_name=profile.HEADER,
        ),
        rx.el.div(
            ui.avatar(
                initials=avatar.initials(person.name),
                picture=person.picture,
                size="xl",
                shape=shape,
                class_name=profile.FACE_RING,
            ),
            rx.el.div(
                ui.icon_button("bell", "Tell me about new posts", variant="secondary"),
                ui.button("Join" if community else "Follow", variant="primary"),
                class_name=profile.ACTIONS,
            ),
            class_name=profile.TOP,
        ),
        _profile_words(person, community=community),
        class_name=profile.HEAD,
    )


def _profile_words(person: samples.Person, *, community: bool) -> rx.Component:
    return rx.el.div(
        rx.el.h1(person.name, class_name=profile.NAME),
        rx.el.p("c/slow-writing" if community else "@vera", class_name=profile.SLUG),
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
            _fact("12.4K", "followers"),
            _fact("318", "following"),
            _fact("86", "posts"),
            class_name=profile.FACTS,
        ),
        class_name=profile.TEXT,
    )


def rail() -> list[rx.Component]:
    """What stands beside a feed."""
    people = (samples.VERA, samples.TOM, samples.IDA, samples.LONG, samples.ANYA)
    return [
        rail_section(
            rx.el.ol(
                *(_top_author(place, person) for place, person in enumerate(people, 1)),
                class_name=layout.RAIL_LIST,
            ),
            title="Top authors",
            more="All",
            more_href="#",
        ),
        rail_section(
            rx.el.ul(
                *(_live(comment) for comment in samples.THREAD[:3]), class_name=layout.RAIL_LIST
            ),
            title="Being discussed",
        ),
        rx.el.div(
            *(
                rx.el.a(words, href="#", class_name=layout.RAIL_FOOT_LINK)
                for words in ("About", "Rules", "Privacy", "Cookies", "RSS", "API")
            ),
            class_name=layout.RAIL_FOOT,
        ),
    ]


def _byline(one: samples.Post) -> rx.Component:
    return rx.el.div(
        face(one.author, "xs"),
        rx.el.span(
            rx.el.a(one.author.name, href="#", class_name=post.AUTHOR),
            rx.el.a(one.community, href="#", class_name=post.COMMUNITY),
            rx.el.span(one.when, class_name=f"{bits.TIME} {bits.META_DOT}"),
            class_name=post.BYLINE_TEXT,
        ),
        class_name=post.BYLINE,
    )


def _fact(number: str, words: str) -> rx.Component:
    return rx.el.a(
        rx.el.span(number, class_name=profile.FACT_NUMBER),
        f" {words}",
        href="#",
        class_name=profile.FACT_LINK,
    )


def _top_author(place: int, person: samples.Person) -> rx.Component:
    return rx.el.li(
        face(person, "sm"),
        rx.el.span(
            rx.el.a(person.name, href="#", class_name=layout.RAIL_NAME), class_name="min-w-0 flex-1"
        ),
        rx.el.span(f"{940 - place * 83}", class_name=layout.RAIL_NOTE),
        class_name=layout.RAIL_ROW,
    )


def _live(comment: samples.Comment) -> rx.Component:
    return rx.el.li(
        face(comment.author, "sm"),
        rx.el.a(
            rx.el.span(comment.author.name, class_name=layout.RAIL_NAME),
            rx.el.span(
                rx.html(comment.html, class_name="line-clamp-2"), class_name=layout.RAIL_TEXT
            ),
            href="#",
            class_name="min-w-0 flex-1",
        ),
        class_name=layout.RAIL_ROW_TOP,
    )
