"""Samples of the components in `components/ui`, in all variants and states."""

import reflex as rx

from community.components import ui
from community.components.ui.toast import ToastData, toast
from community.pages.design import samples
from community.styles.ui import display, form, overlay
from community.styles.ui.avatar import ONLINE_DOTS, STACKED, DotSize
from community.styles.ui.button import Size, Variant
from community.styles.ui.icons import PATHS

_ROW = "flex flex-wrap items-center gap-3"
_VARIANTS: tuple[Variant, ...] = ("primary", "secondary", "quiet", "danger")
_SIZES: tuple[Size, ...] = ("sm", "md", "lg")
_COLOURS = (
    ("page", "bg-page"),
    ("surface", "bg-surface"),
    ("well", "bg-well"),
    ("well-strong", "bg-well-strong"),
    ("line", "bg-line"),
    ("line-strong", "bg-line-strong"),
    ("ink", "bg-ink"),
    ("ink-soft", "bg-ink-soft"),
    ("ink-faint", "bg-ink-faint"),
    ("accent", "bg-accent"),
    ("accent-solid", "bg-accent-solid"),
    ("accent-soft", "bg-accent-soft"),
    ("danger", "bg-danger"),
    ("danger-soft", "bg-danger-soft"),
    ("success", "bg-success"),
    ("success-soft", "bg-success-soft"),
)


def colour_samples() -> rx.Component:
    return rx.el.div(
        *(
            rx.el.div(
                rx.el.div(class_name=f"h-12 rounded-md inset-ring inset-ring-line {swatch}"),
                rx.el.div(name, class_name="mt-1 text-xs text-ink-faint"),
            )
            for name, swatch in _COLOURS
        ),
        class_name="grid grid-cols-4 gap-3 sm:grid-cols-8",
    )


def type_scale_samples() -> rx.Component:
    return rx.el.div(
        rx.el.p("Заголовок статьи, article title", class_name="font-serif text-4xl font-semibold"),
        rx.el.p("Page title, страница", class_name="font-serif text-3xl font-semibold"),
        rx.el.p("Feed title, лента", class_name="font-serif text-2xl font-semibold"),
        rx.el.p("Standfirst, a first thought of an article", class_name="text-lg text-ink-soft"),
        rx.el.p("Reading text, длинное чтение в антикве", class_name="font-serif text-body"),
        rx.el.p("Comment text, текст комментария", class_name="text-base"),
        rx.el.p("Interface text, 0123456789", class_name="text-ui"),
        rx.el.p("Small print, мелкий текст", class_name="text-sm text-ink-faint"),
        class_name="flex flex-col gap-3",
    )


def button_samples() -> rx.Component:
    return rx.el.div(
        *(
            rx.el.div(
                *(ui.button(variant.title(), variant=variant, size=size) for size in _SIZES),
                ui.button("Write", variant=variant, icon_name="write"),
                ui.button("Saving", variant=variant, loading=True),
                ui.button("Not now", variant=variant, disabled=True),
                class_name=_ROW,
            )
            for variant in _VARIANTS
        ),
        rx.el.div(
            *(ui.icon_button("bookmark", f"Save {size}", size=size) for size in _SIZES),
            ui.icon_button("share", "Share", variant="secondary"),
            ui.link_button("A link", href="#", icon_name="arrow_up_right"),
            ui.text_button("Reply", icon_name="reply"),
            ui.link("a plain link", href="#"),
            class_name=_ROW,
        ),
        class_name="flex flex-col gap-4",
    )


def field_samples() -> rx.Component:
    return rx.el.form(
        ui.form_alert("Could not save. Check your connection and try again."),
        ui.field(
            "Name",
            ui.text_input(name="name", default_value="Ида Линдквист"),
            name="name",
            hint="Shown to everyone",
        ),
        ui.field(
            "Email",
            ui.text_input(name="email", type="email", error="x", default_value="ida@"),
            name="email",
            error="Enter a valid email address.",
        ),
        ui.field(
            "About you",
            ui.text_area(name="bio", placeholder="A sentence or two"),
            name="bio",
            optional=True,
            hint="Up to 500 characters",
        ),
        ui.field(
            "Default feed",
            ui.select([("personal", "Personal"), ("new", "New")], name="feed"),
            name="feed",
        ),
        ui.field("Closed", ui.text_input(name="closed", disabled=True), name="closed"),
        ui.checkbox("Remember me", hint="On this device, for 30 days", default_checked=True),
        ui.checkbox("Not ticked"),
        ui.radio("Everyone", name="who", default_checked=True),
        ui.radio("Members only", name="who"),
        ui.switch(
            "Email copies", hint="A minute later, unless you've read it", default_checked=True
        ),
        ui.switch("Show when I'm online"),
        class_name=form.STACK,
    )


def small_element_samples() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            ui.badge("Draft"),
            ui.badge("Patron", tone="accent"),
            ui.badge("Deleted", tone="danger"),
            ui.badge(ui.icon("check"), "Paid", tone="success"),
            rx.el.span(ui.icon("bell"), ui.count_badge(128), class_name="relative p-2"),
            ui.tooltip(rx.el.span("hover me", class_name="underline"), "A few words"),
            rx.el.kbd("n", class_name=display.KBD),
            ui.relative_time(rx.Var.create("2026-01-02T03:04:05Z")),
            ui.compact_number(rx.Var.create(12_345)),
            ui.compact_number(1_290),
            class_name=_ROW,
        ),
        _avatar_samples(),
        rx.el.div(
            ui.skeleton("h-5 w-2/3"),
            ui.skeleton("mt-2 h-4 w-full"),
            ui.skeleton("mt-2 h-4 w-5/6"),
        ),
        rx.el.div(
            *(
                rx.el.span(ui.icon(name), title=name, class_name="text-lg text-ink-soft")
                for name in PATHS
            ),
            class_name="flex flex-wrap gap-3",
        ),
        class_name="flex flex-col gap-6",
    )


def _avatar_samples() -> rx.Component:
    users = (samples.VERA, samples.TOM, samples.IDA)
    return rx.el.div(
        *(ui.avatar_for(samples.VERA, size) for size in ("xs", "sm", "md", "lg", "xl")),
        ui.avatar_for(samples.IDA, "lg"),
        *(_online_avatar(size) for size in ("sm", "md", "xl")),
        ui.avatar("Slow Writing", size="lg", shape="community"),
        ui.avatar_stack(*(ui.avatar_for(user, class_name=STACKED) for user in users)),
        class_name=_ROW,
    )


def _online_avatar(size: DotSize) -> rx.Component:
    return rx.el.span(ui.avatar_for(samples.TOM, size), class_name=ONLINE_DOTS[size])


def overlay_samples() -> rx.Component:
    return rx.el.div(
        ui.button("Open dialog", custom_attrs=ui.dialog_button_attrs("sample-dialog")),
        ui.button(
            "Delete something",
            variant="danger",
            custom_attrs=ui.dialog_button_attrs("sample-confirmation"),
        ),
        _menu_sample(),
        ui.dialog(
            rx.el.div(
                ui.field("Title", ui.text_input(name="dialog-title"), name="dialog-title"),
                class_name=overlay.DIALOG_BODY,
            ),
            rx.el.div(
                ui.button(
                    "Save",
                    variant="primary",
                    custom_attrs=ui.command_attrs("sample-dialog", "close"),
                ),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            id="sample-dialog",
            title="Dialog",
            text="Esc, the close button and a click outside close it.",
        ),
        ui.confirm_dialog(
            id="sample-confirmation",
            title="Delete this thread?",
            description="This deletes the comment and its 14 replies for everyone.",
            confirm_label="Delete 15 comments",
            on_confirm=rx.noop(),
        ),
        class_name=_ROW,
    )


def _menu_sample() -> rx.Component:
    return ui.menu(
        ui.button("Menu", icon_name="more", **ui.menu_button_attrs("sample-menu")),
        ui.menu_title("This post"),
        ui.menu_link("Edit", href="#", icon_name="edit"),
        ui.menu_action("Copy link", icon_name="link"),
        ui.menu_separator(),
        ui.menu_action("Delete", icon_name="trash", is_danger=True),
        id="sample-menu",
        label="Actions for this post",
    )


def toast_samples() -> rx.Component:
    toast_data: list[ToastData] = [
        {"id": "1", "text": "Comment deleted", "action_label": "Undo", "tone": "neutral"},
        {
            "id": "2",
            "text": "Could not send. Your text is still here.",
            "action_label": "",
            "tone": "danger",
        },
    ]
    return rx.el.ul(
        rx.foreach(
            rx.Var.create(toast_data),
            lambda data: toast(data, on_dismiss=lambda _: rx.noop(), on_action=lambda _: rx.noop()),
        ),
        class_name="flex flex-col items-start gap-2 **:[animation:none] [&>li]:[animation:none]",
    )


def table_sample() -> rx.Component:
    users = ((samples.VERA, 128, "3 h"), (samples.TOM, 12, "2 d"), (samples.LONG, 0, "12 Nov"))
    rows = [
        ui.row(
            ui.cell(
                rx.el.span(
                    ui.avatar_for(user, "xs"), user.name, class_name="flex items-center gap-2"
                )
            ),
            ui.cell(ui.badge("Active", tone="success")),
            ui.cell(str(posts), is_numeric=True),
            ui.cell(last_seen),
            ui.actions_cell(
                ui.icon_button("more", f"Actions for {user.name}", size="sm", has_tooltip=False)
            ),
        )
        for user, posts, last_seen in users
    ]
    return rx.el.div(
        ui.table(
            caption="Users",
            head=[
                ui.sort_heading("Name", order="ascending", on_sort=rx.noop()),
                ui.heading("Status"),
                ui.sort_heading("Posts", order="none", on_sort=rx.noop(), is_numeric=True),
                ui.heading("Last seen"),
                ui.heading(rx.el.span("Actions", class_name="sr-only")),
            ],
            body=rx.fragment(*rows),
        ),
        ui.pager(
            "1 to 50", has_previous=False, has_next=True, on_previous=rx.noop(), on_next=rx.noop()
        ),
    )


def tabs_and_empty_state_samples() -> rx.Component:
    return rx.el.div(
        ui.link_tabs(
            ui.link_tab("Personal", href="#", current=True),
            ui.link_tab("Popular", href="#", current=False),
            ui.link_tab("New", href="#", current=False),
            label="Feeds",
        ),
        ui.empty_state(
            "Nothing here yet",
            "Follow authors and communities, and their new posts will appear here.",
            icon_name="sparkles",
            action=ui.link_button("Find communities", href="#", variant="primary"),
        ),
    )
