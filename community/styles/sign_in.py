"""Class names for the sign-in and registration forms."""

from typing import Final

PROVIDERS: Final = "grid grid-cols-2 gap-2.5"
PROVIDER: Final = (
    "flex h-11 items-center justify-center gap-2.5 rounded-md bg-surface px-3 text-ui font-medium "
    "text-ink inset-ring inset-ring-line transition-colors duration-100 hover:bg-well "
    "last:odd:col-span-2"
)
PROVIDER_MARK: Final = "size-5 shrink-0"
PROVIDER_NAME: Final = "min-w-0 truncate"
DIVIDER: Final = (
    "my-5 flex items-center gap-3 text-sm text-ink-faint before:h-px before:flex-1 "
    "before:bg-line after:h-px after:flex-1 after:bg-line"
)
# The pages that links in mails open.
LINK_PAGE: Final = "max-w-md"
DIALOG_BODY: Final = "mt-6"
FORM: Final = "flex flex-col gap-4"
LABEL_ROW: Final = "flex items-baseline justify-between gap-3"
FORM_BUTTONS: Final = "flex flex-wrap gap-3"
SUBMIT: Final = "mt-1 w-full"
HELP_LINK: Final = "-mt-1 self-start text-sm"
PASSKEY: Final = "flex flex-col gap-3"
LINK_BELOW_FORM: Final = "mt-5 text-ui"
FORM_SWITCH: Final = "mt-6 text-center text-ui text-ink-soft"
# What users agree to when they create an account.
AGREEMENT: Final = "text-sm text-ink-faint text-pretty"
