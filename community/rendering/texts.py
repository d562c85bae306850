"""Texts for parts: numbers, dates, initials and translated messages that contain elements.

For plain values the texts are created now. For Vars they are created in the browser by
`assets/ui/formats.js` and `assets/ui/i18n.js`, whose functions return the same texts.
"""

import re
from datetime import datetime
from typing import Any, cast

import reflex as rx

from community import i18n
from community.core import clock
from community.i18n import formats
from community.reflex_adapter.vars import js_function
from community.rendering.elements import Node, el, group, is_html_output
from community.rendering.react_components import react_component
from community.styles.ui import avatar, display

_FORMATS = "$/public/ui/formats.js"
_I18N = "$/public/ui/i18n.js"


def full_number(number: float) -> str:
    """Return a number with thousands separators, for example 12,345."""
    if isinstance(number, rx.Var):
        return cast("str", js_function("fullNumber", _FORMATS).call(number))
    return formats.format_number(number)


def short_count(number: int) -> str:
    """Return a number in short form, for example 950, 1.2K or 3.4M."""
    if isinstance(number, rx.Var):
        return cast("str", js_function("shortCount", _FORMATS).call(number))
    return formats.format_short_count(number)


def file_size(size: int) -> str:
    """Return the size of a file in bytes as a text, for example "1.2 MB"."""
    if isinstance(size, rx.Var):
        return cast("str", js_function("fileSize", _FORMATS).call(size))
    return formats.format_file_size(size)


def initials(name: str) -> str:
    if isinstance(name, rx.Var):
        return cast("str", js_function("initials", _FORMATS).call(name))
    return avatar.initials(name)


def plural_text(singular: str, plural: str, n: int, **values: Any) -> str:
    """Return the singular or plural form of a text, depending on `n`.

    The placeholder `{n}` is replaced by `n`, and any other placeholder, such as `{name}`, by the
    keyword argument with the same name. If `n` is a Var, all plural forms in the site's language
    are compiled into the page, and the browser chooses one.
    """
    if isinstance(n, rx.Var):
        forms = i18n.plural_forms(singular, plural)
        call = js_function("pluralText", _I18N).call(forms, n, rx.Var.create(values))
        return cast("str", call.to(str))
    return i18n.ngettext(singular, plural, n, **values)


def rich_text(message: str, **nodes: Node) -> Node:
    """Return a message in which each `{name}` placeholder is replaced by the node `name`.

    Call gettext without values, so that the translated message still contains its placeholders:
    `rich_text(_("Saved {time}"), time=relative_time(saved_at))`. A message that is a Var, such as
    the result of `plural_text`, can contain only one placeholder.
    """
    if isinstance(message, rx.Var):
        [(name, node)] = nodes.items()
        texts = message.to(str).split(f"{{{name}}}")
        return group(texts[0], node, texts[1])
    parts = re.split(r"\{(\w+)\}", message)
    return group(*(nodes[part] if index % 2 else part for index, part in enumerate(parts)))


_RelativeTime = react_component("relative_time.js", "RelativeTime")
_LocalTime = react_component("relative_time.js", "LocalTime")


def local_time(at: Any, class_name: str = "") -> Node:
    """Return a date and time in the time zone of the viewer, on live pages."""
    return _LocalTime(at=at, class_name=class_name)


def relative_time(
    at: datetime, class_name: str = display.TIME, *, in_sentence: bool = False
) -> Node:
    """Return a text that tells how long ago `at` was, with the full date as its tooltip.

    If `in_sentence` is true, the text is "5 min ago" or "on 12 Nov" instead of "5 min" or "12 Nov".
    The server renders only the short form.
    """
    if not is_html_output():
        time = at if isinstance(at, rx.Var) else clock.format_iso(at)
        return _RelativeTime(at=time, in_sentence=in_sentence, class_name=class_name)
    return el.time(
        formats.format_relative_time(at, clock.now()),
        class_name=class_name,
        date_time=clock.format_iso(at),
        title=formats.format_full_time(at),
    )
