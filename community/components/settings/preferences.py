"""The settings sections for the online status and the default feed.

Each change is saved immediately, without a submit button.
"""

from functools import partial
from typing import Any

from community.components import ui
from community.components.settings.section import settings_section
from community.domain.people import Feed
from community.i18n import gettext as _
from community.rendering import Node, el, react_component
from community.state.pages.settings.preferences import PreferencesState
from community.state.runtime.toasts import ToastsState
from community.styles import settings as styles
from community.styles.ui import form

_OptionInput = react_component("settings/option_input.js", "OptionInput", on_toggle=bool)


def switch(label: str, *, id: str, hint: Any = "", is_on: Any, on_toggle: Any) -> Node:
    """Return a switch that shows a change before the server confirms it.

    If the server responds with an error, the switch returns to `is_on`.
    """
    props = _input_props(is_on=is_on, on_toggle=on_toggle)
    return ui.switch(label, hint=hint, id=id, **props)


def online_status_section() -> Node:
    return settings_section(
        styles.ONLINE,
        switch(
            _("Show when I'm online"),
            id="online-status",
            hint=_("Show a green dot on your picture while you're on the site"),
            is_on=PreferencesState.is_online_visible,
            on_toggle=PreferencesState.set_online_visible,
        ),
    )


def default_feed_section() -> Node:
    return settings_section(
        styles.FEED,
        el.fieldset(
            el.legend(_(styles.FEED.name), class_name="sr-only"),
            _feed_option(
                Feed.PERSONAL,
                _("Personal"),
                _("New posts from the people and communities you follow"),
            ),
            _feed_option(
                Feed.POPULAR, _("Popular"), _("What people are reading and discussing now")
            ),
            _feed_option(Feed.NEW, _("New"), _("All posts, newest first")),
            class_name=form.STACK,
        ),
    )


def option(label: Node, *, id: str, name: str, hint: Any = "", is_on: Any, on_toggle: Any) -> Node:
    """Return a radio button that shows a change before the server confirms it. See `switch`."""
    props = _input_props(is_on=is_on, on_toggle=on_toggle)
    return ui.radio(label, hint=hint, id=id, name=name, **props)


def _feed_option(feed: Feed, label: str, hint: str) -> Node:
    return option(
        label,
        id=f"feed-{feed.value}",
        name="default-feed",
        hint=hint,
        is_on=PreferencesState.default_feed == feed.value,
        on_toggle=PreferencesState.set_default_feed(feed.value),
    )


def _input_props(**props: Any) -> dict[str, Any]:
    return {"create_input": partial(_OptionInput, reset_key=ToastsState.rejection_count, **props)}
