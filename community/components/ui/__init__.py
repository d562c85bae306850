"""Design primitives. They know no state: props come in, events go out.

Use them as ``from community.components import ui`` and ``ui.button("Save", variant="primary")``.
"""

from community.components.ui.avatar import avatar, avatar_stack, online
from community.components.ui.bits import (
    badge,
    card,
    count,
    counter,
    empty_state,
    skeleton,
    time,
    tooltip,
)
from community.components.ui.button import button, icon_button, link, link_button, text_button
from community.components.ui.dialog import confirmation, dialog, opens
from community.components.ui.field import (
    checkbox,
    field,
    form_alert,
    quiet_select,
    radio,
    select,
    switch,
    text_area,
    text_input,
)
from community.components.ui.icon import icon
from community.components.ui.menu import (
    menu,
    menu_action,
    menu_link,
    menu_separator,
    menu_title,
    opens_menu,
)
from community.components.ui.native_form import native_form
from community.components.ui.props import PREFETCHED, Child, Flag, Number, Text, invokes
from community.components.ui.table import (
    actions_cell,
    cell,
    heading,
    pager,
    row,
    sort_heading,
    table,
)
from community.components.ui.tabs import link_tab, link_tabs, tab, tab_list, tab_panel
from community.components.ui.theme import theme_choice, theme_toggle
from community.components.ui.toast import ToastNote, toast, toasts

__all__ = [
    "PREFETCHED",
    "Child",
    "Flag",
    "Number",
    "Text",
    "ToastNote",
    "actions_cell",
    "avatar",
    "avatar_stack",
    "badge",
    "button",
    "card",
    "cell",
    "checkbox",
    "confirmation",
    "count",
    "counter",
    "dialog",
    "empty_state",
    "field",
    "form_alert",
    "heading",
    "icon",
    "icon_button",
    "invokes",
    "link",
    "link_button",
    "link_tab",
    "link_tabs",
    "menu",
    "menu_action",
    "menu_link",
    "menu_separator",
    "menu_title",
    "native_form",
    "online",
    "opens",
    "opens_menu",
    "pager",
    "quiet_select",
    "radio",
    "row",
    "select",
    "skeleton",
    "sort_heading",
    "switch",
    "tab",
    "tab_list",
    "tab_panel",
    "table",
    "text_area",
    "text_button",
    "text_input",
    "theme_choice",
    "theme_toggle",
    "time",
    "toast",
    "toasts",
    "tooltip",
]
