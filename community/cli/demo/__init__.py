"""Demo content: twelve people, six communities, forty posts, and what they said about them.

The content is data (TOML, Markdown, plain text) and pure functions that read it; nothing here knows
the database. ``people``, ``communities``, ``posts``, ``remarks`` and ``applause`` give frozen
values, ``pictures.draw`` gives their pictures, ``check`` says whether it all holds together.
"""

from . import pictures
from .consistency import check, pictures_used
from .content import applause, communities, people, posts, remarks
from .schemas import Applause, Entry, Group, Person, Remark

__all__ = [
    "Applause",
    "Entry",
    "Group",
    "Person",
    "Remark",
    "applause",
    "check",
    "communities",
    "people",
    "pictures",
    "pictures_used",
    "posts",
    "remarks",
]
