"""Class names for the page layout: header, navigation, column, sidebar and bottom navigation.

Phones show one column and a navigation bar at the bottom. Tablets show the navigation as icons
beside the column. Small desktop screens also show the sidebar, and wide screens also show the
labels of the navigation icons.
"""

from typing import Final

from community.i18n import noop
from community.styles.ui import display

SKIP_LINK: Final = (
    "sr-only rounded-md bg-accent-solid text-on-accent focus:not-sr-only focus:fixed focus:px-4 "
    "focus:inset-s-4 focus:top-3 focus:z-50 focus:py-2"
)
# Private messages have the height of the window, without the on-screen keyboard.
PAGE: Final = (
    "flex min-h-dvh flex-col has-[.chat-frame]:h-[calc(100dvh-var(--keyboard-height,0px))] "
    "has-[.chat-frame]:min-h-0 has-[.chat-frame]:overflow-hidden"
)

# The header has the same columns as the page, so that the search field is aligned with the text.
_COLUMNS: Final = (
    "mx-auto w-full max-w-[48rem] px-4 sm:px-6 lg:max-w-[68rem] xl:max-w-site "
    "sm:grid sm:gap-x-8 "
    "sm:grid-cols-[var(--spacing-nav-slim)_minmax(0,var(--spacing-main))] sm:justify-center "
    "lg:grid-cols-[var(--spacing-nav-slim)_minmax(0,var(--spacing-main))_var(--spacing-sidebar)] "
    "xl:grid-cols-[var(--spacing-nav)_minmax(0,var(--spacing-main))_var(--spacing-sidebar)] "
    "xl:gap-x-12"
)
# On phones the editor has bars of its own (`styles/editor.py`).
_HIDDEN_BY_EDITOR: Final = "max-sm:[body:has(.editor-bar)_&]:hidden"
# On phones an open chat has the whole window (`styles/chat.py`).
_HIDDEN_BY_CHAT: Final = "max-sm:[body:has(.chat-open)_&]:hidden"
HEADER: Final = (
    f"sticky top-0 z-30 border-b border-line bg-page/92 backdrop-blur-md {_HIDDEN_BY_EDITOR} "
    f"{_HIDDEN_BY_CHAT}"
)
HEADER_ROW: Final = (
    "mx-auto flex h-header w-full max-w-[48rem] items-center gap-2 px-4 sm:gap-4 sm:px-6 "
    "lg:max-w-[68rem] xl:max-w-site xl:gap-12"
)
HEADER_BRAND: Final = "min-w-0 xl:w-nav xl:shrink-0"
HEADER_SEARCH: Final = "min-w-0 flex-1"
HEADER_ACTIONS: Final = "-me-1.5 flex shrink-0 items-center justify-end gap-1 xl:w-sidebar"

# Phones show "Write" in the bottom bar.
MEMBER_WRITE_BUTTON: Final = "max-sm:hidden"
GUEST_WRITE_LABEL: Final = "max-sm:sr-only"
SIGN_IN_BESIDE_JOIN: Final = "max-sm:hidden"

BRAND: Final = "inline-flex min-h-10 max-w-full items-center gap-2.5 rounded-sm text-ink"
BRAND_MARK: Final = "size-7 shrink-0 text-accent-line"
BRAND_LOGO: Final = "h-8 w-auto max-w-40 object-contain"
BRAND_NAME: Final = "truncate font-serif text-xl font-bold tracking-tight"

BODY: Final = f"{_COLUMNS} flex-1"
# For the Admin Panel and pages without a sidebar. The column takes the remaining width.
BODY_WIDE: Final = (
    "mx-auto w-full max-w-site flex-1 px-4 sm:grid sm:gap-x-8 sm:px-6 "
    "has-[.chat-frame]:min-h-0 has-[.chat-frame]:grid-rows-[minmax(0,1fr)] "
    "sm:grid-cols-[var(--spacing-nav-slim)_minmax(0,1fr)] "
    "xl:grid-cols-[var(--spacing-nav)_minmax(0,1fr)] xl:gap-x-12"
)
# The content, and the footer below it on pages and screens without the sidebar.
COLUMN: Final = (
    "flex min-w-0 flex-col pb-24 sm:pb-16 has-[.chat-frame]:h-full has-[.chat-frame]:min-h-0 "
    "has-[.chat-frame]:pb-0"
)
MAIN: Final = "min-w-0 flex-1 pt-4 sm:pt-8 has-[.chat-frame]:min-h-0 has-[.chat-frame]:pt-0"
_STICKY: Final = (
    "sticky top-header max-h-[calc(100dvh-var(--spacing-header))] self-start overflow-y-auto "
    "overscroll-contain [scrollbar-width:none]"
)
# The links have padding, so negative margins are needed to align their icons with the logo.
NAV: Final = f"{_STICKY} hidden py-8 sm:block sm:max-xl:-ms-2 xl:-ms-3"
NAV_LIST: Final = "flex flex-col gap-0.5 sm:max-xl:items-start"
NAV_GROUP: Final = "mt-6 mb-2 px-3 text-xs font-medium text-ink-faint sm:max-xl:sr-only"
NAV_LINK: Final = (
    "flex h-10 items-center gap-3 rounded-full px-3 text-ui text-ink-soft transition-colors "
    "duration-100 hover:bg-well hover:text-ink aria-[current=page]:bg-well "
    "aria-[current=page]:font-semibold aria-[current=page]:text-ink sm:max-xl:size-11 "
    "sm:max-xl:justify-center sm:max-xl:px-0"
)
NAV_ICON: Final = "icon size-5"
NAV_LABEL: Final = "min-w-0 truncate sm:max-xl:sr-only"

# Overflowing content fades out at the edge, to show that the sidebar can be scrolled.
SIDEBAR: Final = (
    f"{_STICKY} hidden pt-8 pb-12 lg:block "
    "mask-[linear-gradient(to_bottom,black_calc(100%-3rem),transparent)]"
)
SIDEBAR_STACK: Final = "flex flex-col gap-9"
SIDEBAR_TITLE: Final = "mb-3 flex items-baseline justify-between text-sm font-semibold text-ink"
SIDEBAR_MORE: Final = "text-sm font-normal text-ink-faint hover:text-ink"
SIDEBAR_LIST: Final = "flex flex-col gap-3.5"
SIDEBAR_ROW: Final = "flex items-center gap-3"
SIDEBAR_ROW_TOP: Final = "flex items-start gap-3"
SIDEBAR_RANK: Final = "w-4 shrink-0 text-end text-sm text-ink-faint tabular-nums"
SIDEBAR_NAME: Final = (
    "block truncate text-ui font-medium text-ink hover:underline underline-offset-3"
)
SIDEBAR_NOTE: Final = "block truncate text-sm text-ink-faint"

BOTTOM_NAV: Final = (
    "fixed inset-x-0 bottom-0 z-30 border-t border-line bg-page/95 "
    f"pb-[env(safe-area-inset-bottom)] backdrop-blur-md sm:hidden {_HIDDEN_BY_EDITOR} "
    f"{_HIDDEN_BY_CHAT}"
)
BOTTOM_NAV_LIST: Final = "grid h-14 auto-cols-fr grid-flow-col"
BOTTOM_NAV_LINK: Final = (
    "relative flex h-full flex-col items-center justify-center gap-0.5 text-[0.6875rem] "
    "text-ink-faint focus-visible:-outline-offset-2 aria-[current=page]:text-ink "
    "aria-[current=page]:font-semibold"
)
BOTTOM_NAV_ICON: Final = "icon size-5.5"
# Above the icon, whose corner is in the middle of the link.
BOTTOM_NAV_BADGE: Final = "absolute start-1/2 top-1 h-4.5 w-6"

PAGE_HEADING: Final = "flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-6"
PAGE_TITLE: Final = "font-serif text-3xl font-semibold tracking-tight"
PAGE_INTRO: Final = "mt-1.5 text-ui text-ink-soft text-pretty"
# The signed-in user's avatar in the header.
ACCOUNT_BUTTON: Final = "flex size-10 items-center justify-center rounded-full hover:bg-well"

ANNOUNCEMENT: Final = "bg-accent-soft text-ink"
ANNOUNCEMENT_ROW: Final = (
    "mx-auto flex w-full max-w-site items-center gap-3 px-4 py-2 text-sm sm:px-6"
)
ANNOUNCEMENT_TEXT: Final = "min-w-0 flex-1 text-center text-pretty"
ANNOUNCEMENT_LINK: Final = "font-medium underline underline-offset-3 hover:text-accent"
ANNOUNCEMENT_CLOSE: Final = (
    "touch-target flex size-7 shrink-0 items-center justify-center rounded-full text-ink-soft "
    "hover:bg-ink/8 hover:text-ink"
)

# Phones have a navigation bar at the bottom.
CONSENT: Final = (
    "fixed inset-x-3 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+0.75rem)] z-40 mx-auto "
    "flex max-w-2xl flex-col gap-3 rounded-xl bg-surface p-4 text-ui text-ink shadow-dialog "
    "sm:inset-x-6 sm:bottom-6 sm:flex-row sm:items-center sm:gap-5 sm:p-5"
)
CONSENT_TEXT: Final = "min-w-0 flex-1 text-pretty text-ink-soft"
CONSENT_LINK: Final = "text-accent underline-offset-3 hover:underline"
CONSENT_BUTTONS: Final = "flex shrink-0 flex-wrap gap-2 max-sm:*:flex-1"

FOOTER: Final = "flex flex-wrap gap-x-3 gap-y-1 text-xs text-ink-faint"
FOOTER_LINK: Final = "hover:text-ink"
# Below the content, on pages and screens without the sidebar, which contains the same links.
PAGE_FOOTER: Final = "mt-12 border-t border-line pt-5 lg:hidden"
# Private messages have the height of the window.
PAGE_FOOTER_WIDE: Final = "mt-12 border-t border-line pt-5 [body:has(.chat-frame)_&]:hidden"

BAR: Final = "relative z-40 border-b border-line bg-danger-soft text-sm text-ink"
ROW: Final = "mx-auto flex w-full max-w-site items-center gap-3 px-4 py-2 sm:px-6 [&_form]:shrink-0"
ICON: Final = "icon size-4 shrink-0 text-danger"
TEXT: Final = "min-w-0 flex-1 leading-snug break-words"
TITLE: Final = "font-semibold"

# The title is underlined while the pointer is over the discussion.
DISCUSSION: Final = "group/discussion"
GROW: Final = "min-w-0 flex-1"
DISCUSSION_TITLE: Final = (
    "line-clamp-2 text-ui font-medium text-ink text-pretty underline-offset-3 "
    "group-hover/discussion:underline"
)
DISCUSSION_EXCERPT: Final = "mt-0.5 line-clamp-2 text-sm text-ink-soft"
# A long name is truncated, the time is not.
DISCUSSION_META: Final = "mt-1 flex min-w-0 text-xs text-ink-faint"
DISCUSSION_AUTHOR: Final = "min-w-0 truncate"
DISCUSSION_TIME: Final = "shrink-0 whitespace-nowrap"
# The tooltip of the number that the sidebar shows beside an author.
RATING_TITLE: Final = noop("Rating in this period")

BUTTON: Final = (
    "relative flex size-10 items-center justify-center rounded-full text-ink-soft "
    "transition-colors duration-100 hover:bg-well hover:text-ink aria-expanded:bg-well"
)
BELL_ICON: Final = "icon size-5.5"
# The bell button of a user or community, which turns notifications about new posts on or off.
SUBSCRIBED_ICON: Final = "icon fill-current"
PANEL: Final = (
    "menu max-h-[min(38rem,82dvh)] w-[calc(100vw-0.75rem)] max-w-sm flex-col overflow-hidden "
    "rounded-lg bg-surface text-ink shadow-menu open:flex"
)
PANEL_HEAD: Final = "flex items-center justify-between gap-3 border-b border-line py-2.5 ps-4 pe-2"
PANEL_TITLE: Final = "text-ui font-semibold"
PANEL_LIST: Final = "min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
PANEL_FOOT: Final = "border-t border-line p-1.5"
LIST: Final = "flex flex-col gap-0.5"
BELL_ROW: Final = (
    "relative flex gap-3 rounded-md px-2.5 py-3 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
ROW_UNREAD: Final = (
    "relative flex gap-3 rounded-md bg-accent-soft/60 px-2.5 py-3 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
AVATAR: Final = "relative shrink-0 self-start"
# In place of the avatar, and of the same size.
NO_ACTOR: Final = "flex size-10 items-center justify-center rounded-full bg-well text-ink-soft"
# The icon on the avatar that shows the kind of notification.
KIND_BADGE: Final = (
    "absolute -inset-e-1 -bottom-1 flex size-5 items-center justify-center rounded-full "
    "bg-surface text-ink-soft ring-1 ring-line"
)
KIND_ICON: Final = "icon size-3"
KIND_EMOJI: Final = "size-3.5 text-xs leading-none"
BELL_ROW_TEXT: Final = "min-w-0 flex-1"
MESSAGE: Final = "text-ui text-ink-soft text-pretty"
ACTOR: Final = "font-semibold text-ink"
QUOTE: Final = "mt-0.5 line-clamp-2 text-ui text-ink wrap-anywhere"
NOTE: Final = "mt-0.5 flex min-w-0 gap-x-1.5 text-sm text-ink-faint"
TARGET_TITLE: Final = f"truncate {display.META_SEPARATOR}"
UNREAD_DOT: Final = "mt-1.5 size-2 shrink-0 rounded-full bg-accent-solid"
