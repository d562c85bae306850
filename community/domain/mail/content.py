"""The content of a mail, from which its text part and its HTML part are built."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Button:
    """The link that the mail is about."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Link:
    """A paragraph with a link below it, for what few recipients need."""

    text: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Labels and values, for example the device and the time of a sign-in."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph in a softer colour."""

    text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A text that a user of the site has written."""

    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list, with a link to the place where it happened."""

    text: str
    url: str
    context: str = ""  # the title of the place, or empty
    quote: str = ""  # what a user of the site has written there, or empty


# A string is a paragraph. All texts are plain text.
Part: TypeAlias = str | Button | Link | Facts | Note | Quote | Entry


@dataclass(frozen=True, slots=True)
class Message:
    """A mail before it is rendered."""

    subject: str
    preheader: str  # the text that mail programs show after the subject in lists of mails
    parts: Sequence[Part]
    reason: str
    # The address that ends such mails. A POST request to it unsubscribes without further questions
    # (RFC 8058). Empty for transactional mails.
    unsubscribe_url: str = ""


@dataclass(frozen=True, slots=True)
class MailContent:
    subject: str
    text: str
    html: str
    unsubscribe_url: str = ""
