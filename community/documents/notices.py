"""Pages that say what is not there."""

import htpy as h
from htpy import Element

from community.documents.content import Content, meta
from community.documents.parts import icon
from community.looks import bits, button
from community.looks import missing as words
from community.looks.icons import IconName


def missing(sentence: str, path: str) -> Content:
    """The page of an address where there is nothing."""
    return Content(
        meta("Not found", path, indexed=False),
        [empty(words.NOT_HERE, sentence, "search", words.WAY_OUT)],
        status=404,
        life=5.0,
    )


def empty(
    title: str, text: str, icon_name: IconName, action: tuple[str, str] | None = None
) -> Element:
    """An invitation where nothing is yet; `action` is an address and its words."""
    return h.div(class_=bits.EMPTY)[
        icon(icon_name, bits.EMPTY_ICON),
        h.h2(class_=bits.EMPTY_TITLE)[title],
        h.p(class_=bits.EMPTY_TEXT)[text],
        action
        and h.div(class_=bits.EMPTY_ACTION)[
            h.a(href=action[0], class_=button.look("secondary"))[action[1]]
        ],
    ]
