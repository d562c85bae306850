"""The values of the cells of a table. Other cells contain texts, numbers and times."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

Tone: TypeAlias = Literal["neutral", "accent", "danger", "success", "strong"]


class Profile(Protocol):
    """A user or a community."""

    @property
    def name(self) -> str: ...
    @property
    def slug(self) -> str: ...
    @property
    def avatar(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Person:
    """The value of a `person` column: a user, or a community with its avatar."""

    name: str
    slug: str
    avatar: str | None = None

    @classmethod
    def of(cls, profile: Profile) -> "Person":
        return cls(profile.name, profile.slug, profile.avatar)


@dataclass(frozen=True, slots=True)
class Picture:
    """The value of a `picture` column: an image with its name, and a note below it."""

    text: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """The value of a `badge` column. `label` is an untranslated text, marked with `noop`."""

    label: str
    tone: Tone = "neutral"


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Money:
    """The value of a `money` column: an amount in minor units. A record has one currency."""

    amount: int
    currency: str


Value: TypeAlias = str | int | float | datetime | Person | Picture | Badge | Link | Money | None
