"""Everything that happens in the demo in the order in which it happened, the same each time.

People and communities come first of all, so that a site where their names are taken refuses them
before anything else is there.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import chain
from random import Random

from . import acts
from .content import applause, communities, people, posts, remarks
from .schemas import Entry, Group, Person

HOUR = timedelta(hours=1)

REACTS_AFTER = timedelta(hours=7)
"""Mean time from something said to a reaction to it, where it is old enough for that."""

SHARE_OF_AGE = 0.6
"""A reaction comes within this share of the age of what it is to."""

LISTENS_SINCE = timedelta(days=3)
"""What happened longer ago stands in no inbox: nobody would look it up, and each reply of those
months would cost as much again."""

CAUGHT_UP = timedelta(hours=20)
GLANCED = timedelta(hours=2)
"""The last time that people read their inbox, and that they looked at it: some of it is new."""

SETTLES_WITHIN = timedelta(days=60)
"""How long people take to find whom to follow, and where to be a member."""


def timeline(entries: Sequence[Entry] | None = None) -> tuple[acts.Act, ...]:
    """What happens, the earliest first.

    Args:
        entries: only these posts, with what was said under them; all of them by default.
    """
    shown = posts() if entries is None else entries
    arrivals: list[acts.Act] = [
        *(acts.Arrive(ago=person.age, person=person) for person in people()),
        *(acts.Found(ago=group.age, group=group) for group in communities()),
    ]
    life = chain(_settling(shown), *map(_around, shown), _inboxes())
    return (*_in_order(arrivals), *_in_order(life))


def _in_order(happened: "chain[acts.Act] | list[acts.Act]") -> list[acts.Act]:
    return sorted(happened, key=lambda act: act.ago, reverse=True)


def _settling(shown: Sequence[Entry]) -> Iterator[acts.Act]:
    """People say who they are, and find each other and the communities."""
    chance = Random("settling")
    cast = {person.slug: person for person in people()}
    for person in people():
        yield acts.Dress(ago=person.age - HOUR, person=person)
        for slug in person.follows:
            since = _soon(chance, min(person.age, cast[slug].age))
            yield acts.Follow(ago=since, person=person.slug, followed=slug)
    for group in communities():
        yield acts.Furnish(ago=group.age - HOUR / 2, group=group)
        members = [each for each in people() if group.slug in each.member_of]
        for person in members:
            if person.slug != group.owner:
                yield from _membership(chance, person, group, shown)


def _membership(
    chance: Random, person: Person, group: Group, shown: Sequence[Entry]
) -> Iterator[acts.Act]:
    """Joining, before the first own post there; and being appointed."""
    own = (e.age for e in shown if e.author == person.slug and e.community == group.slug)
    earliest = min(person.age, group.age)
    latest = min(max(own, default=timedelta()) + HOUR, earliest)
    since = max(_soon(chance, earliest), latest)
    yield acts.Enter(ago=since, person=person.slug, group=group.slug)
    if person.slug in group.moderators:
        yield acts.Appoint(
            ago=since - HOUR / 2, owner=group.owner, person=person.slug, group=group.slug
        )


def _soon(chance: Random, age: timedelta) -> timedelta:
    """Some time after what is ``age`` old, often not long after it."""
    return age - min(SETTLES_WITHIN, age * 0.9) * chance.random() ** 2


def _around(entry: Entry) -> Iterator[acts.Act]:
    """A post, what was said under it, and how it was liked."""
    said = remarks(entry.slug)
    yield acts.Publish(ago=entry.age, entry=entry)
    for remark in said:
        yield acts.Say(ago=entry.age - remark.after, slug=entry.slug, remark=remark)
    chance = Random(f"around {entry.slug}")
    for clap in applause(entry.slug):
        age = entry.age - (timedelta() if clap.remark is None else said[clap.remark].after)
        delay = min(REACTS_AFTER * chance.expovariate(1), age * SHARE_OF_AGE * chance.random())
        yield acts.Clap(ago=age - delay, slug=entry.slug, applause=clap)
    interest = 40 + 9 * len(applause(entry.slug)) ** 0.8 + 4 * len(said) ** 0.85
    readers = round(interest * chance.uniform(0.8, 1.3))
    yield acts.Draw(ago=HOUR, slug=entry.slug, readers=readers)
    yield from _pins(entry)


def _pins(entry: Entry) -> Iterator[acts.Act]:
    """What stands on top: a comment of a long discussion, and the long thread in its community."""
    owners = {group.slug: group.owner for group in communities()}
    if entry.pinned:
        said = next(each for each in remarks(entry.slug) if each.text.startswith(entry.pinned))
        yield acts.PinRemark(ago=(entry.age - said.after) * 0.9, entry=entry, remark=said)
    if entry.on_top:
        owner = owners[entry.community or ""]
        yield acts.PinPost(ago=entry.age * 0.9, owner=owner, slug=entry.slug)


def _inboxes() -> Iterator[acts.Act]:
    """Everybody is told what happened lately and reads it now and then, at times of their own."""
    chance = Random("inboxes")
    for person in people():
        yield acts.Silence(ago=person.age - HOUR / 2, person=person.slug)
        yield acts.Listen(ago=LISTENS_SINCE, person=person.slug)
        yield acts.Glance(ago=GLANCED * chance.uniform(0.7, 1.5), person=person.slug)
        moment = CAUGHT_UP * chance.uniform(0.8, 1.4)
        while moment < LISTENS_SINCE:
            yield acts.CatchUp(ago=moment, person=person.slug)
            moment *= chance.uniform(1.4, 1.9)
