"""The design gallery, which shows every component with difficult sample content."""

import reflex as rx

from community import urls
from community.components import profiles, sign_in, ui
from community.components.communities import community_header
from community.components.editor import post_editor
from community.components.feeds import static_follow_suggestions, static_setup_checklist
from community.components.layout import frame
from community.components.layout.notices import announcement_bar, consent_banner
from community.components.page_heading import page_heading
from community.components.search.field import header_search, search_field
from community.domain.site import SignInProvider
from community.pages.design import chats, primitives, samples, thread
from community.pages.design.checkouts import sample_checkouts
from community.pages.design.mails import sample_mails
from community.pages.design.names import name_samples
from community.pages.design.notifications import sample_notifications
from community.pages.design.pictures import crop_dialog_samples
from community.pages.design.plans import sample_offers, sample_plans
from community.rendering import el
from community.styles import comment, layout, sign_in as sign_in_styles
from community.styles.ui import overlay


def register_design_pages(app: rx.App) -> None:
    for name, page in {
        "": design_components_page,
        "/feed": design_feed_page,
        "/mails": design_mails_page,
        "/post": design_post_page,
        "/profile": design_profile_page,
    }.items():
        app.add_page(page, route=f"{urls.DESIGN}{name}", title="Design")


def design_components_page() -> rx.Component:
    return frame.page_layout(
        page_heading("Design", "Every component, every state, difficult content."),
        _section("Colours", primitives.colour_samples()),
        _section("Type", primitives.type_scale_samples()),
        _section("Buttons", primitives.button_samples()),
        _section("Forms", primitives.field_samples()),
        _section("Small elements", primitives.small_element_samples()),
        _section("Tabs and an empty state", primitives.tabs_and_empty_state_samples()),
        _section("Overlays", primitives.overlay_samples()),
        _section("Pictures", crop_dialog_samples()),
        _section("Toasts", primitives.toast_samples()),
        _section("Table", primitives.table_sample()),
        _section("Bell", rx.el.div(sample_notifications(), class_name="max-w-sm")),
        _section("Conversation", chats.sample_conversation()),
        _section("Conversations", chats.sample_chat_list()),
        _section("Message request", chats.sample_request()),
        _section("Profile", _sample_profile_header()),
        _section("Community", _sample_community_header()),
        _section("Names", name_samples()),
        _section("Suggestions", static_follow_suggestions(samples.SUGGESTIONS)),
        _section("Banners", _sample_banners()),
        _section("Setup", static_setup_checklist(samples.CHECKLIST)),
        _section("Sign in", rx.el.div(_sample_sign_in_dialog(), class_name="max-w-sm")),
        _section("Plans", sample_plans()),
        _section("Offer", sample_offers()),
        _section("Checkout", sample_checkouts()),
        _section("Post form", _sample_post_form()),
        slots=_sample_layout_slots(sidebar=None),
    )


def design_mails_page() -> rx.Component:
    return frame.page_layout(
        page_heading("Mails", "Every mail about accounts, on a phone and wider."),
        *sample_mails(),
        slots=_sample_layout_slots(sidebar=None),
    )


def design_feed_page() -> rx.Component:
    return frame.page_layout(
        rx.el.h1("Feed", class_name="sr-only"),
        ui.link_tabs(
            ui.link_tab("Personal", href="#", current=False),
            ui.link_tab("Popular", href="#", current=True),
            ui.link_tab("New", href="#", current=False),
            label="Feeds",
        ),
        *thread.sample_post_cards(),
        thread.sample_advertisement("feed", samples.IMAGE_ADVERTISEMENT),
        slots=_sample_layout_slots(sidebar=thread.sample_sidebar()),
    )


def design_post_page() -> rx.Component:
    return frame.page_layout(
        thread.sample_article(),
        thread.sample_discussion(),
        slots=_sample_layout_slots(sidebar=thread.sample_sidebar()),
    )


def design_profile_page() -> rx.Component:
    return frame.page_layout(
        _sample_profile_header(),
        ui.link_tabs(
            ui.link_tab("Posts", href="#", current=True),
            ui.link_tab("Comments", href="#", current=False),
            label="Content",
        ),
        *thread.sample_post_cards()[1:3],
        slots=_sample_layout_slots(sidebar=thread.sample_sidebar()),
    )


def _section(title: str, body: rx.Component) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name="mb-5 text-lg font-semibold tracking-tight"),
        body,
        class_name="border-t border-line py-8",
    )


def _sample_profile_header() -> rx.Component:
    buttons = [_notifications_button(), ui.button("Follow", variant="primary")]
    return profiles.profile_header(samples.PROFILE, buttons=buttons)


def _sample_community_header() -> rx.Component:
    return community_header(
        samples.COMMUNITY,
        notifications_toggle=_notifications_button(),
        join_toggle=ui.button("Join", variant="primary"),
    )


def _sample_banners() -> rx.Component:
    # With layout containment, the cookie banners have a fixed position within their boxes.
    boxes = [
        rx.el.div(consent_banner(banner), class_name="h-64 contain-layout sm:h-36")
        for banner in samples.CONSENT_BANNERS
    ]
    return rx.el.div(
        *map(announcement_bar, samples.ANNOUNCEMENTS), *boxes, class_name="flex flex-col gap-4"
    )


def _notifications_button() -> rx.Component:
    return ui.icon_button("bell", "Notify me about new posts", variant="secondary")


def _sample_layout_slots(sidebar: list[rx.Component] | None) -> frame.LayoutSlots:
    return frame.LayoutSlots(
        brand=frame.brand_link(samples.SITE),
        search=header_search(search_field(), ""),
        actions=[
            ui.theme_toggle(),
            ui.link_button(
                "Write", href="#", icon_name="write", size="sm", class_name="max-sm:hidden"
            ),
            _sample_notification_menu(),
            el.button(
                ui.avatar_for(samples.VERA),
                rx.el.span("Your account", class_name="sr-only"),
                type="button",
                class_name=layout.BUTTON,
                **ui.menu_button_attrs("account"),
            ),
        ],
        navigation=[
            frame.nav_link("Feed", href="/design/feed", icon_name="home", current=True),
            frame.nav_link("Popular", href="#", icon_name="flame"),
            frame.nav_link("New", href="#", icon_name="sparkles"),
            frame.nav_link("Saved", href="#", icon_name="bookmark"),
            frame.nav_link("Messages", href="#", icon_name="mail"),
            frame.nav_group("Communities"),
            frame.nav_link("Slow Writing", href="#", icon_name="hash"),
            frame.nav_link("География и путешествия по свету", href="#", icon_name="hash"),
            frame.nav_link("Engineering Notes", href="#", icon_name="hash"),
        ],
        bottom_links=[
            frame.bottom_link("Feed", href="#", icon_name="home", current=True),
            frame.bottom_link("Popular", href="#", icon_name="flame"),
            frame.bottom_link("Write", href="#", icon_name="write"),
            frame.bottom_link("Messages", href="#", icon_name="mail"),
            frame.bottom_link("Saved", href="#", icon_name="bookmark"),
        ],
        sidebar=sidebar,
        overlays=[_sample_account_menu()],
    )


def _sample_notification_menu() -> rx.Component:
    return ui.menu(
        el.button(
            ui.icon("bell", layout.BELL_ICON),
            ui.count_badge(3),
            type="button",
            class_name=layout.BUTTON,
            aria_label="Notifications, 3 new",
            **ui.menu_button_attrs("bell"),
        ),
        rx.el.div(
            rx.el.h2("Notifications", class_name=layout.PANEL_TITLE),
            ui.button("Mark all as read", variant="quiet", size="sm"),
            class_name=layout.PANEL_HEAD,
        ),
        rx.el.div(sample_notifications(), class_name=layout.PANEL_LIST),
        id="bell",
        label="Notifications",
        class_name=layout.PANEL,
    )


def _sample_account_menu() -> rx.Component:
    return rx.el.div(
        ui.menu_title(samples.VERA.name),
        ui.menu_link("Profile", href="#", icon_name="user"),
        ui.menu_link("Settings", href="#", icon_name="settings"),
        ui.menu_separator(),
        rx.el.div(ui.theme_select(), class_name="px-2.5 py-1.5"),
        ui.menu_separator(),
        ui.menu_action("Sign out", icon_name="log_out"),
        id="account",
        class_name=overlay.MENU,
        custom_attrs={"popover": "auto", "role": "group", "aria-label": "Your account"},
    )


def _sample_providers() -> list[SignInProvider]:
    names = ("Google", "Facebook", "GitHub", "X", "VK", "Yandex")
    return [SignInProvider(provider=name.lower(), name=name) for name in names]


def _sample_sign_in_dialog() -> rx.Component:
    return rx.el.div(
        rx.el.h3("Welcome back", class_name=overlay.DIALOG_TITLE),
        rx.el.p("Sign in to reply, react and follow.", class_name=overlay.DIALOG_TEXT),
        rx.el.div(sign_in.provider_buttons(_sample_providers()), class_name="mt-6"),
        rx.el.form(
            ui.field("Email", ui.text_input(name="login-email", type="email"), name="login-email"),
            ui.field(
                "Password",
                ui.text_input(name="login-password", type="password"),
                name="login-password",
            ),
            ui.button("Sign in", variant="primary", class_name=sign_in_styles.SUBMIT),
            class_name=sign_in_styles.FORM,
        ),
        rx.el.p(
            "New here? ",
            ui.link("Create an account", href="#"),
            class_name=sign_in_styles.FORM_SWITCH,
        ),
    )


def _sample_post_form() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.span(ui.icon("check"), "Draft saved", class_name=comment.STATUS),
            rx.el.div(
                ui.button("Preview", variant="quiet", size="sm"),
                ui.button("Publish", variant="primary", size="sm"),
                class_name=comment.BAR_END,
            ),
            class_name="flex items-center",
        ),
        rx.el.textarea(
            placeholder="Title",
            rows="1",
            class_name=comment.COMPOSER_TITLE,
            custom_attrs={"aria-label": "Title"},
        ),
        rx.el.textarea(
            placeholder="An intro of a sentence or two",
            rows="1",
            class_name=comment.INTRO,
            custom_attrs={"aria-label": "Intro"},
        ),
        post_editor("", on_change=rx.noop()),
        class_name="max-w-main",
    )
