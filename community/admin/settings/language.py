"""The line below the name of the site that says how its language is chosen."""

import reflex as rx

from community import i18n
from community.components import ui
from community.domain.site import SettingsPart
from community.domain.site.definitions.general import Branding
from community.i18n import gettext as _
from community.styles.admin import form as styles


def list_language_extras() -> dict[type[SettingsPart], rx.Component]:
    """Return what the form shows below the settings of the site as a whole.

    Pages are compiled in one language, so no setting can change it while the site runs.
    """
    codes = ", ".join(i18n.LANGUAGES)
    row = rx.el.div(
        rx.el.div(
            rx.el.p(_("Language"), class_name=styles.LABEL),
            rx.el.p(
                _(
                    "The language is part of the build. To change it, set SITE_LANGUAGE in the "
                    "configuration of the server ({codes}), run “community build” and restart.",
                    codes=codes,
                ),
                class_name=styles.HELP,
            ),
            class_name=styles.LABELS,
        ),
        rx.el.p(
            ui.icon("globe"),
            i18n.get_language_name(),
            class_name=styles.LANGUAGE,
        ),
        class_name=styles.LANGUAGE_ROW,
    )
    return {Branding: row}
