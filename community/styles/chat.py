"""Class names for private messages: the list of chats, the conversation and its dialogs.

The page has the height of the window: the list and the conversation scroll on their own. Phones
show one of them (`styles/layout.py` hides the header and the bars of the site beside an open chat).
"""

from typing import Final

from community.styles.ui import button, form, overlay
from community.styles.ui.icons import PATHS

# --- the two columns ---
_FRAME: Final = (
    "chat-frame max-sm:-mx-4 sm:grid sm:h-full sm:border-x sm:border-line "
    "sm:grid-cols-[17rem_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)] "
    "lg:grid-cols-[20rem_minmax(0,1fr)]"
)
# Without an open chat, the bottom bar of the site is below the list on phones.
FRAME: Final = f"{_FRAME} max-sm:h-[calc(100%-3.5rem-env(safe-area-inset-bottom))]"
FRAME_OPEN: Final = f"{_FRAME} chat-open max-sm:h-full"
LIST_COLUMN: Final = "flex h-full min-h-0 min-w-0 flex-col sm:border-e sm:border-line"
LIST_COLUMN_BESIDE_CHAT: Final = f"{LIST_COLUMN} max-sm:hidden"
CHAT_COLUMN: Final = "relative flex h-full min-h-0 min-w-0 flex-col"
EMPTY_COLUMN: Final = f"{CHAT_COLUMN} items-center justify-center max-sm:hidden"
MESSAGE_COLUMN: Final = f"{CHAT_COLUMN} items-center justify-center"

# --- list of chats ---
LIST_HEAD: Final = "flex items-center justify-between gap-2 ps-4 pe-2 pt-3 pb-1"
LIST_TITLE: Final = "font-serif text-2xl font-semibold tracking-tight"
LIST_SEARCH_FRAME: Final = "relative mx-3 mt-1"
LIST_SEARCH_ICON: Final = (
    "icon pointer-events-none absolute inset-s-3 top-1/2 size-4 -translate-y-1/2 text-ink-faint"
)
LIST_SEARCH: Final = (
    "h-9 w-full rounded-full bg-well ps-9 pe-3 text-ui text-ink placeholder:text-ink-faint "
    "max-sm:text-base [&::-webkit-search-cancel-button]:hidden"
)
FOLDERS: Final = "mx-3 mt-2.5 flex gap-1 overflow-x-auto pb-2.5 [scrollbar-width:none]"
FOLDER: Final = (
    "touch-target inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm "
    "text-ink-soft transition-colors duration-100 hover:bg-well hover:text-ink "
    "focus-visible:-outline-offset-2 "
    "aria-pressed:bg-well-strong aria-pressed:font-medium aria-pressed:text-ink"
)
FOLDER_COUNT: Final = (
    "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent-solid px-1 "
    "text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
)
LIST: Final = "min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line px-2 py-2"
LIST_ROW: Final = (
    "flex items-center gap-3 rounded-lg px-2.5 py-2.5 text-start hover:bg-well "
    "focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft"
)
LIST_BODY: Final = "min-w-0 flex-1"
LIST_LINE: Final = "flex items-center gap-2"
LIST_NAME: Final = "min-w-0 truncate text-ui font-semibold text-ink"
LIST_MUTED: Final = "icon size-3.5 shrink-0 text-ink-faint"
LIST_TIME: Final = "ms-auto shrink-0 text-xs text-ink-faint tabular-nums"
LIST_STATE: Final = "icon size-4 shrink-0 text-ink-faint"
LIST_STATE_READ: Final = "icon size-4 shrink-0 text-accent"
LIST_TEXT: Final = "min-w-0 flex-1 truncate text-ui text-ink-soft"
LIST_PREFIX: Final = "text-ink"
LIST_DRAFT: Final = "text-danger"
UNREAD: Final = (
    "inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent-solid "
    "px-1.5 text-2xs leading-none font-semibold text-on-accent tabular-nums"
)
UNREAD_MUTED: Final = (
    "inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-well-strong "
    "px-1.5 text-2xs leading-none font-semibold text-ink-soft tabular-nums"
)
LIST_MORE: Final = f"{button.class_names('quiet', 'sm')} mt-2 w-full"
LIST_PLACEHOLDER: Final = "flex items-center gap-3 px-2.5 py-2.5"
HINT: Final = "px-4 py-2 text-sm text-ink-faint text-pretty"

# --- header of the conversation ---
HEAD: Final = (
    "flex h-14 shrink-0 items-center gap-2.5 border-b border-line ps-2 pe-1.5 sm:ps-4 sm:pe-3"
)
BACK: Final = f"{button.class_names('quiet', icon_only=True)} sm:hidden"
HEAD_LINK: Final = "flex min-w-0 flex-1 items-center gap-3 rounded-md text-start"
HEAD_TEXT: Final = "min-w-0 flex-1"
HEAD_NAME: Final = "flex min-w-0 items-center gap-1.5 text-base font-semibold leading-5 text-ink"
HEAD_NAME_TEXT: Final = "truncate"
HEAD_NOTE: Final = "truncate text-sm leading-4.5 text-ink-faint"
HEAD_TYPING: Final = "truncate text-sm leading-4.5 text-accent"
HEAD_ACTIONS: Final = "flex shrink-0 items-center"

# --- messages ---
SCROLLER: Final = (
    "min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] "
    "focus-visible:-outline-offset-2"
)
CONTENT: Final = "flex min-h-full flex-col justify-end px-3 py-4 sm:px-5"
BEGINNING: Final = "mx-auto my-6 max-w-sm text-center text-sm text-ink-faint text-pretty"
LOADING: Final = "mx-auto my-3 text-ink-faint"
DAY: Final = (
    "mx-auto my-4 rounded-full bg-well px-3 py-0.5 text-xs font-medium text-ink-soft first:mt-0"
)
NEW_DIVIDER: Final = (
    "my-3 flex items-center gap-3 text-xs font-semibold text-accent before:h-px before:flex-1 "
    "before:bg-accent-line after:h-px after:flex-1 after:bg-accent-line"
)
CHANGE: Final = (
    "mx-auto my-1.5 max-w-md rounded-md px-2 text-center text-sm text-ink-faint text-pretty "
    "wrap-anywhere"
)
_ROW: Final = (
    "group/message relative flex items-end gap-2 rounded-md outline-none scroll-my-16 "
    "focus-within:z-10 hover:z-10"
)
ROW: Final = f"{_ROW} mt-0.5"
ROW_FIRST: Final = f"{_ROW} mt-2.5"
ROW_OWN: Final = f"{_ROW} mt-0.5 justify-end"
ROW_OWN_FIRST: Final = f"{_ROW} mt-2.5 justify-end"
AVATAR: Final = "w-7 shrink-0"
MAIN: Final = "relative flex max-w-[min(36rem,86%)] min-w-0 flex-col items-start"
MAIN_OWN: Final = "relative flex max-w-[min(36rem,86%)] min-w-0 flex-col items-end"
AUTHOR: Final = (
    "mb-0.5 block max-w-full truncate px-3 text-xs font-semibold text-ink-soft "
    "underline-offset-3 hover:underline"
)
_BUBBLE: Final = (
    "relative flow-root max-w-full min-w-0 rounded-xl px-3 py-1.5 "
    "has-[[data-file]]:max-w-[min(100%,25.5rem)] "
    "group-focus-visible/message:outline-2 group-focus-visible/message:outline-accent-line"
)
BUBBLE: Final = f"{_BUBBLE} bg-well rounded-es-sm"
BUBBLE_OWN: Final = f"{_BUBBLE} bg-accent-soft rounded-ee-sm"
# The message that the reader has jumped to.
BUBBLE_TARGET: Final = f"{BUBBLE} animate-highlight"
BUBBLE_OWN_TARGET: Final = f"{BUBBLE_OWN} animate-highlight"
# The time floats beside the last line of the text, so the two are in the same block.
BODY: Final = "contents"
TEXT: Final = "prose-comment prose-message contents"
DELETED: Final = "inline text-ui text-ink-faint italic"
QUOTE: Final = (
    "my-1 flex w-full min-w-0 flex-col items-stretch rounded-sm border-s-2 border-accent-line "
    "bg-ink/5 px-2.5 py-1 text-start text-sm hover:bg-ink/8"
)
QUOTE_AUTHOR: Final = "truncate font-semibold text-ink"
QUOTE_TEXT: Final = "truncate text-ink-soft"
SINGLE_PICTURE: Final = "my-1 block w-full max-w-sm overflow-hidden rounded-md *:max-h-96"
PICTURES: Final = (
    "my-1 grid w-full max-w-sm grid-cols-2 gap-1 overflow-hidden rounded-md *:aspect-square "
    "[&_img]:h-full"
)
PICTURE_LINK: Final = "block cursor-zoom-in overflow-hidden bg-ink/5"
PICTURE: Final = "h-auto size-full max-h-[inherit] object-cover"
FILE: Final = (
    "my-1 flex max-w-full min-w-0 items-center gap-3 rounded-md bg-ink/5 px-3 py-2 text-start "
    "hover:bg-ink/8"
)
FILE_ICON: Final = "icon size-5 shrink-0 text-ink-soft"
FILE_TEXT: Final = "flex min-w-0 flex-1 flex-col"
FILE_NAME: Final = "line-clamp-2 text-ui leading-5 font-medium text-ink wrap-anywhere"
FILE_SIZE: Final = "text-xs text-ink-soft"
AUDIO: Final = "my-1 h-10 w-72 max-w-full"
META: Final = (
    "float-end ms-3 mt-1 inline-flex h-5 items-center gap-1 text-2xs text-ink-soft tabular-nums "
    "select-none"
)
STATE: Final = "icon size-3.5"
STATE_READ: Final = "icon size-4 text-accent"
STATE_REJECTED: Final = "icon size-4 text-danger"
REACTIONS: Final = "mt-1"
READERS: Final = "mt-1 flex justify-end -space-x-1"
READER: Final = "rounded-full ring-2 ring-page [&>span]:size-4 [&>span]:text-[0.5rem]"
LAST_READ: Final = "mt-0.5 px-1 text-2xs text-ink-faint"
REJECTED: Final = "mt-1 flex max-w-full flex-col items-end gap-0.5 text-sm text-danger"
REJECTED_ACTIONS: Final = "flex flex-wrap justify-end gap-x-4"
REJECTED_ACTION: Final = (
    "touch-target font-medium text-ink-soft underline-offset-3 hover:text-ink hover:underline"
)

# --- buttons of a message ---
_ACTIONS: Final = (
    "absolute -top-5 z-10 hidden rounded-full bg-surface p-0.5 shadow-menu not-empty:flex"
)
# Beside a message that is narrower than the buttons (6.5rem), they stay in the column.
ACTIONS: Final = (
    f"{_ACTIONS} inset-e-[min(0.25rem,calc(100%-6.5rem))] "
    "sm:inset-e-[min(-0.75rem,calc(100%-6.5rem))]"
)
ACTIONS_OWN: Final = (
    f"{_ACTIONS} inset-s-[min(0.25rem,calc(100%-6.5rem))] "
    "sm:inset-s-[min(-0.75rem,calc(100%-6.5rem))]"
)
ACTION: Final = (
    "touch-target inline-flex size-8 items-center justify-center rounded-full text-sm "
    "text-ink-soft select-none hover:bg-well hover:text-ink aria-expanded:bg-well "
    "[-webkit-touch-callout:none]"
)

# --- buttons above the messages ---
FLOATING: Final = "pointer-events-none absolute inset-x-0 bottom-full z-20 flex justify-center"
END_BUTTON: Final = (
    "pointer-events-auto absolute inset-e-4 bottom-3 inline-flex h-10 min-w-10 items-center "
    "justify-center gap-2 rounded-full bg-surface px-2.5 text-sm font-medium text-ink "
    "shadow-menu hover:bg-well"
)
END_BUTTON_NEW: Final = (
    "pointer-events-auto absolute inset-e-4 bottom-3 inline-flex h-10 items-center gap-2 "
    "rounded-full bg-accent-solid px-4 text-sm font-medium text-on-accent shadow-menu "
    "hover:bg-accent-solid-hover"
)
UNREAD_ABOVE: Final = (
    "absolute inset-s-1/2 top-16 z-20 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 "
    "rounded-full bg-accent-solid px-3 text-sm font-medium whitespace-nowrap text-on-accent "
    "shadow-menu hover:bg-accent-solid-hover"
)

# --- field ---
FOOT: Final = (
    "relative shrink-0 border-t border-line px-2 py-2 "
    "pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-4 sm:py-3"
)
# The buttons are below the text where both do not fit side by side.
NOTICE: Final = "flex flex-wrap items-center justify-end gap-3 px-1 py-1 text-ui text-ink-soft"
NOTICE_TEXT: Final = "min-w-0 flex-1 basis-80 text-pretty"
NOTICE_ACTIONS: Final = "flex flex-wrap-reverse items-center justify-end gap-2 *:grow"
COMPOSER: Final[dict[str, str]] = {
    "form": (
        "flow-root rounded-xl bg-surface inset-ring inset-ring-line transition-shadow duration-100 "
        "focus-within:inset-ring-line-strong"
    ),
    "row": "flex items-end gap-1 p-1",
    "field": (
        "block max-h-[40dvh] min-h-10 min-w-0 flex-1 resize-none self-center bg-transparent "
        "px-2 py-2 text-base field-sizing-content focus-visible:outline-none "
        "placeholder:text-ink-faint"
    ),
    "remaining": (
        "self-center px-1 text-sm text-ink-faint tabular-nums data-[state=over]:text-danger"
    ),
    "submit": button.class_names("primary", icon_only=True),
    "button": button.class_names("quiet", "sm", icon_only=True),
    "banner": (
        "mx-2 mt-1.5 flex items-center gap-3 border-s-2 border-accent-line ps-2.5 text-accent"
    ),
    "banner_text": "min-w-0 flex-1 py-0.5",
    "banner_title": "truncate text-sm font-semibold text-accent",
    "banner_excerpt": "truncate text-sm text-ink-soft",
    "attach": button.class_names("quiet", icon_only=True),
    "error": f"{form.ERROR} px-3 pt-2",
    "attachments": "flex flex-wrap gap-2 px-2 pt-2",
    "attachment": (
        "relative flex max-w-full min-w-0 items-center overflow-hidden rounded-md bg-well pe-8 "
        "data-[state=error]:bg-danger-soft has-[img]:pe-0"
    ),
    "attachment_image": "size-20 object-cover",
    "attachment_file": "flex min-h-12 min-w-0 max-w-64 items-center gap-2 ps-2.5 py-1.5 text-sm",
    "attachment_text": "flex min-w-0 flex-col",
    "attachment_name": "truncate",
    "attachment_error": "text-danger",
    "attachment_progress": "absolute inset-x-1.5 bottom-1 h-1 w-[calc(100%-0.75rem)]",
    "attachment_remove": (
        "absolute inset-e-1 top-1 flex size-6 items-center justify-center rounded-full bg-ink "
        "text-sm text-page"
    ),
    "emoji_button": f"{button.class_names('quiet', icon_only=True)} pointer-coarse:hidden",
    "emoji_panel": (
        "menu emoji-panel max-h-72 w-[min(21.5rem,calc(100vw-1rem))] grid-cols-8 overflow-y-auto "
        "rounded-lg bg-surface p-1.5 text-ink shadow-menu open:grid"
    ),
    "emoji": (
        "flex aspect-square items-center justify-center rounded-sm text-2xl leading-none "
        "hover:bg-well focus-visible:-outline-offset-2"
    ),
}
COMPOSER_ICONS: Final[dict[str, str]] = {
    "attach": PATHS["paperclip"],
    "file": PATHS["paperclip"],
    "check": PATHS["check"],
    "edit": PATHS["edit"],
    "emoji": PATHS["smile"],
    "reply": PATHS["reply"],
    "send": PATHS["send"],
    "x": PATHS["x"],
}

# --- search in a chat ---
SEARCH_PANEL: Final = (
    "menu max-h-[min(34rem,75dvh)] w-[min(24rem,calc(100vw-0.75rem))] flex-col overflow-hidden "
    "rounded-lg bg-surface text-ink shadow-menu open:flex"
)
SEARCH_FRAME: Final = "relative"
SEARCH_HEAD: Final = "flex flex-col gap-2 border-b border-line p-3"
SEARCH_DATE: Final = "flex items-center justify-between gap-3 text-sm text-ink-soft"
SEARCH_DATE_INPUT: Final = (
    "h-9 rounded-md bg-surface px-2 text-sm text-ink inset-ring inset-ring-line-strong"
)
SEARCH_RESULTS: Final = "min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5"
SEARCH_RESULT: Final = (
    "flex w-full items-start gap-3 rounded-md px-2.5 py-2 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
SEARCH_TEXT: Final = "line-clamp-2 text-ui text-ink-soft wrap-anywhere"

# --- dialogs ---
DETAILS_HEAD: Final = "mt-4 flex flex-col items-center gap-2 text-center"
DETAILS_NAME: Final = "mt-2 font-serif text-xl font-semibold tracking-tight wrap-anywhere"
DETAILS_ACTIONS: Final = "flex flex-wrap items-center justify-center gap-2"
DETAILS_SECTION: Final = "mt-6"
DETAILS_SECTION_HEAD: Final = "mb-1 flex min-h-9 items-center justify-between gap-3"
DETAILS_TITLE: Final = "text-sm font-medium text-ink-faint"
PEOPLE: Final = "flex flex-col"
PERSON: Final = "flex min-h-12 items-center gap-3 rounded-md py-1.5"
PERSON_BUTTON: Final = (
    "flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-well "
    "focus-visible:-outline-offset-2"
)
PERSON_TEXT: Final = "min-w-0 flex-1"
PERSON_NAME: Final = "block truncate text-ui font-medium text-ink"
PERSON_NOTE: Final = "block truncate text-sm text-ink-faint"
CHOSEN: Final = "flex flex-wrap gap-1.5"
CHOSEN_PERSON: Final = (
    "inline-flex h-8 max-w-full items-center gap-1.5 rounded-full bg-well ps-1 pe-2 text-sm "
    "hover:bg-well-strong"
)
CHOSEN_NAME: Final = "truncate"
PEOPLE_RESULTS: Final = "min-h-12 max-h-64 overflow-y-auto overscroll-contain"
MENU: Final = overlay.MENU
_AVATAR: Final = (
    "inline-flex shrink-0 items-center justify-center rounded-full bg-well-strong object-cover "
    "font-semibold text-ink-soft uppercase select-none"
)
PEOPLE_FORM: Final[dict[str, str]] = {
    "form": f"{form.STACK} {overlay.DIALOG_BODY}",
    "group": form.FIELD,
    "label": form.LABEL,
    "optional": form.OPTIONAL,
    "input": form.INPUT,
    "chosen": CHOSEN,
    "chosen_item": "min-w-0",
    "chosen_person": CHOSEN_PERSON,
    "chosen_name": CHOSEN_NAME,
    "results": PEOPLE_RESULTS,
    "person": PERSON_BUTTON,
    "person_text": PERSON_TEXT,
    "person_name": PERSON_NAME,
    "person_note": PERSON_NOTE,
    "avatar": f"{_AVATAR} size-9 text-xs",
    "small_avatar": f"{_AVATAR} size-6 text-[0.625rem]",
    "hint": HINT,
    "actions": "flex justify-end",
    "submit": button.class_names("primary"),
}
PEOPLE_ICONS: Final[dict[str, str]] = {"x": PATHS["x"]}
