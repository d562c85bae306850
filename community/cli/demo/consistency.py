"""Whether the demo content holds together: every name that is used belongs to somebody."""

import re
from collections.abc import Collection, Iterator

from . import pictures
from .content import communities, people, posts, remarks
from .schemas import Entry, Group, Person

MENTION = re.compile(r"(?<![\w`])@([a-z0-9_-]+)")

POSTING = frozenset({"everyone", "members", "moderators"})


def check() -> None:
    """Refuse content that cannot be loaded.

    Raises:
        ValueError: with one line for each thing that is wrong.
    """
    faults = [*_faults_of_people(), *_faults_of_communities(), *_faults_of_posts()]
    if faults:
        raise ValueError("\n".join(faults))


def pictures_used() -> frozenset[str]:
    """Names of all pictures that people, communities and posts show."""
    faces = {name for person in people() for name in (person.avatar, person.header)}
    badges = {name for group in communities() for name in (group.avatar, group.header)}
    covers = {name for entry in posts() for name in (entry.cover, *entry.pictures)}
    return frozenset(faces | badges | covers) - {""}


def _slugs() -> frozenset[str]:
    return frozenset(person.slug for person in people())


def _unknown(where: str, what: str, names: Collection[str], known: Collection[str]) -> list[str]:
    return [f"{where}: no {what} {name!r}" for name in names if name not in known]


def _faults_of_people() -> Iterator[str]:
    groups = {group.slug for group in communities()}
    for person in people():
        where = f"person {person.slug}"
        yield from _unknown(where, "person", person.follows, _slugs() - {person.slug})
        yield from _unknown(where, "community", person.member_of, groups)
    yield from _unknown("pictures", "picture", pictures_used(), pictures.names())


def _faults_of_communities() -> Iterator[str]:
    cast = {person.slug: person for person in people()}
    for group in communities():
        where = f"community {group.slug}"
        staff = (group.owner, *group.moderators)
        yield from _unknown(where, "person", staff, cast)
        yield from _unknown(where, "way of posting", [group.posting], POSTING)
        yield from (
            f"{where}: {slug} is not a member"
            for slug in staff
            if slug in cast and group.slug not in cast[slug].member_of
        )
        if group.owner in cast and cast[group.owner].age < group.age:
            yield f"{where}: is older than its owner's account"


def _faults_of_posts() -> Iterator[str]:
    cast = {person.slug: person for person in people()}
    groups = {group.slug: group for group in communities()}
    seen: set[str] = set()
    for entry in posts():
        where = f"post {entry.slug}"
        if entry.slug in seen:
            yield f"{where}: there are two of them"
        seen.add(entry.slug)
        yield from _unknown(where, "person", [entry.author, *_mentions(entry.text)], cast)
        yield from _unknown(
            where, "community", [entry.community] if entry.community else [], groups
        )
        if entry.author in cast:
            yield from _faults_of_author(entry, cast[entry.author], groups)
        yield from _faults_of_discussion(entry)


def _faults_of_author(entry: Entry, author: Person, groups: dict[str, Group]) -> Iterator[str]:
    if author.age < entry.age:
        yield f"post {entry.slug}: is older than its author's account"
    group = groups.get(entry.community or "")
    if group is None:
        return
    allowed = {
        "everyone": True,
        "members": group.slug in author.member_of,
        "moderators": author.slug in (group.owner, *group.moderators),
    }
    if not allowed.get(group.posting):
        yield f"post {entry.slug}: {author.slug} may not write in {group.slug}"
    if group.age < entry.age:
        yield f"post {entry.slug}: is older than its community"


def _faults_of_discussion(entry: Entry) -> Iterator[str]:
    if not any(remark.text.startswith(entry.pinned) for remark in remarks(entry.slug)):
        yield f"post {entry.slug}: nobody said what is pinned there"
    if entry.on_top and entry.community is None:
        yield f"post {entry.slug}: is on top of nothing"
    for remark in remarks(entry.slug):
        where = f"post {entry.slug}, remark {remark.number}"
        yield from _unknown(where, "person", [remark.author, *_mentions(remark.text)], _slugs())
        if not remark.text:
            yield f"{where}: says nothing"
        if remark.after >= entry.age:
            yield f"{where}: has not been written yet"


def _mentions(text: str) -> list[str]:
    return MENTION.findall(text)
