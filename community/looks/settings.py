"""The page of one's settings: its sections, in order, and how they stand under each other."""

from typing import Final, NamedTuple


class Section(NamedTuple):
    """One section: the anchor in the address, its name, and a sentence under it."""

    anchor: str
    name: str
    text: str = ""


PROFILE: Final = Section("profile", "Profile", "What people see beside everything you write.")
PASSWORD: Final = Section("password", "Password")
NOTIFICATIONS: Final = Section(
    "notifications", "Notifications", "What the bell tells you. A change holds at once."
)
ONLINE: Final = Section("online", "Online status")
FEED: Final = Section("feed", "Default feed", "What the home page opens with.")
IGNORED: Final = Section(
    "ignored",
    "Ignored",
    "What you would rather not read: it is left out of your feeds and threads.",
)
DEVICES: Final = Section("devices", "Devices", "Where you are signed in.")
TOKENS: Final = Section(
    "tokens", "Access tokens", "A token lets a program act for you. Treat it like a password."
)
SECTIONS: Final = (PROFILE, PASSWORD, NOTIFICATIONS, ONLINE, FEED, IGNORED, DEVICES, TOKENS)

TITLE: Final = "Settings"
FOR_MEMBERS: Final = (
    "Your settings are here once you sign in",
    "Your profile, your notifications, and where you are signed in.",
)

# The way between the sections: a row under the header, beside them where there is room.
ROW: Final = (
    "sticky top-header z-20 -mx-4 mb-6 border-b border-line bg-page/92 backdrop-blur-md "
    "sm:-mx-6 sm:px-2 lg:hidden"
)
ROW_LIST: Final = (
    "flex gap-5 overflow-x-auto ps-4 pe-12 [scrollbar-width:none] "
    "[mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-3rem),transparent)]"
)
ROW_LINK: Final = (
    "-mb-px shrink-0 border-b-2 border-transparent py-3 text-ui font-medium text-ink-faint "
    "transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 "
    "aria-[current=true]:border-ink aria-[current=true]:text-ink"
)
RAIL_LIST: Final = "flex flex-col gap-0.5 border-s border-line"
RAIL_LINK: Final = (
    "-ms-px border-s-2 border-transparent py-1.5 ps-4 text-ui text-ink-faint transition-colors "
    "duration-100 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium "
    "aria-[current=true]:text-ink"
)

STACK: Final = "flex flex-col gap-6"
# An anchor lands under the row, where there is one; the header is known to the whole page.
SECTION: Final = (
    "scroll-mt-16 rounded-lg bg-surface p-5 inset-ring inset-ring-line sm:p-6 lg:scroll-mt-4"
)
SECTION_BODY: Final = "mt-5"
WAITING: Final = "mt-5 h-20"
GROUP: Final = "mt-8 border-t border-line pt-6 first:mt-0 first:border-0 first:pt-0"
GROUP_TITLE: Final = "text-base font-semibold text-ink"
GROUP_TEXT: Final = "mt-1 text-sm text-ink-faint text-pretty"

FORM: Final = "group/form flex flex-col gap-5"
# Says so while what is typed is not kept; see `assets/ui/settings/kept_form.js`.
UNSAVED: Final = "hidden text-sm text-ink-faint group-data-unsaved/form:inline"
LABEL_ROW: Final = "flex items-baseline justify-between gap-3"
COUNTER: Final = "text-xs text-ink-faint tabular-nums"
COUNTER_OVER: Final = "text-xs font-medium text-danger tabular-nums"
DONE: Final = "rounded-md bg-success-soft px-4 py-3 text-ui text-success"

PICTURES: Final = "flex flex-col gap-5"
PICTURE: Final = "flex flex-col gap-2.5"
PICTURE_ROW: Final = "flex flex-wrap items-center gap-4"
PICTURE_FRAME: Final = (
    "relative overflow-hidden outline-2 outline-offset-3 outline-transparent "
    "data-[over=true]:outline-accent-line"
)
FACE_FRAME: Final = "size-24 shrink-0"
HEADER_FRAME: Final = "aspect-[3/1] w-full rounded-lg bg-well sm:aspect-[4/1]"
HEADER_EMPTY: Final = "flex size-full items-center justify-center text-sm text-ink-faint"
PICTURE_IMAGE: Final = "absolute inset-0 size-full object-cover"
PICTURE_WAITING: Final = "absolute inset-0 size-full object-cover opacity-60"
PICTURE_PROGRESS: Final = "absolute inset-x-[15%] bottom-[15%] h-1.5 w-[70%] accent-accent-solid"
PICTURE_ACTIONS: Final = "flex flex-wrap items-center gap-2"

SWITCHES: Final = "divide-y divide-line"
ROWS: Final = "divide-y divide-line"
ROW_ITEM: Final = "flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5"
ROW_ICON: Final = (
    "flex size-10 shrink-0 items-center justify-center rounded-full bg-well text-ink-soft"
)
ROW_TEXT: Final = "min-w-0 flex-1 basis-28"
ROW_NAME: Final = "flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium text-ink"
ROW_WORD: Final = "min-w-0 wrap-anywhere"
ROW_NOTE: Final = "mt-0.5 text-sm text-ink-faint wrap-anywhere"
NOTHING: Final = "py-2 text-ui text-ink-faint"
END: Final = "mt-5 flex flex-wrap items-center gap-3 empty:hidden"

WORDS: Final = "flex flex-wrap gap-2"
WORD: Final = (
    "inline-flex max-w-full items-center gap-1 rounded-full bg-well py-1 ps-3 pe-1 text-ui text-ink"
)
WORD_REMOVE: Final = (
    "tap flex size-7 shrink-0 items-center justify-center rounded-full text-sm text-ink-faint "
    "hover:bg-well-strong hover:text-ink"
)
ADD_ROW: Final = "flex items-start gap-2"
ADD_FIELD: Final = "min-w-0 flex-1"

# A new token, which is shown once.
ONCE: Final = "mb-5 flex flex-col gap-3 rounded-lg bg-accent-soft p-4 sm:p-5"
ONCE_TITLE: Final = "text-ui font-semibold text-ink"
ONCE_TEXT: Final = "text-ui text-ink-soft text-pretty"
ONCE_ROW: Final = "flex flex-wrap items-center gap-2"
ONCE_VALUE: Final = (
    "h-10 min-w-0 flex-1 basis-56 rounded-md bg-surface px-3 font-mono text-sm text-ink "
    "inset-ring inset-ring-line-strong"
)
