"""The design pages, for development only: every part of the site with awkward sample content.

`design` is the collection; `design_feed` and `design_post` are whole pages to look at.
"""

import reflex as rx

from community import urls
from community.components import ui
from community.components.brand import brand_link, provider_mark
from community.components.layout import (
    Slots,
    bottom_link,
    frame,
    nav_group,
    nav_link,
    page_heading,
    search_link,
)
from community.looks import auth, bell, composer, overlay
from community.pages.design import parts, primitives, samples, thread


def add_to(app: rx.App) -> None:
    """Give the app these pages."""
    for name, page in {
        "": design,
        "/feed": design_feed,
        "/post": design_post,
        "/profile": design_profile,
    }.items():
        app.add_page(page, route=f"{urls.DESIGN}{name}", title="Design")


def design() -> rx.Component:
    """Everything at once."""
    return frame(
        page_heading("Design", "Every part, every state, awkward content."),
        _part("Colours", primitives.colours()),
        _part("Type", primitives.type_scale()),
        _part("Buttons", primitives.buttons()),
        _part("Forms", primitives.fields()),
        _part("Small things", primitives.small_things()),
        _part("Tabs and an empty place", primitives.tabs_and_empty()),
        _part("Above the page", primitives.overlays()),
        _part("Toasts", primitives.toast_samples()),
        _part("Table", primitives.tables()),
        _part("Bell", rx.el.div(parts.notifications(), class_name="max-w-sm")),
        _part("Profile", parts.profile_head(samples.VERA)),
        _part("Community", parts.profile_head(samples.Person("Slow Writing"), community=True)),
        _part("Sign in", rx.el.div(_sign_in(), class_name="max-w-sm")),
        _part("Composer", _composer()),
        slots=_slots(rail=None),
    )


def design_feed() -> rx.Component:
    """A feed as its reader meets it."""
    return frame(
        rx.el.h1("Feed", class_name="sr-only"),
        ui.link_tabs(
            ui.link_tab("Personal", href="#", current=False),
            ui.link_tab("Popular", href="#", current=True),
            ui.link_tab("New", href="#", current=False),
            label="Feeds",
        ),
        *(parts.post_card(one, number) for number, one in enumerate(samples.POSTS)),
        slots=_slots(rail=parts.rail()),
    )


def design_post() -> rx.Component:
    """An article and the discussion under it."""
    return frame(thread.article(), thread.discussion(), slots=_slots(rail=parts.rail()))


def design_profile() -> rx.Component:
    """A person's page."""
    return frame(
        parts.profile_head(samples.VERA),
        ui.link_tabs(
            ui.link_tab("Posts", href="#", current=True),
            ui.link_tab("Comments", href="#", current=False),
            label="What to read",
        ),
        *(parts.post_card(one, number) for number, one in enumerate(samples.POSTS[1:3])),
        slots=_slots(rail=parts.rail()),
    )


def _part(title: str, body: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name="mb-5 text-lg font-semibold tracking-tight"),
        body,
        class_name="border-t border-line py-8",
    )


def _slots(rail: list[rx.Component] | None) -> Slots:
    return Slots(
        brand=brand_link("Community"),
        search=search_link(),
        actions=[
            ui.theme_toggle(),
            ui.link_button(
                "Write", href="#", icon_name="write", size="sm", class_name="max-sm:hidden"
            ),
            _bell(),
            rx.el.button(
                parts.face(samples.VERA),
                rx.el.span("Your account", class_name="sr-only"),
                type="button",
                class_name=bell.BUTTON,
                custom_attrs=ui.opens_menu("account"),
            ),
        ],
        navigation=[
            nav_link("Feed", href="/design/feed", icon_name="home", current=True),
            nav_link("Popular", href="#", icon_name="flame"),
            nav_link("New", href="#", icon_name="sparkles"),
            nav_link("Saved", href="#", icon_name="bookmark"),
            nav_link("Messages", href="#", icon_name="mail"),
            nav_group("Communities"),
            nav_link("Slow Writing", href="#", icon_name="hash"),
            nav_link("География и путешествия по свету", href="#", icon_name="hash"),
            nav_link("Engineering Notes", href="#", icon_name="hash"),
        ],
        bottom=[
            bottom_link("Feed", href="#", icon_name="home", current=True),
            bottom_link("Popular", href="#", icon_name="flame"),
            bottom_link("Write", href="#", icon_name="write"),
            bottom_link("Messages", href="#", icon_name="mail"),
            bottom_link("Saved", href="#", icon_name="bookmark"),
        ],
        rail=rail,
        overlays=[_account_menu()],
    )


def _bell() -> rx.Component:
    return ui.menu(
        rx.el.button(
            ui.icon("bell", bell.ICON),
            ui.counter(3),
            type="button",
            class_name=bell.BUTTON,
            custom_attrs={"aria-label": "Notifications, 3 new", **ui.opens_menu("bell")},
        ),
        rx.el.div(
            rx.el.h2("Notifications", class_name=bell.PANEL_TITLE),
            ui.button("Mark all read", variant="quiet", size="sm"),
            class_name=bell.PANEL_HEAD,
        ),
        rx.el.div(parts.notifications(), class_name=bell.PANEL_LIST),
        id="bell",
        label="Notifications",
        class_name=bell.PANEL,
    )


def _account_menu() -> rx.Component:
    return rx.el.div(
        ui.menu_title(samples.VERA.name),
        ui.menu_link("Your page", href="#", icon_name="user"),
        ui.menu_link("Settings", href="#", icon_name="settings"),
        ui.menu_separator(),
        rx.el.div(ui.theme_choice(), class_name="px-2.5 py-1.5"),
        ui.menu_separator(),
        ui.menu_action("Sign out", icon_name="log_out"),
        id="account",
        class_name=overlay.MENU,
        custom_attrs={"popover": "auto", "role": "group", "aria-label": "Your account"},
    )


def _sign_in() -> rx.Component:
    return rx.el.div(
        rx.el.h3("Welcome back", class_name=overlay.DIALOG_TITLE),
        rx.el.p("Sign in to answer, react and follow.", class_name=overlay.DIALOG_TEXT),
        rx.el.div(
            *(
                rx.el.a(provider_mark(name.lower()), name, href="#", class_name=auth.PROVIDER)
                for name in ("Google", "Facebook", "GitHub", "X", "VK", "Yandex")
            ),
            class_name=f"{auth.PROVIDERS} mt-6",
        ),
        rx.el.div("or", class_name=auth.OR),
        rx.el.form(
            ui.field("E-mail", ui.text_input(name="login-email", type="email"), name="login-email"),
            ui.field(
                "Password",
                ui.text_input(name="login-password", type="password"),
                name="login-password",
            ),
            ui.button("Sign in", variant="primary", class_name=auth.SUBMIT),
            class_name=auth.FORM,
        ),
        rx.el.p("New here? ", ui.link("Create an account", href="#"), class_name=auth.SWITCH),
    )


def _composer() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.span(ui.icon("check"), "Draft saved", class_name=composer.STATUS),
            rx.el.div(
                ui.button("Preview", variant="quiet", size="sm"),
                ui.button("Publish", variant="primary", size="sm"),
                class_name=composer.BAR_END,
            ),
            class_name="flex items-center",
        ),
        rx.el.button(
            ui.icon("image"), "Add a cover", type="button", class_name=composer.COVER_SLIM
        ),
        rx.el.textarea(
            placeholder="Title",
            rows="1",
            class_name=composer.TITLE,
            custom_attrs={"aria-label": "Title"},
        ),
        rx.el.textarea(
            placeholder="An intro of a sentence or two",
            rows="1",
            class_name=composer.INTRO,
            custom_attrs={"aria-label": "Intro"},
        ),
        rx.el.div(
            *(
                rx.el.button(
                    ui.icon(name),
                    type="button",
                    class_name=composer.TOOL,
                    custom_attrs={"aria-label": name.replace("_", " ")},
                )
                for name in composer.DRAWINGS
            ),
            class_name=f"{composer.TOOLS} mt-6",
        ),
        class_name="max-w-main",
    )
