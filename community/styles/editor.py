"""Class names and icons for the post editor and the comment composer.

The scripts in `assets/ui/writing` receive them as dictionaries. They are defined here and not in
the scripts, because Tailwind searches only `community/styles` for class names.
"""

from typing import Final

from community.styles import comment
from community.styles.ui import button, form, overlay
from community.styles.ui.icons import PATHS

MIN_HEIGHT: Final = "min-h-[60dvh]"
# Reserves space for the toolbar, which is missing on the server-rendered page.
TOOLBAR_PLACEHOLDER: Final = "block h-8 w-[33.5rem] max-w-full max-sm:h-9"
_SUGGESTIONS: Final[dict[str, str]] = {
    "mention_option": f"{overlay.MENU_ITEM} cursor-pointer aria-selected:bg-well",
    "mention_avatar": "size-6 shrink-0 rounded-full object-cover",
    "mention_name": "truncate font-medium",
    "mention_slug": "truncate text-ink-faint",
}
_SUGGESTION_LIST: Final = "z-30 max-h-72 overflow-y-auto rounded-lg bg-surface p-1.5 shadow-menu"

EDITOR: Final[dict[str, str]] = {
    **_SUGGESTIONS,
    "frame": "relative",
    "text_frame": "relative",
    "suggestions": "absolute z-30 w-80 max-w-full",
    "mention_list": _SUGGESTION_LIST,
    # On phones the bar is at the bottom, above the on-screen keyboard (`keyboard_height.js`), and
    # the layout hides its header and its bottom navigation.
    "bar": (
        "editor-bar z-10 bg-page/92 backdrop-blur-md max-sm:fixed max-sm:inset-x-0 "
        "max-sm:bottom-(--keyboard-height,0px) max-sm:z-30 max-sm:flex max-sm:flex-col-reverse "
        "max-sm:border-t max-sm:border-line max-sm:pb-[env(safe-area-inset-bottom)] "
        "sm:sticky sm:top-[calc(var(--spacing-header)+3.5rem)] sm:-mx-1 sm:px-1 sm:pt-2"
    ),
    # The height is fixed, so that the text does not move when the code language appears.
    "below_toolbar": "flex items-center gap-3 max-sm:px-2 max-sm:not-empty:py-1 sm:h-9",
    "toolbar": (
        f"{comment.TOOLBAR} max-sm:w-full max-sm:rounded-none max-sm:bg-transparent "
        "max-sm:shadow-none max-sm:[scrollbar-width:none] max-sm:overscroll-x-contain "
        "max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] "
        "max-sm:after:w-8 max-sm:after:shrink-0 max-sm:after:content-['']"
    ),
    "toolbar_group": (
        "flex items-center gap-0.5 not-first:ms-1 not-first:border-s not-first:border-line "
        "not-first:ps-1"
    ),
    "toolbar_button": comment.TOOLBAR_BUTTON,
    "language": (
        "h-8 w-28 rounded-md bg-surface px-2 font-mono text-xs text-ink shadow-menu "
        "focus-visible:outline-2"
    ),
    "link_form": (
        "flex w-full max-w-xl items-center gap-1 rounded-md bg-surface p-1 text-ui shadow-menu "
        "max-sm:rounded-none max-sm:bg-transparent max-sm:shadow-none"
    ),
    "link_field": "h-8 min-w-0 flex-1 bg-transparent px-2 text-base focus-visible:outline-none",
    "link_button": (
        "h-8 shrink-0 rounded-sm px-2 text-sm font-medium text-ink-soft hover:bg-well "
        "hover:text-ink disabled:opacity-50"
    ),
    "text": comment.COMPOSER_TEXT,
    "image": "relative inline-block max-w-full align-top",
    "image_alt": (
        "absolute inset-x-2 bottom-2 z-1 h-9 rounded-md bg-surface px-3 font-sans text-sm "
        "text-ink shadow-menu focus-visible:outline-2"
    ),
    "upload": (
        "my-2 flex flex-wrap items-center gap-3 rounded-md bg-well p-2 font-sans text-sm "
        "text-ink-soft data-[state=error]:bg-danger-soft data-[state=error]:text-danger"
    ),
    "upload_image": "size-14 rounded-sm object-cover",
    "upload_text": "min-w-0 flex-1",
    "upload_button": "rounded-sm px-2 py-1 font-medium hover:bg-well-strong",
}

COMPOSER: Final[dict[str, str]] = {
    "form": comment.FORM,
    "field_frame": "relative",
    "field": comment.FORM_FIELD,
    "bar": comment.FORM_BAR,
    "end": comment.FORM_END,
    "toolbar_button": button.class_names("quiet", "sm", icon_only=True),
    "assistant": button.class_names("quiet", "sm"),
    "assistant_label": "max-sm:sr-only",
    "cancel": button.class_names("quiet", "sm"),
    "submit": button.class_names("primary", "sm"),
    "remaining": "text-sm text-ink-faint tabular-nums data-[state=over]:text-danger",
    "error": f"{form.ERROR} px-4 pb-1",
    **_SUGGESTIONS,
    "mention_list": f"absolute inset-x-2 top-full max-w-sm {_SUGGESTION_LIST}",
    "images": "flex flex-wrap gap-2 px-4 pb-2",
    "image": (
        "relative size-20 overflow-hidden rounded-md bg-well data-[state=error]:h-auto "
        "data-[state=error]:w-full data-[state=error]:bg-danger-soft"
    ),
    "image_preview": "size-20 object-cover",
    "image_progress": "absolute inset-x-1.5 bottom-1.5 h-1 w-[calc(100%-0.75rem)]",
    "image_error": (
        "absolute inset-y-0 inset-s-24 inset-e-10 flex items-center text-sm text-danger"
    ),
    "image_remove": (
        "absolute inset-e-1 top-1 flex size-6 items-center justify-center rounded-full bg-ink "
        "text-sm text-page"
    ),
}
COMPOSER_ICONS: Final[dict[str, str]] = {name: PATHS[name] for name in ("image", "sparkles", "x")}

EDITOR_ICONS: Final[dict[str, str]] = {
    name: PATHS[name]
    for name in (
        "heading_2",
        "heading_3",
        "bold",
        "italic",
        "strikethrough",
        "code",
        "link",
        "quote",
        "list",
        "list_ordered",
        "minus",
        "image",
        "undo",
    )
} | {
    # More icons from Lucide, which only the editor uses.
    "code_block": (
        "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"
        "M10 9.5 8 12l2 2.5M14 9.5l2 2.5-2 2.5"
    ),
    "redo": "M15 14l5-5-5-5M20 9H9.5A5.5 5.5 0 0 0 4 14.5 5.5 5.5 0 0 0 9.5 20H13",
}
