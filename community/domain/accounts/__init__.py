"""Accounts: who people are, how they come in, and how the site knows who is asking."""

from community.domain.accounts.identity import (
    actor_of,
    actor_of_session,
    actor_of_token,
    is_seen_due,
    note_seen,
)
from community.domain.accounts.queries import find_moved, find_user, get_user, people, person_of
from community.domain.accounts.schemas import Device, Person, Profile, Token

__all__ = [
    "Device",
    "Person",
    "Profile",
    "Token",
    "actor_of",
    "actor_of_session",
    "actor_of_token",
    "find_moved",
    "find_user",
    "get_user",
    "is_seen_due",
    "note_seen",
    "people",
    "person_of",
]
