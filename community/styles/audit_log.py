"""Class names for the side sheet of an entry of the audit log."""

from typing import Final

CODE: Final = "font-mono text-xs"
REASON: Final = "mt-4 border-s-2 border-line-strong ps-3 text-sm text-ink-soft"
CHANGES: Final = "flex flex-col gap-4"
NAME: Final = "mb-1 font-mono text-xs text-ink-faint"
_ROW: Final = "flex gap-3 px-3 py-1.5 text-sm first:rounded-t-md last:rounded-b-md"
BEFORE: Final = f"{_ROW} bg-danger-soft"
AFTER: Final = f"{_ROW} bg-success-soft"
LABEL: Final = "w-14 shrink-0 text-ink-soft"
VALUE: Final = "min-w-0 break-words text-ink"
