"""An article with its discussion, in sample form."""

import reflex as rx

from community.components import ui
from community.looks import comment as looks
from community.looks import post
from community.pages.design import samples
from community.pages.design.parts import face, reactions


def article() -> rx.Component:
    """A post on its own page."""
    return rx.el.article(
        rx.el.a("Slow Writing", href="#", class_name=post.KICKER),
        rx.el.h1(samples.POSTS[0].title, class_name=post.HEADLINE),
        rx.el.p(samples.POSTS[0].intro, class_name=post.STANDFIRST),
        rx.el.div(
            face(samples.IDA, "md"),
            rx.el.div(
                rx.el.a("Ida Lindqvist", href="#", class_name=post.BYLINE_LARGE_NAME),
                rx.el.p("21 November · 7 min read", class_name=post.BYLINE_LARGE_NOTE),
                class_name=post.BYLINE_LARGE_TEXT,
            ),
            ui.button("Follow", size="sm"),
            ui.icon_button("more", "More", size="sm"),
            class_name=post.BYLINE_LARGE,
        ),
        rx.el.figure(
            rx.el.div(
                rx.el.img(src=samples.DUSK, alt="Hills at dusk", class_name=post.FIGURE_PICTURE),
                class_name=post.FIGURE_FRAME,
            ),
            class_name=post.FIGURE,
        ),
        rx.html(samples.ARTICLE, class_name=post.TEXT),
        _tags("notebooks", "habits", "memory"),
        rx.el.div(
            reactions(samples.POSTS[0].reactions, picker="react-article"),
            rx.el.div(
                ui.icon_button("bookmark", "Save"),
                ui.icon_button("share", "Share"),
                class_name=post.ACTIONS_END,
            ),
            class_name=post.ACTIONS,
        ),
        class_name=post.ARTICLE,
    )


def _tags(*tags: str) -> rx.Component:
    return rx.el.div(
        *(rx.el.a(tag, href="#", class_name=post.TAG) for tag in tags), class_name=post.TAGS
    )


def discussion() -> rx.Component:
    """The comments under a post."""
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                "Discussion ",
                rx.el.span("64", class_name=looks.TITLE_COUNT),
                class_name=looks.TITLE,
            ),
            ui.quiet_select([("best", "Best first"), ("new", "New first")], label="Order"),
            class_name=looks.HEADING,
        ),
        rx.el.div(reply_form("Write a comment", root=True), class_name=looks.FORM_ROOT),
        rx.el.div(
            rx.el.p(ui.icon("pin"), "Pinned by the author", class_name=looks.PINNED_LABEL),
            comment(samples.PINNED, 900),
            class_name=looks.PINNED,
        ),
        rx.el.div(
            *(comment(one, number) for number, one in enumerate(samples.THREAD)),
            class_name=looks.THREAD,
        ),
        rx.el.div(
            rx.el.button("3 new comments", type="button", class_name=looks.ARRIVED),
        ),
        id="comments",
        class_name=looks.SECTION,
    )


def comment(one: samples.Comment, number: int) -> rx.Component:
    """One row of the thread."""
    deleted = "deleted" in one.marks
    return rx.el.article(
        *(
            rx.el.button(
                type="button",
                tab_index=-1,
                class_name=looks.GUIDE,
                custom_attrs={"aria-hidden": "true"},
            )
            for _ in range(one.depth)
        ),
        rx.el.div(
            rx.el.span(class_name=looks.STUB_FACE) if deleted else face(one.author),
            *([rx.el.span(class_name=looks.SPINE_LINE)] * ("open" in one.marks)),
            class_name=looks.SPINE,
        ),
        rx.el.div(
            rx.el.p("This comment was deleted.", class_name=looks.STUB)
            if deleted
            else _words(one, number),
            class_name=looks.MAIN,
        ),
        class_name=f"{looks.ROW} {looks.ROW_FRESH}" if "fresh" in one.marks else looks.ROW,
        custom_attrs={"aria-label": f"Comment by {one.author.name}, level {one.depth + 1}"},
    )


def reply_form(placeholder: str, *, root: bool = False) -> rx.Component:
    """A box to answer in, at its place."""
    return rx.el.form(
        rx.el.textarea(
            placeholder=placeholder,
            class_name=looks.FORM_FIELD,
            rows="2",
            custom_attrs={"aria-label": placeholder},
        ),
        rx.el.div(
            ui.icon_button("image", "Add pictures", size="sm"),
            ui.icon_button("at_sign", "Mention somebody", size="sm"),
            rx.el.div(
                *([] if root else [ui.button("Cancel", variant="quiet", size="sm")]),
                ui.button("Send", variant="primary", size="sm"),
                class_name=looks.FORM_END,
            ),
            class_name=looks.FORM_BAR,
        ),
        class_name=looks.FORM,
    )


def _words(one: samples.Comment, number: int) -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.a(one.author.name, href="#", class_name=looks.AUTHOR),
            *([rx.el.span("author", class_name=looks.BY_AUTHOR)] * ("author" in one.marks)),
            *(
                [
                    rx.el.a(
                        ui.icon("reply", looks.ANSWERS_ICON),
                        one.answers,
                        href="#",
                        class_name=looks.ANSWERS,
                    )
                ]
                if one.answers
                else []
            ),
            rx.el.span(one.when, class_name=looks.WHEN),
            *([rx.el.span("new", class_name=looks.NEW)] * ("new" in one.marks)),
            class_name=looks.HEAD,
        ),
        rx.html(one.html, class_name=looks.TEXT),
        rx.el.div(
            reactions(one.reactions, picker=f"react-comment-{number}", small=True),
            ui.text_button("Edit" if "mine" in one.marks else "Reply"),
            ui.icon_button("more", "More", size="sm", tip=False, class_name=looks.MORE_ACTIONS),
            class_name=looks.ACTIONS,
        ),
        *([reply_form("Answer Ida Lindqvist")] if number == 1 else []),
    )
