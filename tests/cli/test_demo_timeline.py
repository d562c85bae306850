"""What happens in the demo happens in an order that is possible, and the same each time."""

from datetime import timedelta
from functools import cache

from community.cli import demo
from community.cli.demo import acts
from community.cli.demo.timeline import LISTENS_SINCE, timeline
from community.cli.demo_loading.loading import BATCH, batches
from community.cli.demo_loading.progress import edition_of


@cache
def whole() -> tuple[acts.Act, ...]:
    return timeline()


def test_everything_happens_and_nothing_happens_in_the_future() -> None:
    said = sum(len(demo.remarks(post.slug)) for post in demo.posts())
    assert sum(isinstance(act, acts.Say) for act in whole()) == said
    assert sum(isinstance(act, acts.Publish) for act in whole()) == len(demo.posts())
    assert all(act.ago > timedelta() for act in whole())


def test_arrivals_come_first_and_then_everything_as_it_happened() -> None:
    arrivals = len(demo.people()) + len(demo.communities())
    assert all(isinstance(act, acts.Arrive | acts.Found) for act in whole()[:arrivals])
    ages = [act.ago for act in whole()[arrivals:]]
    assert ages == sorted(ages, reverse=True)


def test_nobody_answers_or_applauds_what_is_not_there_yet() -> None:
    there: set[tuple[str, int | None]] = set()
    for act in whole():
        if isinstance(act, acts.Publish):
            there.add((act.entry.slug, None))
        elif isinstance(act, acts.Say):
            assert (act.slug, act.remark.parent) in there
            there.add((act.slug, act.remark.number))
        elif isinstance(act, acts.Clap):
            assert (act.slug, act.applause.remark) in there
        elif isinstance(act, acts.PinRemark):
            assert (act.entry.slug, act.remark.number) in there


def test_who_writes_for_members_only_is_a_member_by_then() -> None:
    owners = {(group.owner, group.slug) for group in demo.communities()}
    members = set(owners)
    for act in whole():
        if isinstance(act, acts.Enter):
            members.add((act.person, act.group))
        elif isinstance(act, acts.Publish) and act.entry.community:
            group = next(each for each in demo.communities() if each.slug == act.entry.community)
            if group.posting == "members":
                assert (act.entry.author, group.slug) in members


def test_what_is_done_together_happened_close_together() -> None:
    first, *others = batches(whole())
    assert len(first) == len(demo.people()) + len(demo.communities())
    for batch in others:
        assert len(batch) <= BATCH
        assert batch[0].ago <= batch[-1].ago * 1.06
    assert [act for batch in (first, *others) for act in batch] == list(whole())


def test_people_are_told_of_the_last_days_only_and_have_not_seen_all_of_it() -> None:
    for person in demo.people():
        listens, caught_up, glanced = (
            [act.ago for act in whole() if isinstance(act, kind) and act.person == person.slug]
            for kind in (acts.Listen, acts.CatchUp, acts.Glance)
        )
        assert listens == [LISTENS_SINCE]
        assert LISTENS_SINCE > max(caught_up) >= min(caught_up) > glanced[0] > timedelta()


def test_another_content_is_another_edition() -> None:
    assert edition_of(whole()) == edition_of(timeline())
    assert edition_of(whole()) != edition_of(timeline(demo.posts()[:3]))
