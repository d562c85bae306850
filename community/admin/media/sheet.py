"""The side sheet with one image: a preview, its owner and size, and what shows it."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.layout_state import AdminState
from community.admin.media.state import MediaTableState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, first_of
from community.styles.admin import form as styles, moderation

SHEET_ID: Final = "media-sheet"


def media_sheet() -> rx.Component:
    state: Any = MediaTableState
    record = state.record
    return record_sheet(
        state,
        record,
        rx.cond(record.video, _video(record), _image(record)),
        _actions(state, record),
        _details(state, record),
        _uses(record),
        id=SHEET_ID,
        title=record.name,
    )


def _image(record: Any) -> Node:
    return el.img(
        src=record.url,
        alt=record.alt,
        width=record.width,
        height=record.height,
        class_name=styles.MEDIA_PREVIEW,
    )


def _video(record: Any) -> Node:
    return el.video(
        src=first_of(record.video, ""),
        poster=record.url,
        controls=True,
        loop=True,
        plays_inline=True,
        preload="none",
        width=record.width,
        height=record.height,
        class_name=styles.MEDIA_PREVIEW,
    )


def _actions(state: Any, record: Any) -> Node:
    def button(action: str) -> Node:
        return ui.button(
            _("Remove"),
            icon_name="trash",
            size="sm",
            variant="danger",
            on_click=state.ask(action, record.id),
        )

    return el.div(
        rx.cond(
            record.is_part_of_site,
            el.p(
                _("This image belongs to the site. Change it in its section to remove it here."),
                class_name=moderation.EMPTY,
            ),
            rx.cond(record.uses_count > 0, button("remove"), button("remove_unused")),
        ),
        ui.link_button(
            _("Open image"),
            href=record.url,
            icon_name="arrow_up_right",
            variant="quiet",
            size="sm",
            target="_blank",
            rel="noopener",
            custom_attrs={"reloadDocument": True},
        ),
        class_name=moderation.ACTIONS,
    )


def _details(state: Any, record: Any) -> Node:
    sections: Any = AdminState.sections
    owner = el.a(
        record.owner.name,
        href=rx.cond(
            sections.contains("users"),
            f"{urls.admin_section('users')}?record={record.owner.id}",
            f"/{record.owner.slug}",
        ),
        class_name=moderation.LINK,
        dir="auto",
    )
    all_images = el.button(
        _("All images of this user"),
        type="button",
        on_click=[state.change_filter("owner", record.owner.id.to_string()), state.close_record],
        class_name=moderation.LINK,
    )
    return sheet_section(
        facts(
            fact(_("Owner"), owner),
            fact(_("Uploaded"), ui.relative_time(record.created_at)),
            fact(_("Dimensions"), f"{record.width} × {record.height}"),
            fact(_("Size"), state.size),
            fact(_("Uploaded file"), rx.cond(state.original_size != "", state.original_size, "–")),
            fact(_("Alt text"), rx.cond(record.alt != "", record.alt, "–")),
        ),
        el.p(all_images, class_name=styles.MORE),
        title=_("Details"),
    )


def _uses(record: Any) -> Node:
    hidden = record.uses_count - record.uses.length()
    return sheet_section(
        rx.cond(
            record.uses_count > 0,
            el.ul(rx.foreach(record.uses, _use), class_name=styles.MEDIA_USES),
            el.p(
                _("Nothing shows this image. It is deleted automatically after a day."),
                class_name=moderation.EMPTY,
            ),
        ),
        rx.cond(
            hidden > 0,
            el.p(
                ui.plural_text("and {n} more", "and {n} more", hidden),
                class_name=moderation.EMPTY,
            ),
        ),
        title=_("Shown in"),
    )


def _use(use: Any) -> Node:
    title = rx.cond(use.title != "", use.title, _("View on the site"))
    return el.li(
        el.span(use.label, class_name=styles.USE_LABEL),
        rx.cond(
            use.url != "",
            el.a(title, href=use.url, class_name=styles.USE_LINK, dir="auto"),
            el.span(_("Private"), class_name=moderation.EMPTY),
        ),
        class_name=styles.MEDIA_USE,
    )
