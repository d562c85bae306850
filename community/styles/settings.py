"""The sections of the settings page in their order, and the class names of the page."""

from typing import Final, NamedTuple

from community.i18n import noop
from community.styles.ui import form


class PageSection(NamedTuple):
    """A section of the settings page.

    `name` and `hint` are untranslated. Pass them to `gettext` where they are shown.
    """

    anchor: str
    name: str
    hint: str = ""


PROFILE: Final = PageSection("profile", noop("Profile"), noop("Shown next to everything you post"))
EMAIL: Final = PageSection("email", noop("Email"), noop("Only you and administrators see it"))
PASSWORD: Final = PageSection(
    "password", noop("Password"), noop("A new password signs you out on all other devices")
)
TWO_STEP: Final = PageSection(
    "two-step",
    noop("Two-step sign-in"),
    noop("A password alone is then not enough to sign in to your account"),
)
SIGN_IN: Final = PageSection(
    "sign-in", noop("Sign-in"), noop("Services with which you can sign in")
)
PASSKEYS: Final = PageSection(
    "passkeys",
    noop("Passkeys"),
    noop("Sign in with your fingerprint, your face or the PIN of your device"),
)
SUBSCRIPTION: Final = PageSection("subscription", noop("Subscription"))
NOTIFICATIONS: Final = PageSection(
    "notifications", noop("Notifications"), noop("Changes save automatically")
)
MESSAGES: Final = PageSection(
    "messages", noop("Messages"), noop("Conversations that you've already had stay open")
)
ONLINE: Final = PageSection("online", noop("Online status"))
FEED: Final = PageSection("feed", noop("Default feed"), noop("What you see first on the home page"))
IGNORED: Final = PageSection(
    "ignored", noop("Ignored"), noop("Hidden from your feeds and discussions")
)
DEVICES: Final = PageSection("devices", noop("Devices"), noop("Where you're signed in"))
TOKENS: Final = PageSection(
    "tokens",
    noop("Access tokens"),
    noop("A token lets a program act on your behalf. Keep it as safe as your password."),
)
DOWNLOAD_DATA: Final = PageSection(
    "download-data", noop("Your data"), noop("A copy of everything that you have here")
)
DELETE_ACCOUNT: Final = PageSection("delete-account", noop("Delete account"))
SECTIONS: Final = (
    PROFILE,
    EMAIL,
    PASSWORD,
    SIGN_IN,
    TWO_STEP,
    PASSKEYS,
    SUBSCRIPTION,
    NOTIFICATIONS,
    MESSAGES,
    ONLINE,
    FEED,
    IGNORED,
    DEVICES,
    TOKENS,
    DOWNLOAD_DATA,
    DELETE_ACCOUNT,
)
# An administrator who views the site as another user does not see these sections.
PRIVATE_SECTIONS: Final = frozenset(
    {
        EMAIL,
        PASSWORD,
        TWO_STEP,
        SIGN_IN,
        PASSKEYS,
        DEVICES,
        TOKENS,
        DOWNLOAD_DATA,
        DELETE_ACCOUNT,
    }
)


# The links to the sections. They form a row under the page header, or on wide screens a column
# beside the sections.
SECTION_NAV: Final = (
    "sticky top-header z-20 -mx-4 mb-6 border-b border-line bg-page/92 backdrop-blur-md "
    "sm:-mx-6 sm:px-2 lg:hidden"
)
SECTION_NAV_LIST: Final = (
    "flex gap-5 overflow-x-auto ps-4 pe-12 [scrollbar-width:none] "
    "[mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-3rem),transparent)]"
)
SECTION_NAV_LINK: Final = (
    "-mb-px shrink-0 border-b-2 border-transparent py-3 text-ui font-medium text-ink-faint "
    "transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 "
    "aria-[current=true]:border-ink aria-[current=true]:text-ink"
)
SIDEBAR_LIST: Final = "flex flex-col gap-0.5 border-s border-line"
SIDEBAR_LINK: Final = (
    "-ms-px border-s-2 border-transparent py-1.5 ps-4 text-ui text-ink-faint transition-colors "
    "duration-100 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium "
    "aria-[current=true]:text-ink"
)

STACK: Final = "flex flex-col gap-6"
# The margin makes a link to a section stop below the row of links. The `scroll-padding` of the page
# adds the height of the page header.
SECTION: Final = (
    "scroll-mt-16 rounded-lg bg-surface p-5 inset-ring inset-ring-line sm:p-6 lg:scroll-mt-4"
)
SECTION_BODY: Final = "mt-5"
SECTION_PLACEHOLDER: Final = "h-20"
GROUP: Final = "mt-8 border-t border-line pt-6 first:mt-0 first:border-0 first:pt-0"
GROUP_TITLE: Final = "text-base font-semibold text-ink"
GROUP_TEXT: Final = "mt-1 text-sm text-ink-faint text-pretty"
# The badge and the style of the name.
NAME_PREVIEW: Final = (
    "mt-4 flex min-w-0 items-center gap-2.5 rounded-md bg-well px-4 py-3 text-base font-semibold "
    "text-ink wrap-anywhere"
)
NAME_OPTIONS_GROUP: Final = "mt-5 min-w-0"
NAME_OPTIONS_TITLE: Final = "text-ui font-medium text-ink"
NAME_OPTIONS: Final = "mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3"
NAME_OPTIONS_LINK: Final = "text-accent underline underline-offset-3"
NAME_OPTION_LABEL: Final = "inline-flex items-center gap-2"

FORM: Final = "group/form flex flex-col gap-5"
# Text that is visible while the form has unsaved text (`assets/ui/settings/draft_form.js`).
UNSAVED: Final = "hidden text-sm text-ink-faint group-data-unsaved/form:inline"
LABEL_ROW: Final = "flex items-baseline justify-between gap-3"
CHAR_COUNT: Final = "text-xs text-ink-faint tabular-nums"
CHAR_COUNT_OVER: Final = "text-xs font-medium text-danger tabular-nums"
SUCCESS: Final = "rounded-md bg-success-soft px-4 py-3 text-ui text-success"

IMAGES: Final = "flex flex-col gap-5"
SWITCHES: Final = "divide-y divide-line"
LIST: Final = "divide-y divide-line"
LIST_ROW: Final = "flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5"
LIST_ICON: Final = (
    "flex size-10 shrink-0 items-center justify-center rounded-full bg-well text-ink-soft"
)
LIST_TEXT: Final = "min-w-0 flex-1 basis-28"
LIST_NAME: Final = "flex flex-wrap items-center gap-x-2 gap-y-1 text-ui font-medium text-ink"
LIST_NAME_TEXT: Final = "min-w-0 wrap-anywhere"
LIST_NOTE: Final = "mt-0.5 text-sm text-ink-faint wrap-anywhere"
PARAGRAPH: Final = "text-ui text-ink-soft text-pretty"
OBSTACLE: Final = "mt-4 rounded-md bg-well px-4 py-3 text-ui text-ink text-pretty"
EXPORT_PANEL: Final = "mt-4 flex items-center gap-4 rounded-md bg-well px-4 py-3"
NEXT_REQUEST: Final = "mt-3 text-sm text-ink-faint text-pretty"
EMPTY: Final = "py-2 text-ui text-ink-faint"
FOOTER: Final = "mt-5 flex flex-wrap items-center gap-3 empty:hidden"

KEYWORDS: Final = "flex flex-wrap gap-2"
KEYWORD: Final = (
    "inline-flex max-w-full items-center gap-1 rounded-full bg-well py-1 ps-3 pe-1 text-ui text-ink"
)
KEYWORD_REMOVE: Final = (
    "touch-target flex size-7 shrink-0 items-center justify-center rounded-full text-sm "
    "text-ink-faint hover:bg-well-strong hover:text-ink"
)
ADD_ROW: Final = "flex items-start gap-2"

CONFIRMATIONS: Final = "flex flex-col gap-2"
CONFIRMATION: Final = "flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-ink"
# The setup of the two-step sign-in.
STEPS: Final = "flex flex-col gap-6"
STEP_TITLE: Final = "text-ui font-medium text-ink"
STEP_TEXT: Final = "mt-1 text-sm text-ink-faint text-pretty"
# The margin of the code is part of the image, which is white in dark mode too.
QR_CODE: Final = "mt-3 size-44 rounded-md inset-ring inset-ring-line"
CODES: Final = (
    "grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-surface p-4 font-mono text-sm text-ink "
    "inset-ring inset-ring-line-strong sm:max-w-sm"
)

LEGEND: Final = f"{form.LABEL} mb-2.5"
# The field that shows the secret of a new token.
KEY_PANEL: Final = "mb-5 flex flex-col gap-3 rounded-lg bg-accent-soft p-4 sm:p-5"
KEY_TITLE: Final = "text-ui font-semibold text-ink"
KEY_TEXT: Final = "text-ui text-ink-soft text-pretty"
KEY_ROW: Final = "flex flex-wrap items-center gap-2"
KEY_VALUE: Final = (
    "h-10 min-w-0 flex-1 basis-56 rounded-md bg-surface px-3 font-mono text-sm text-ink "
    "inset-ring inset-ring-line-strong"
)
