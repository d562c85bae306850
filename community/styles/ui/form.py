"""Class names for form fields and for their labels, hints and error messages."""

from typing import Final

FIELD: Final = "flex flex-col gap-1.5"
# The margin keeps the label of an invalid field below the sticky bars (`assets/ajax_forms.js`).
LABEL: Final = "scroll-mt-16 text-sm font-medium text-ink"
OPTIONAL: Final = "font-normal text-ink-faint"
# If the field has an error, the error message replaces the hint.
HINT: Final = "text-sm text-ink-faint [[data-error-for]:not([hidden])+&]:hidden"
ERROR: Final = "flex items-start gap-1.5 text-sm text-danger"
ERROR_ICON: Final = "icon mt-0.5 size-4"

_BOX: Final = (
    "w-full rounded-md bg-surface text-ink inset-ring inset-ring-line-strong "
    "transition-shadow duration-100 "
    "focus:inset-ring-2 focus:inset-ring-accent-line focus:outline-none "
    "aria-invalid:inset-ring-danger disabled:bg-well disabled:text-ink-faint"
)
INPUT: Final = f"{_BOX} h-10 px-3 text-base"
TEXTAREA: Final = f"{_BOX} min-h-24 resize-none px-3 py-2 text-base field-sizing-content"
SELECT_FRAME: Final = "relative"
SELECT: Final = f"{_BOX} h-10 appearance-none ps-3 pe-9 text-base text-ellipsis"
# A select without a border, which shows only text and an arrow. Use it to sort or filter a list.
SELECT_QUIET: Final = (
    "h-8 appearance-none rounded-full bg-transparent ps-3 pe-8 text-sm text-ink-soft "
    "field-sizing-content pointer-coarse:h-10 "
    "hover:bg-well hover:text-ink"
)
SELECT_QUIET_FRAME: Final = "relative -me-3"
SELECT_ARROW: Final = (
    "icon pointer-events-none absolute inset-e-3 top-1/2 size-4 -translate-y-1/2 text-ink-faint"
)

CHOICE: Final = "flex items-start gap-3"
CHOICE_TEXT: Final = "flex min-w-0 flex-col"
LABEL_WITH_BADGE: Final = "flex flex-wrap items-center gap-x-2"
CHOICE_LABEL: Final = "text-ui text-ink"
# Choices of a group, one below the other.
CHOICES: Final = "flex flex-col gap-2.5"
CHECKBOX: Final = "checkbox"
RADIO: Final = "radio"
SWITCH: Final = "switch"
SWITCH_ROW: Final = "flex items-start justify-between gap-6 py-3"

STACK: Final = "flex flex-col gap-5"
# A group of related controls with a common legend.
GROUP: Final = "min-w-0"
GROUP_TITLE: Final = f"{LABEL} mb-3"
ACTIONS: Final = "flex flex-wrap items-center gap-3"
# An error that concerns the whole form, shown above the fields.
ALERT: Final = "rounded-md bg-danger-soft px-4 py-3 text-ui text-danger"
