"""Permission checks for reactions, and validation of the kinds that administrators configure."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.text.normalization import clean_line
from community.i18n import gettext as _

SECTION: Final = "like-reactions"
# The feature that a subscription plan must include so that its users may use extended reactions.
EXTENDED_FEATURE: Final = "reactions"
NAME_MAX_LENGTH: Final = 40
EMOJI_MAX_LENGTH: Final = 16
CODE_MAX_LENGTH: Final = 30
# The largest picker that still fits on a phone.
MAX_ACTIVE_KINDS: Final = 24
# Includes retired kinds. The pages of the site contain the list of all kinds.
MAX_KINDS: Final = 100
IMAGE_MAX_BYTES: Final = 256 * 1024
IMAGE_WIDTH: Final = 160

_CODE = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{CODE_MAX_LENGTH - 1}}}")
_NOT_IN_CODE = re.compile(r"[^a-z0-9]+")
_JOINER = "\u200d"
_KEYCAP = "\u20e3"
_KEYCAP_BASES = frozenset("0123456789#*")
_REGIONAL_INDICATORS = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_PRESENTATION_SELECTOR = "\ufe0f"


def may_use_extended_reactions(actor: Actor) -> bool:
    return actor.has_feature(EXTENDED_FEATURE)


def ensure_may_manage_kinds(actor: Actor) -> None:
    actor.ensure_section(SECTION)


def clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=NAME_MAX_LENGTH)
    if not cleaned:
        raise Invalid.for_field("name", _("Enter a name."))
    return cleaned


def clean_emoji(emoji: str) -> str:
    """Return the emoji without spaces around it.

    Raise `Invalid` if the text is not a single emoji.
    """
    cleaned = clean_line(emoji, field="emoji", max_length=EMOJI_MAX_LENGTH)
    if not _is_single_emoji(cleaned):
        raise Invalid.for_field("emoji", _("Enter a single emoji."))
    return cleaned


def choose_code(code: str, name: str, taken: Collection[str]) -> str:
    """Return the code of a new kind: `code`, or an unused code that is derived from the name.

    Raises:
        Invalid: `code` contains other characters than lower-case letters, digits, `-` and `_`.
        Conflict: `code` is taken.
    """
    if code:
        if not _CODE.fullmatch(code):
            message = _("Use lowercase letters, digits, hyphens and underscores.")
            raise Invalid.for_field("code", message)
        if code in taken:
            raise Conflict(_("This code is taken."), field_errors={"code": [_("Already taken.")]})
        return code
    base = _NOT_IN_CODE.sub("-", name.lower()).strip("-")[: CODE_MAX_LENGTH - 4] or "reaction"
    numbered = (f"{base}-{number}" for number in range(2, MAX_KINDS + 2))
    return base if base not in taken else next(free for free in numbered if free not in taken)


def ensure_room(*, active_count: int, total_count: int = 0) -> None:
    """Raise `Conflict` unless there is room for one more active kind."""
    if active_count >= MAX_ACTIVE_KINDS:
        raise Conflict(
            _("At most {n} reactions can be active. Turn one off first.", n=MAX_ACTIVE_KINDS)
        )
    if total_count >= MAX_KINDS:
        raise Conflict(_("A site can have at most {n} reactions.", n=MAX_KINDS))


def ensure_one_for_everyone(choosable_count: int) -> None:
    """Raise `Conflict` if members without a subscription could no longer choose any reaction."""
    if not choosable_count:
        raise Conflict(_("At least one active reaction must be available to everyone."))


def _is_single_emoji(text: str) -> bool:
    """Return whether the text is one emoji, possibly composed of several joined characters."""
    if not text:
        return False
    if text[0] in _KEYCAP_BASES:
        return text[1:].replace(_PRESENTATION_SELECTOR, "") == _KEYCAP
    flags = [char for char in text if ord(char) in _REGIONAL_INDICATORS]
    if flags:
        return len(flags) == len(text) == 2
    return all(_is_emoji_part(part) for part in text.split(_JOINER))


def _is_emoji_part(part: str) -> bool:
    """Return whether the text is one symbol, followed only by characters that modify it."""
    return (
        bool(part)
        and unicodedata.category(part[0]) in {"So", "Sm"}
        and all(
            char == _PRESENTATION_SELECTOR
            or ord(char) in _SKIN_TONES
            or ord(char) in _TAGS
            or ord(char) == 0xE007F
            for char in part[1:]
        )
    )
