"""The dialog that publishes: where, under which picture, with which words before it."""

from typing import Any

import reflex as rx
from reflex.vars import VarData

from community.components import ui
from community.components.people import face
from community.components.writing.desk import gesture, on_desk
from community.domain.posts.content import MAX_TAGS
from community.looks import form
from community.looks import writing as looks
from community.state.frame import Frame
from community.state.writing import Writing


class _CoverField(rx.Component):
    library = "$/public/ui/writing/post/cover.jsx"
    tag = "CoverField"
    upload_url: rx.Var[str]
    look: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]


class _TagField(rx.Component):
    library = "$/public/ui/writing/post/tags.jsx"
    tag = "TagField"
    most: rx.Var[int]
    look: rx.Var[dict[str, str]]
    icons: rx.Var[dict[str, str]]


def publishing() -> rx.Component:
    """Opened by "Publish…" and by Ctrl+Enter; its fields are part of the draft."""
    desk = on_desk()
    icons = rx.Var.create(looks.ICONS)
    return ui.dialog(
        rx.el.div(ui.form_alert(desk.sentence), class_name=looks.ALERT),
        rx.el.div(
            rx.el.div(
                _CoverField.create(
                    upload_url="/media", look=rx.Var.create(looks.COVER), icons=icons
                ),
                _intro(desk),
                class_name=looks.COLUMN,
            ),
            rx.el.div(
                _places(desk),
                _TagField.create(most=MAX_TAGS, look=rx.Var.create(looks.TAGS), icons=icons),
                _comments(desk),
                class_name=looks.COLUMN,
            ),
            class_name=looks.COLUMNS,
        ),
        _actions(desk),
        id="publishing",
        title=rx.cond(desk.is_published, "Update the post", "Publish"),
        text=rx.cond(
            desk.is_published,
            "Your readers see the changes at once.",
            "Everybody can read it then. You can change it or take it back at any time.",
        ),
        size="lg",
    )


def _comments(desk: Any) -> rx.Component:
    return ui.switch(
        "Comments",
        hint="Readers can answer.",
        checked=desk.comments_enabled,
        custom_attrs={"onChange": gesture("switched", "comments_enabled")},
    )


def _actions(desk: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(
            rx.cond(desk.is_open, "", "You are offline. Everything is kept in this browser."),
            role="status",
            class_name=looks.ACTIONS_NOTE,
        ),
        ui.button("Keep writing", custom_attrs=ui.invokes("publishing", "close")),
        ui.button(
            rx.cond(desk.is_published, "Update", "Publish"),
            variant="primary",
            loading=desk.is_publishing,
            custom_attrs={"onClick": gesture("publishes"), "aria-disabled": ~desk.is_open},
        ),
        class_name=looks.ACTIONS,
    )


def _places(desk: Any) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend("Where", class_name=looks.LEGEND),
        rx.el.input(
            type="search",
            placeholder="Find a community",
            class_name=looks.PLACE_SEARCH,
            on_change=Writing.find_places.debounce(250),  # type: ignore[attr-defined]
            custom_attrs={"aria-label": "Find a community", "autoComplete": "off"},
        ),
        _open_places(desk),
        rx.cond(
            desk.problem.community != "",
            rx.el.p(
                ui.icon("alert", form.ERROR_ICON),
                desk.problem.community,
                role="alert",
                class_name=form.ERROR,
            ),
        ),
    )


def _open_places(desk: Any) -> rx.Component:
    return rx.el.div(
        _place(
            "Your profile",
            face(Frame.me, "xs"),
            is_chosen=desk.community_id == 0,
            on_choose=gesture("put", "community", None),
        ),
        # The chosen one stays in sight, whatever is looked for.
        rx.cond(
            (desk.community_id > 0) & ~_is_listed(desk),
            _place(
                desk.community_name,
                ui.icon("globe"),
                is_chosen=True,
                on_choose=gesture("put", "community", desk.community),
            ),
        ),
        rx.foreach(
            Writing.places,
            lambda each: _place(
                each.name,
                face(each, "xs", shape="community"),
                is_chosen=desk.community_id == each.id,
                on_choose=gesture("put", "community", each),
            ),
        ),
        rx.cond(
            ~Writing.places.to(list).bool(),  # type: ignore[attr-defined]
            rx.el.p("No community of that name is open to you.", class_name=looks.PLACE_NONE),
        ),
        class_name=looks.PLACES,
    )


def _place(name: Any, picture: rx.Component, *, is_chosen: Any, on_choose: Any) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="radio",
            name="place",
            checked=is_chosen,
            class_name=looks.PLACE_RADIO,
            custom_attrs={"onChange": on_choose},
        ),
        picture,
        rx.el.span(name, class_name=looks.PLACE_NAME),
        rx.cond(is_chosen, ui.icon("check", looks.PLACE_CHECK)),
        class_name=looks.PLACE_ROW,
    )


def _is_listed(desk: Any) -> Any:
    listed = f"{Writing.places}.some((each) => each.id === {desk.community_id})"
    places: Any = Writing.places
    data = VarData.merge(places._get_all_var_data(), desk._get_all_var_data())
    return rx.Var(listed, _var_type=bool, _var_data=data).guess_type()


def _intro(desk: Any) -> rx.Component:
    return rx.el.div(
        ui.field(
            "Intro",
            ui.text_area(
                name="intro",
                error=desk.problem.intro,
                value=desk.intro,
                placeholder=desk.suggested_intro,
                custom_attrs={"onChange": gesture("typed", "intro")},
            ),
            name="intro",
            error=desk.problem.intro,
            hint="Under the title, in feeds and previews.",
            optional=True,
        ),
        rx.el.div(
            rx.cond(
                (desk.intro == "") & (desk.suggested_intro != ""),
                rx.el.button(
                    "Use the beginning of the text",
                    type="button",
                    class_name=looks.TEXT_BUTTON,
                    custom_attrs={"onClick": gesture("put", "intro", desk.suggested_intro)},
                ),
            ),
            rx.el.span(
                f"{desk.intro_left} left",
                class_name=looks.INTRO_ROOM,
                custom_attrs={"data-over": desk.intro_left < 0},
            ),
            class_name=looks.INTRO_FOOT,
        ),
    )
