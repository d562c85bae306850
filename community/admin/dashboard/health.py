"""The card with the health of the components of the site."""

from typing import Any

import reflex as rx

from community.admin.dashboard.state import DashboardState
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import sections as styles


def health_card() -> Node:
    return el.section(
        el.h2(_("Health"), class_name=styles.CARD_TITLE),
        el.ul(*_list_rows(), class_name=styles.LIST),
        class_name=styles.CARD,
    )


def _list_rows() -> list[Node]:
    health: Any = DashboardState.health
    search: Any = DashboardState.search
    return [
        _row(
            _("Database"),
            health.database,
            ok=_("Reads and writes work."),
            failing=_("It cannot be read or written. Check the server of the database."),
        ),
        _row(
            _("Redis"),
            health.redis,
            ok=_("Connected."),
            failing=_("It cannot be reached. Live updates do not arrive everywhere."),
            off=_("Not configured. One process does not need it."),
        ),
        _row(
            _("Jobs"),
            health.jobs,
            ok=_("Jobs start on time."),
            failing=_("Jobs have been waiting for minutes. Check that a worker is running."),
        ),
        _row(
            _("Email"),
            health.mail,
            ok=_("The mail server accepts connections."),
            failing=_("The mail server cannot be used. Send a test email to see the reason."),
            off=_("No mail server. Emails are saved as files."),
        ),
        _row(
            _("Storage"),
            health.storage,
            ok=_("Files can be stored."),
            failing=_("Files cannot be stored. Check the disk or the bucket."),
        ),
        _row(_("Search"), search.status, ok=search.text, failing=search.text),
    ]


def _row(title: str, status: Any, *, ok: Any, failing: Any, off: str = "") -> Node:
    return el.li(
        el.span(
            class_name=rx.match(
                status,
                ("failing", styles.DOTS["failing"]),
                ("off", styles.DOTS["off"]),
                styles.DOTS["ok"],
            ),
            aria_hidden="true",
        ),
        el.span(
            el.span(title, class_name=styles.ITEM_TITLE),
            rx.match(status, ("failing", failing), ("off", off), ok),
            class_name=styles.ITEM_TEXT,
        ),
        class_name=styles.ITEM,
    )
