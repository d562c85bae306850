"""People and words that one does not want to read."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.people import face
from community.components.settings.kept_form import kept_form
from community.components.settings.section import group, section, shrinking
from community.looks import listing
from community.looks import settings as looks
from community.state.settings.ignored import Ignored
from community.state.settings.keywords import Keywords
from community.state.settings.page import Settings


def ignored() -> rx.Component:
    """The section."""
    return section(
        looks.IGNORED,
        group("People", "They are not told that you ignore them.", _people()),
        group("Words", "Posts with one of these words stay out of your feeds.", _words()),
    )


def _people() -> rx.Component:
    people: Any = Ignored.people
    return rx.fragment(
        rx.cond(
            people.length() > 0,
            rx.el.ul(rx.foreach(people, _person), class_name=looks.ROWS),
            rx.el.p(
                "You ignore nobody. The menu on a person's page has “Ignore”.",
                class_name=looks.NOTHING,
            ),
        ),
        rx.cond(
            Ignored.next_cursor != "",
            ui.button("More people", variant="quiet", size="sm", on_click=Ignored.load_more),
        ),
    )


def _person(person: Any) -> rx.Component:
    return rx.el.li(
        face(person, "md"),
        rx.el.div(
            rx.el.a(person.name, href=f"/{person.slug}", class_name=listing.NAME),
            rx.el.p(f"/{person.slug}", class_name=looks.ROW_NOTE),
            class_name=looks.ROW_TEXT,
        ),
        ui.button(
            rx.cond(person.is_ignored, "Stop ignoring", "Ignore again"),
            size="sm",
            on_click=Ignored.ignore(person.id, ~person.is_ignored),
            custom_attrs={"aria-description": person.name},
        ),
        key=person.id,
        class_name=looks.ROW_ITEM,
    )


def _words() -> rx.Component:
    words: Any = Keywords.words
    return rx.fragment(
        rx.cond(
            words.length() > 0,
            shrinking(looks.IGNORED, rx.foreach(words, _word), class_name=looks.WORDS),
        ),
        rx.el.div(_add_words(), class_name=looks.SECTION_BODY),
    )


def _word(word: Any) -> rx.Component:
    return rx.el.span(
        rx.el.span(word, class_name=looks.ROW_WORD),
        rx.el.button(
            ui.icon("x"),
            type="button",
            class_name=looks.WORD_REMOVE,
            on_click=Keywords.remove(word),
            custom_attrs={"aria-label": f"Remove {word}"},
        ),
        key=word,
        class_name=looks.WORD,
    )


def _add_words() -> rx.Component:
    control = rx.el.div(
        ui.text_input(
            name="keywords",
            type="text",
            error=Keywords.wrong,
            auto_complete="off",
        ),
        ui.button("Add", type="submit"),
        class_name=looks.ADD_ROW,
    )
    return kept_form(
        ui.field(
            "A word or a phrase",
            control,
            name="keywords",
            hint="Several at once with commas between them.",
            error=Keywords.wrong,
        ),
        draft=f"keywords-{Settings.user_id}",
        kept=Keywords.kept,
        wrong=Keywords.wrong,
        on_send=Keywords.add,
        empties=True,
    )
