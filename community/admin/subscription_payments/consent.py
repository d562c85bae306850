"""What the buyer of a payment has agreed to, in the side sheet."""

from typing import Any

import reflex as rx

from community.admin.blocks.side_sheet import fact, facts, sheet_section
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import data_table as styles


def payment_consent(consent: Any) -> Node:
    return rx.cond(
        consent,
        sheet_section(
            facts(
                fact(_("Agreed"), ui.relative_time(consent.agreed_at)),
                fact(_("Language"), consent.language),
                fact(_("Version"), consent.version),
            ),
            el.p(consent.text, class_name=f"{styles.SHEET_TEXT} whitespace-pre-line", dir="auto"),
            title=_("What the buyer agreed to"),
        ),
    )
