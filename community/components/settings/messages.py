"""The settings section for private messages: who may write to the user, and the read marks."""

from typing import Any

from community.components.settings.preferences import option, switch
from community.components.settings.section import settings_section
from community.domain.chat import WhoMayWrite
from community.i18n import gettext as _
from community.i18n import pgettext
from community.rendering import Node, el
from community.state.pages.settings.preferences import MessageSettingsState
from community.styles import settings as styles
from community.styles.ui import form

_State: Any = MessageSettingsState


def messages_section() -> Node:
    return settings_section(
        styles.MESSAGES,
        el.fieldset(
            el.legend(_("Who can write to you first"), class_name=form.GROUP_TITLE),
            _option(
                WhoMayWrite.ALL_USERS,
                # Translators: everyone can write private messages to the user.
                pgettext("messages", "Everyone"),
                _("People you don't know send you a request first, which you can decline"),
            ),
            _option(WhoMayWrite.FOLLOWING, _("People you follow"), ""),
            _option(WhoMayWrite.NO_USER, pgettext("messages", "No one"), ""),
            class_name=f"{form.STACK} mb-3",
        ),
        switch(
            _("Read marks"),
            id="read-marks",
            hint=_(
                "Others see which messages you've read. Without it, you don't see it of others "
                "either."
            ),
            is_on=_State.preferences.read_marks,
            on_toggle=_State.set_read_marks,
        ),
    )


def _option(who: WhoMayWrite, label: str, hint: str) -> Node:
    return option(
        label,
        id=f"messages-{who.value}",
        name="who-may-write",
        hint=hint,
        is_on=_State.preferences.who == who.value,
        on_toggle=_State.set_who(who.value),
    )
