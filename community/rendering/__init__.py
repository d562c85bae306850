"""Renders each part of the interface as Reflex components or as HTML, with the same function.

Parts, for example those in `community/components/`, build elements with `el` and read models. On
live pages the fields of a read model are Reflex Vars, whose values only the browser knows, and `el`
creates components. Inside `html_output()`, for example while the server renders a page, the fields
are plain values and `el` creates HTML. The design gallery passes plain values on a live page.

A part must not use `if`, `and`, `not`, `len()` or `for` on fields of a read model, because Vars do
not support them. Use `when`, `present`, `choose`, `choose_lazily`, `switch`, `first_of`, `negate`,
`length`, `each` and `each_numbered`.
"""

from community.rendering.conditions import (
    choose,
    choose_lazily,
    each,
    each_numbered,
    first_of,
    length,
    negate,
    present,
    switch,
    when,
)
from community.rendering.elements import Node, cached_html, el, group, html_output, sanitized_html
from community.rendering.html_cache import HtmlCache
from community.rendering.react_components import react_component
from community.rendering.texts import (
    file_size,
    full_number,
    initials,
    local_time,
    plural_text,
    relative_time,
    rich_text,
    short_count,
)
