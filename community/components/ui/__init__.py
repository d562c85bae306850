"""Basic UI components of the design system, such as buttons, fields and dialogs.

They read no State. The caller passes the data and the event handlers as props.

To use them, write ``from community.components import ui`` and for example
``ui.button("Save", variant="primary")``.
"""

from community.components.ui.avatar import avatar, avatar_for, avatar_stack, user_avatar
from community.components.ui.button import (
    button,
    icon_button,
    link,
    link_button,
    multiline_label,
    spinner,
    text_button,
)
from community.components.ui.dialog import confirm_dialog, dialog, dialog_button_attrs
from community.components.ui.display import (
    badge,
    compact_number,
    count_badge,
    empty_state,
    skeleton,
    tooltip,
)
from community.components.ui.elements import (
    PREFETCH_ATTRS,
    Flag,
    Text,
    command_attrs,
    icon,
    native_form,
    reaction_icon,
)
from community.components.ui.field import (
    checkbox,
    error_message,
    field,
    form_alert,
    optional_label,
    radio,
    select,
    switch,
    text_area,
    text_input,
)
from community.components.ui.menu import (
    menu,
    menu_action,
    menu_button_attrs,
    menu_link,
    menu_separator,
    menu_title,
)
from community.components.ui.table import (
    actions_cell,
    cell,
    heading,
    pager,
    row,
    sort_heading,
    table,
)
from community.components.ui.tabs import link_tab, link_tabs, tab, tab_list
from community.components.ui.theme import theme_select, theme_toggle
from community.components.ui.toast import toasts
from community.rendering import local_time, plural_text, relative_time, rich_text
