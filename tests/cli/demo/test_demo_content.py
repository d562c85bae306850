"""Tests that the demo content is large enough, consistent and deterministic."""

from collections import Counter
from datetime import timedelta
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from community.cli import demo
from community.cli.demo import content
from community.cli.demo.city_game import generate_rounds, normalize_name
from community.cli.demo.data_files import parse_duration, split_front_matter
from community.cli.demo.discussion_parser import parse_comments
from community.cli.demo.long_thread import LongThreadGenerator
from community.cli.demo.schemas import IMAGE_SCHEME, DemoComment
from community.cli.demo.timing import generate_delays
from scripts import demo_images

LARGEST_DISCUSSION_SLUG = "one-small-thing-you-learned-this-week"
LARGE_DISCUSSION_SLUG = "remove-one-thing-from-the-web"

COVER_SIZE = (1024, 576)


def compute_depths(comments: tuple[DemoComment, ...]) -> list[int]:
    """Return the nesting depth of each comment. Root comments have depth 0.

    In `comments`, every parent must come before its replies.
    """
    depths: list[int] = []
    for comment in comments:
        depths.append(0 if comment.parent is None else depths[comment.parent] + 1)
    return depths


def test_there_are_twelve_users_six_communities_and_forty_posts() -> None:
    assert (len(demo.get_users()), len(demo.get_communities()), len(demo.get_posts())) == (
        12,
        6,
        40,
    )


def test_one_discussion_has_150_comments_and_another_has_1000() -> None:
    sizes = {post.slug: len(demo.get_comments(post.slug)) for post in demo.get_posts()}
    assert sizes.pop(LARGE_DISCUSSION_SLUG) == 150
    assert sizes.pop(LARGEST_DISCUSSION_SLUG) == 1000
    assert max(sizes.values()) <= 15


def test_every_reference_in_the_demo_content_has_a_target() -> None:
    demo.validate()


def test_a_reference_to_an_unknown_demo_user_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    *others, last = demo.get_users()
    monkeypatch.setattr(content, "get_users", lambda: tuple(others))
    with pytest.raises(ValueError, match=f"unknown user '{last.slug}'"):
        demo.validate()


def test_demo_users_differ_in_avatar_name_length_and_writing_system() -> None:
    users = demo.get_users()
    assert sum(not user.avatar for user in users) == 1
    assert max(len(user.name) for user in users) > 40
    assert any("а" <= letter <= "я" for user in users for letter in user.name.casefold())
    assert all(user.email.endswith("@example.com") for user in users)


def test_the_demo_content_respects_the_length_limits_of_the_site() -> None:
    for user in demo.get_users():
        assert 3 <= len(user.slug) <= 30
        assert len(user.name) <= 50
        assert len(user.bio) <= 500
    for post in demo.get_posts():
        assert 1 <= len(post.title) <= 255
        assert len(post.text) <= 100_000
        assert all(1 <= len(comment.text) <= 10_000 for comment in demo.get_comments(post.slug))


def test_slugs_of_posts_and_users_are_unique() -> None:
    for slugs in (
        [post.slug for post in demo.get_posts()],
        [user.slug for user in demo.get_users()],
    ):
        assert not [slug for slug, count in Counter(slugs).items() if count > 1]


@pytest.mark.parametrize("slug", [LARGE_DISCUSSION_SLUG, LARGEST_DISCUSSION_SLUG])
def test_replies_come_after_their_parents_and_not_in_the_future(slug: str) -> None:
    age = next(post.age for post in demo.get_posts() if post.slug == slug)
    comments = demo.get_comments(slug)
    assert [comment.number for comment in comments] == list(range(len(comments)))
    assert [comment.delay for comment in comments] == sorted(comment.delay for comment in comments)
    for comment in comments:
        assert timedelta() < comment.delay < age
        if comment.parent is not None:
            assert comments[comment.parent].delay < comment.delay


def test_discussions_are_deeply_nested() -> None:
    assert max(compute_depths(demo.get_comments(LARGE_DISCUSSION_SLUG))) > 10
    assert max(compute_depths(demo.get_comments(LARGEST_DISCUSSION_SLUG))) > 30


def test_root_comments_of_the_largest_discussion_are_unique() -> None:
    roots = [
        comment.text
        for comment in demo.get_comments(LARGEST_DISCUSSION_SLUG)
        if comment.parent is None
    ]
    assert len(roots) > 250
    assert len(set(roots)) == len(roots)


def test_each_text_occurs_fewer_than_ten_times_in_the_largest_discussion() -> None:
    counts = Counter(comment.text for comment in demo.get_comments(LARGEST_DISCUSSION_SLUG))
    assert len(counts) > 900
    assert max(counts.values()) < 10
    assert not any("{" in text for text in counts)


def test_replies_to_one_comment_are_unique() -> None:
    comments = demo.get_comments(LARGEST_DISCUSSION_SLUG)
    replies = Counter(
        (comment.parent, comment.text) for comment in comments if comment.parent is not None
    )
    assert max(replies.values()) == 1


def test_the_largest_discussion_is_deterministic() -> None:
    authors = [user.slug for user in demo.get_users()]
    assert LongThreadGenerator(authors).generate(900) == LongThreadGenerator(authors).generate(900)


def test_the_largest_discussion_includes_all_handwritten_comments() -> None:
    with pytest.raises(ValueError, match="exceed the total of 100"):
        LongThreadGenerator([user.slug for user in demo.get_users()]).generate(100)


def test_times_and_reactions_of_demo_comments_are_deterministic() -> None:
    first = demo.get_comments(LARGE_DISCUSSION_SLUG), demo.get_reactions(LARGE_DISCUSSION_SLUG)
    content.get_comments.cache_clear()
    content.get_reactions.cache_clear()
    assert (
        demo.get_comments(LARGE_DISCUSSION_SLUG),
        demo.get_reactions(LARGE_DISCUSSION_SLUG),
    ) == first


def test_users_do_not_react_to_their_own_content() -> None:
    comments = demo.get_comments(LARGE_DISCUSSION_SLUG)
    reactions = demo.get_reactions(LARGE_DISCUSSION_SLUG)
    assert reactions
    for reaction in reactions:
        author = "tomasz" if reaction.comment is None else comments[reaction.comment].author
        assert reaction.user != author
    assert len({(reaction.user, reaction.comment) for reaction in reactions}) == len(reactions)


@pytest.mark.parametrize("name", sorted(demo.get_used_image_names()))
def test_demo_images_are_valid_webp_files_of_less_than_100_kilobytes(name: str) -> None:
    data = demo.data_files.read_image(name)
    with Image.open(BytesIO(data)) as image:
        image.load()
        assert image.format == "WEBP"
    assert len(data) < 100_000


@pytest.mark.parametrize("name", ["face-vera", "header-marta"])
def test_the_script_draws_the_images_that_the_project_contains(name: str) -> None:
    # Other versions of Pillow draw the same, but may compress it in another way.
    with (
        Image.open(BytesIO(demo_images.draw_image(name))) as drawn,
        Image.open(BytesIO(demo.data_files.read_image(name))) as stored,
    ):
        assert drawn.size == stored.size
        difference = ImageChops.difference(drawn.convert("RGB"), stored.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 2


def test_each_post_has_its_own_cover() -> None:
    covers = [post.cover for post in demo.get_posts()]
    assert len(set(covers)) == len(covers)
    with Image.open(BytesIO(demo.data_files.read_image(covers[0]))) as image:
        assert image.size == COVER_SIZE


def test_every_demo_image_is_used_in_the_demo_content() -> None:
    assert demo.data_files.list_image_names() == demo.get_used_image_names()


def test_image_references_in_a_demo_text_are_replaced_by_urls() -> None:
    post = next(post for post in demo.get_posts() if len(post.images) > 1)
    text = post.render_text({name: f"/media/{name}.webp" for name in post.images})
    assert IMAGE_SCHEME not in text
    assert f"(/media/{post.images[0]}.webp)" in text


def test_a_discussion_file_is_parsed_into_comments_with_depths() -> None:
    comments = parse_comments(
        "0 ann [tea]: Milk first.\n\nAlways.\n1 bob: Never.\n2 ann: Why?\n1 cy: Quite."
    )
    assert [comment.parent for comment in comments] == [None, 0, 1, 0]
    assert comments[0].text == "Milk first.\n\nAlways."
    assert comments[0].topic == "tea"


@pytest.mark.parametrize("text", ["0 ann: Milk.\n2 bob: Why?", "Milk first.\n0 ann: Milk."])
def test_a_reply_without_a_parent_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"without a parent|before the first comment"):
        parse_comments(text)


def test_durations_in_days_hours_and_minutes_are_parsed() -> None:
    assert parse_duration("2d 3h") == timedelta(days=2, hours=3)
    assert parse_duration("45m") == timedelta(minutes=45)
    with pytest.raises(ValueError, match="Invalid duration"):
        parse_duration("soon")


def test_a_post_file_begins_with_front_matter() -> None:
    assert split_front_matter('+++\ntitle = "Tea"\n+++\nMilk first.\n') == (
        {"title": "Tea"},
        "Milk first.\n",
    )
    with pytest.raises(ValueError, match="must start with"):
        split_front_matter("Tea\n+++\ntitle = 1\n+++\nMilk first.\n")


def test_each_reply_in_a_deep_branch_is_later_than_its_parent_and_not_in_the_future() -> None:
    age = timedelta(hours=2)
    delays = generate_delays([None, *range(40)], age, seed="deep")
    assert delays == sorted(set(delays))
    assert delays[-1] < age


def test_no_rounds_of_the_city_game_are_generated_from_an_empty_list_of_cities() -> None:
    assert generate_rounds([], Random(0)) == []


def test_each_city_in_the_city_game_starts_with_the_last_letter_of_the_previous_one() -> None:
    comments = demo.get_comments(LARGEST_DISCUSSION_SLUG)
    turns = [
        comment
        for comment in comments
        if comment.text.startswith("**") and comment.parent is not None
    ]
    cities = {comment.number: comment.text.split("**")[1].rstrip(".") for comment in turns}
    later_turns = [comment for comment in turns if comment.parent in cities]
    assert len(later_turns) > 100
    for comment in later_turns:
        previous = cities[comment.parent or 0]
        assert normalize_name(cities[comment.number])[0] == normalize_name(previous)[-1]
    assert len(set(cities.values())) == len(cities)
