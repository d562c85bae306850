"""The demo content: enough of everything, nothing that refers to nobody, the same each time."""

from collections import Counter
from datetime import timedelta
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from community.cli import demo
from community.cli.demo import consistency, content
from community.cli.demo.chain import plain, rounds
from community.cli.demo.nested import passages
from community.cli.demo.pace import moments
from community.cli.demo.reading import head_and_body, span
from community.cli.demo.schemas import PICTURE_SCHEME, Remark
from community.cli.demo.thread import LongThread

LONG_THREAD = "one-small-thing-you-learned-this-week"
ARGUMENT = "remove-one-thing-from-the-web"

COVER = (1600, 900)


def depths(said: tuple[Remark, ...]) -> list[int]:
    """How deep each remark stands; a parent must come before its answers."""
    found: list[int] = []
    for remark in said:
        found.append(0 if remark.parent is None else found[remark.parent] + 1)
    return found


def test_there_are_twelve_people_six_communities_and_forty_posts() -> None:
    assert (len(demo.people()), len(demo.communities()), len(demo.posts())) == (12, 6, 40)


def test_one_discussion_has_150_remarks_and_one_has_2000() -> None:
    sizes = {post.slug: len(demo.remarks(post.slug)) for post in demo.posts()}
    assert sizes.pop(ARGUMENT) == 150
    assert sizes.pop(LONG_THREAD) == 2000
    assert max(sizes.values()) <= 15


def test_everything_that_is_named_exists() -> None:
    demo.check()


def test_a_name_that_nobody_bears_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    *others, last = demo.people()
    monkeypatch.setattr(consistency, "people", lambda: tuple(others))
    with pytest.raises(ValueError, match=f"no person '{last.slug}'"):
        demo.check()


def test_the_cast_is_as_varied_as_real_people() -> None:
    cast = demo.people()
    assert sum(not person.avatar for person in cast) == 1
    assert max(len(person.name) for person in cast) > 40
    assert any("а" <= letter <= "я" for person in cast for letter in person.name.casefold())
    assert all(person.email.endswith("@example.com") for person in cast)


def test_everything_fits_the_limits_of_the_platform() -> None:
    for person in demo.people():
        assert 3 <= len(person.slug) <= 30
        assert len(person.name) <= 50
        assert len(person.bio) <= 500
    for post in demo.posts():
        assert 1 <= len(post.title) <= 255
        assert len(post.text) <= 100_000
        assert all(1 <= len(remark.text) <= 10_000 for remark in demo.remarks(post.slug))


def test_slugs_of_posts_and_people_are_unique() -> None:
    for slugs in ([post.slug for post in demo.posts()], [person.slug for person in demo.people()]):
        assert not [slug for slug, count in Counter(slugs).items() if count > 1]


@pytest.mark.parametrize("slug", [ARGUMENT, LONG_THREAD])
def test_an_answer_comes_after_what_it_answers_and_nothing_comes_from_the_future(slug: str) -> None:
    age = next(post.age for post in demo.posts() if post.slug == slug)
    said = demo.remarks(slug)
    assert [remark.number for remark in said] == list(range(len(said)))
    assert [remark.after for remark in said] == sorted(remark.after for remark in said)
    for remark in said:
        assert timedelta() < remark.after < age
        if remark.parent is not None:
            assert said[remark.parent].after < remark.after


def test_discussions_are_deep_enough_to_try_the_indentation() -> None:
    assert max(depths(demo.remarks(ARGUMENT))) > 10
    assert max(depths(demo.remarks(LONG_THREAD))) > 30


def test_no_two_roots_of_the_long_thread_are_alike() -> None:
    roots = [remark.text for remark in demo.remarks(LONG_THREAD) if remark.parent is None]
    assert len(roots) > 250
    assert len(set(roots)) == len(roots)


def test_no_sentence_is_worn_out_in_the_long_thread() -> None:
    counts = Counter(remark.text for remark in demo.remarks(LONG_THREAD))
    assert len(counts) > 1100
    assert max(counts.values()) < 10
    assert not any("{" in text for text in counts)


def test_nobody_says_the_same_thing_to_a_remark_twice() -> None:
    said = demo.remarks(LONG_THREAD)
    answers = Counter((remark.parent, remark.text) for remark in said if remark.parent is not None)
    assert max(answers.values()) == 1


def test_the_long_thread_is_composed_alike_each_time() -> None:
    voices = [person.slug for person in demo.people()]
    assert LongThread(voices).compose(900) == LongThread(voices).compose(900)


def test_the_long_thread_cannot_be_shorter_than_what_is_written_by_hand() -> None:
    with pytest.raises(ValueError, match="100 wanted"):
        LongThread([person.slug for person in demo.people()]).compose(100)


def test_times_and_applause_are_the_same_each_time() -> None:
    first = demo.remarks(ARGUMENT), demo.applause(ARGUMENT)
    content.remarks.cache_clear()
    content.applause.cache_clear()
    assert (demo.remarks(ARGUMENT), demo.applause(ARGUMENT)) == first


def test_nobody_applauds_themselves() -> None:
    said = demo.remarks(ARGUMENT)
    given = demo.applause(ARGUMENT)
    assert given
    for clap in given:
        author = "tomasz" if clap.remark is None else said[clap.remark].author
        assert clap.person != author
    assert len({(clap.person, clap.remark) for clap in given}) == len(given)


@pytest.mark.parametrize("name", sorted(demo.pictures_used()))
def test_a_picture_decodes_and_is_small(name: str) -> None:
    data = demo.pictures.draw(name)
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.format == "WEBP"
    assert len(data) < 250_000


def test_a_picture_is_drawn_alike_each_time() -> None:
    assert demo.pictures.draw("kazan") == demo.pictures.draw("kazan")


def test_each_post_has_a_cover_of_its_own() -> None:
    covers = [post.cover for post in demo.posts()]
    assert len(set(covers)) == len(covers)
    with Image.open(BytesIO(demo.pictures.draw(covers[0]))) as picture:
        assert picture.size == COVER


def test_no_picture_is_drawn_for_nobody() -> None:
    assert demo.pictures.names() == demo.pictures_used()


def test_pictures_in_a_text_get_their_addresses() -> None:
    post = next(post for post in demo.posts() if len(post.pictures) > 1)
    text = post.text_with({name: f"/media/{name}.webp" for name in post.pictures})
    assert PICTURE_SCHEME not in text
    assert f"(/media/{post.pictures[0]}.webp)" in text


def test_a_discussion_is_written_with_depths() -> None:
    said = passages("0 ann [tea]: Milk first.\n\nAlways.\n1 bob: Never.\n2 ann: Why?\n1 cy: Quite.")
    assert [passage.parent for passage in said] == [None, 0, 1, 0]
    assert said[0].text == "Milk first.\n\nAlways."
    assert said[0].topic == "tea"


@pytest.mark.parametrize("text", ["0 ann: Milk.\n2 bob: Why?", "Milk first.\n0 ann: Milk."])
def test_an_answer_to_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"answer to nothing|before the first remark"):
        passages(text)


def test_spans_of_time_are_read() -> None:
    assert span("2d 3h") == timedelta(days=2, hours=3)
    assert span("45m") == timedelta(minutes=45)
    with pytest.raises(ValueError, match="not a span"):
        span("soon")


def test_a_post_begins_with_its_head() -> None:
    assert head_and_body('+++\ntitle = "Tea"\n+++\nMilk first.\n') == (
        {"title": "Tea"},
        "Milk first.\n",
    )
    with pytest.raises(ValueError, match="begins with"):
        head_and_body("Tea\n+++\ntitle = 1\n+++\nMilk first.\n")


def test_a_deep_branch_fits_into_a_young_post() -> None:
    age = timedelta(hours=2)
    times = moments([None, *range(40)], age, seed="deep")
    assert times == sorted(set(times))
    assert times[-1] < age


def test_a_game_without_cities_has_no_rounds() -> None:
    assert rounds([], Random(0)) == []


def test_each_city_begins_where_the_last_one_ended() -> None:
    said = demo.remarks(LONG_THREAD)
    turns = [
        remark for remark in said if remark.text.startswith("**") and remark.parent is not None
    ]
    named = {remark.number: remark.text.split("**")[1].rstrip(".") for remark in turns}
    answers = [remark for remark in turns if remark.parent in named]
    assert len(answers) > 100
    for remark in answers:
        assert plain(named[remark.number])[0] == plain(named[remark.parent or 0])[-1]
    assert len(set(named.values())) == len(named)
