"""A sample article with its discussion."""

import reflex as rx

from community.components import ui
from community.pages.design import samples
from community.pages.design.sample_components import sample_avatar, sample_reactions
from community.styles import comment as styles
from community.styles import post


def sample_article() -> rx.Component:
    return rx.el.article(
        rx.el.a("Slow Writing", href="#", class_name=post.ARTICLE_COMMUNITY),
        rx.el.h1(samples.POSTS[0].title, class_name=post.HEADLINE),
        rx.el.p(samples.POSTS[0].intro, class_name=post.ARTICLE_INTRO),
        rx.el.div(
            sample_avatar(samples.IDA, "md"),
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
                rx.el.img(src=samples.DUSK, alt="Hills at dusk", class_name=post.FIGURE_IMAGE),
                class_name=post.FIGURE_FRAME,
            ),
            class_name=post.FIGURE,
        ),
        rx.html(samples.ARTICLE, class_name=post.TEXT),
        _tag_links("notebooks", "habits", "memory"),
        rx.el.div(
            sample_reactions(samples.POSTS[0].reactions, picker_id="react-article"),
            rx.el.div(
                ui.icon_button("bookmark", "Save"),
                ui.icon_button("share", "Share"),
                class_name=post.ACTIONS_END,
            ),
            class_name=post.ACTIONS,
        ),
        class_name=post.ARTICLE,
    )


def _tag_links(*tags: str) -> rx.Component:
    return rx.el.div(
        *(rx.el.a(tag, href="#", class_name=post.TAG) for tag in tags), class_name=post.TAGS
    )


def sample_discussion() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                "Discussion ",
                rx.el.span("64", class_name=styles.TITLE_COUNT),
                class_name=styles.TITLE,
            ),
            ui.borderless_select([("best", "Best"), ("new", "Newest")], label="Order"),
            class_name=styles.HEADING,
        ),
        rx.el.div(
            sample_comment_form("Write a comment", is_root=True), class_name=styles.FORM_ROOT
        ),
        rx.el.div(
            rx.el.p(ui.icon("pin"), "Pinned by the author", class_name=styles.PINNED_LABEL),
            sample_comment(samples.PINNED, 900),
            class_name=styles.PINNED,
        ),
        rx.el.div(
            *(sample_comment(sample, number) for number, sample in enumerate(samples.THREAD)),
            class_name=styles.THREAD,
        ),
        rx.el.div(
            rx.el.button("3 new comments", type="button", class_name=styles.NEW_COMMENTS),
        ),
        id="comments",
        class_name=styles.SECTION,
    )


def sample_comment(sample: samples.Comment, number: int) -> rx.Component:
    is_deleted = "deleted" in sample.flags
    return rx.el.article(
        *(
            rx.el.button(
                type="button",
                tab_index=-1,
                class_name=styles.THREAD_LINE,
                custom_attrs={"aria-hidden": "true"},
            )
            for _ in range(sample.depth)
        ),
        rx.el.div(
            rx.el.span(class_name=styles.PLACEHOLDER_AVATAR)
            if is_deleted
            else sample_avatar(sample.author),
            *([rx.el.span(class_name=styles.BRANCH_LINE)] * ("open" in sample.flags)),
            class_name=styles.AVATAR_COLUMN,
        ),
        rx.el.div(
            rx.el.p("Comment deleted", class_name=styles.PLACEHOLDER)
            if is_deleted
            else _comment_content(sample, number),
            class_name=styles.MAIN,
        ),
        class_name=f"{styles.ROW} {styles.ROW_NEW}" if "fresh" in sample.flags else styles.ROW,
        custom_attrs={"aria-label": f"Comment by {sample.author.name}, level {sample.depth + 1}"},
    )


def sample_comment_form(placeholder: str, *, is_root: bool = False) -> rx.Component:
    return rx.el.form(
        rx.el.textarea(
            placeholder=placeholder,
            class_name=styles.FORM_FIELD,
            rows="2",
            custom_attrs={"aria-label": placeholder},
        ),
        rx.el.div(
            ui.icon_button("image", "Add images", size="sm"),
            ui.icon_button("at_sign", "Mention someone", size="sm"),
            rx.el.div(
                *([] if is_root else [ui.button("Cancel", variant="quiet", size="sm")]),
                ui.button("Send", variant="primary", size="sm"),
                class_name=styles.FORM_END,
            ),
            class_name=styles.FORM_BAR,
        ),
        class_name=styles.FORM,
    )


def _comment_content(sample: samples.Comment, number: int) -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.a(sample.author.name, href="#", class_name=styles.AUTHOR),
            *([rx.el.span("author", class_name=styles.AUTHOR_BADGE)] * ("author" in sample.flags)),
            *(
                [
                    rx.el.a(
                        ui.icon("reply", styles.REPLY_TO_ICON),
                        sample.reply_to,
                        href="#",
                        class_name=styles.REPLY_TO,
                    )
                ]
                if sample.reply_to
                else []
            ),
            rx.el.span(sample.time, class_name=styles.TIME),
            *([rx.el.span("new", class_name=styles.NEW_BADGE)] * ("new" in sample.flags)),
            class_name=styles.HEAD,
        ),
        rx.html(sample.html, class_name=styles.TEXT),
        rx.el.div(
            sample_reactions(sample.reactions, picker_id=f"react-comment-{number}", is_small=True),
            ui.text_button("Edit" if "mine" in sample.flags else "Reply"),
            ui.icon_button(
                "more", "More", size="sm", has_tooltip=False, class_name=styles.MORE_ACTIONS
            ),
            class_name=styles.ACTIONS,
        ),
        *([sample_comment_form("Reply to Ida Lindqvist")] if number == 1 else []),
    )
