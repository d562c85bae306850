"""Class names for the section with background jobs."""

from typing import Final

BUTTONS: Final = "flex flex-wrap gap-2"
ARGUMENTS: Final = "font-mono text-xs whitespace-pre-wrap break-all"

HISTORY: Final = "mt-8"
HISTORY_HEADER: Final = "mb-3 flex flex-wrap items-center justify-between gap-3"
HISTORY_TITLE: Final = "text-base font-semibold"
RUNS: Final = "divide-y divide-line rounded-lg bg-surface text-sm inset-ring inset-ring-line"
RUN: Final = "flex items-start gap-3 px-4 py-2.5 text-ink-faint"
RUN_TEXT: Final = "flex min-w-0 flex-1 flex-wrap gap-x-2"
RUN_NAME: Final = "font-medium text-ink wrap-anywhere"
RUN_KIND: Final = "text-ink-faint"
RUN_ERROR: Final = "min-w-0 basis-full text-danger wrap-anywhere"
