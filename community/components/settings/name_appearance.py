"""The settings for the badge beside the user's name, and for the style of the name."""

from typing import Any

from community import urls
from community.components import people, ui
from community.components.settings.preferences import option
from community.i18n import gettext as _, pgettext
from community.rendering import Node, choose, el, group, present, switch, when
from community.state.pages.layout import LayoutState
from community.state.pages.settings.profile import NameAppearanceState, ProfileFormState
from community.styles import profile as name_styles, settings as styles


def name_appearance_groups() -> Node:
    """Return the settings, or who can have them. Nothing if the site has no plans."""
    may_use_any = NameAppearanceState.may_use_badge | NameAppearanceState.may_style_name
    return when(
        may_use_any | LayoutState.shows_plans,
        lambda: el.div(
            el.h3(_("Your name on the site"), class_name=styles.GROUP_TITLE),
            when(may_use_any, _preview),
            _group(
                _("Badge"),
                NameAppearanceState.may_use_badge,
                _("Subscribers can have a badge beside their name."),
                _badge_options,
            ),
            _group(
                # Translators: the color of a name.
                _("Style"),
                NameAppearanceState.may_style_name,
                _("Subscribers can have their name in a color."),
                _style_options,
            ),
            class_name=styles.GROUP,
        ),
    )


def _group(title: str, is_allowed: Any, offer: str, build_options: Any) -> Node:
    return el.fieldset(
        el.legend(title, class_name=styles.NAME_OPTIONS_TITLE),
        when(
            is_allowed,
            lambda: el.div(build_options(), class_name=styles.NAME_OPTIONS),
            lambda: el.p(
                offer,
                " ",
                when(
                    LayoutState.shows_plans,
                    lambda: el.a(
                        _("See the plans"), href=urls.PLANS, class_name=styles.NAME_OPTIONS_LINK
                    ),
                ),
                class_name=styles.GROUP_TEXT,
            ),
        ),
        class_name=styles.NAME_OPTIONS_GROUP,
    )


def _preview() -> Node:
    """Return the name with the badge and in the style that others see now."""
    style = switch(NameAppearanceState.name_style, name_styles.NAME_STYLES, "")
    return el.p(
        ui.avatar(ProfileFormState.name, ProfileFormState.avatar, "sm"),
        el.bdi(
            ProfileFormState.name,
            class_name=choose(NameAppearanceState.may_style_name, style, ""),
        ),
        when(
            NameAppearanceState.may_use_badge,
            lambda: present(NameAppearanceState.badge, people.badge_icon),
        ),
        class_name=styles.NAME_PREVIEW,
    )


def _badge_options() -> Node:
    return group(
        _badge_option("", pgettext("badge", "None")),
        *(
            _badge_option(code, group(people.badge_icon(code), _(name)))
            for code, name in people.BADGE_NAMES.items()
        ),
    )


def _badge_option(code: str, label: Node) -> Node:
    return option(
        el.span(label, class_name=styles.NAME_OPTION_LABEL),
        id=f"badge-{code or 'none'}",
        name="badge",
        is_on=NameAppearanceState.badge == code,
        on_toggle=NameAppearanceState.set_badge(code),
    )


def _style_options() -> Node:
    return group(
        _style_option("", pgettext("name style", "None")),
        *(
            _style_option(
                code, el.span(_(name), class_name=f"font-semibold {name_styles.NAME_STYLES[code]}")
            )
            for code, name in people.STYLE_NAMES.items()
        ),
    )


def _style_option(code: str, label: Node) -> Node:
    return option(
        label,
        id=f"name-style-{code or 'none'}",
        name="name-style",
        is_on=NameAppearanceState.name_style == code,
        on_toggle=NameAppearanceState.set_name_style(code),
    )
