"""Small pieces of documents, in the same words and classes as `components/ui`."""

from datetime import datetime
from functools import cache, lru_cache

import htpy as h
from htpy import Element, Fragment, Node
from markupsafe import Markup

from community.core import clock
from community.domain.accounts.schemas import Person
from community.domain.site.schemas import ReactionCount
from community.looks import avatar as faces
from community.looks import bits, icons, reaction, words
from community.looks.avatar import Shape, Size
from community.looks.icons import IconName

# Faces that are kept printed.
FACES = 2_000


@cache
def icon(name: IconName, class_name: str = icons.ICON) -> Markup:
    """A decorative drawing; printed once."""
    drawing = h.svg(class_=class_name, viewBox=icons.VIEW_BOX, aria_hidden="true")[
        h.path(d=icons.PATHS[name])
    ]
    return Markup(str(drawing))


@lru_cache(maxsize=FACES)
def avatar(
    name: str, picture: str | None, size: Size = "md", shape: Shape = "person", class_name: str = ""
) -> Markup:
    """A face: the picture over the initials."""
    pixels = str(faces.PIXELS[size])
    drawn = h.span(class_=f"{faces.look(size, shape)} {class_name}".rstrip(), aria_hidden="true")[
        faces.initials(name),
        picture
        and h.img(
            src=picture, alt="", width=pixels, height=pixels, loading="lazy", class_=faces.PICTURE
        ),
    ]
    return Markup(str(drawn))


def face(person: Person, size: Size = "sm") -> Markup:
    """Somebody's face."""
    return avatar(person.name, person.avatar, size)


def time(at: datetime, class_name: str = bits.TIME) -> Element:
    """How long ago that was."""
    return h.time(class_=class_name, datetime=clock.iso(at), title=words.full_time(at))[
        words.relative_time(at, clock.now())
    ]


def count(number: int) -> Element:
    """A number as short as it can be said."""
    return h.span(class_=bits.COUNT)[words.short_count(number)]


def reactions(chips: list[ReactionCount], *, small: bool = False) -> Element | Markup:
    """The chips under a post or a comment; the picker comes with the live page."""
    chip, add = (
        (reaction.CHIP_SMALL, reaction.ADD_SMALL) if small else (reaction.CHIP, reaction.ADD)
    )
    if not chips:
        return _no_reactions(add)
    return h.div(class_=reaction.BAR)[
        (
            h.span(class_=chip)[h.span(class_=reaction.EMOJI)[each.emoji], count(each.count)]
            for each in chips
        ),
        h.span(class_=add)[icon("react")],
    ]


@cache
def _no_reactions(add: str) -> Markup:
    return Markup(str(h.div(class_=reaction.BAR)[h.span(class_=add)[icon("react")]]))


def joined(*children: Node) -> Fragment:
    """Several pieces without an element of their own."""
    return h.fragment[children]
