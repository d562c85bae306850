"""Tests of the skeletons of slugs and names."""

import sqlite3

import pytest

from community.core.text.skeletons import (
    MAX_NAME_SKELETON_LENGTH,
    build_name_skeleton,
    build_skeleton,
    build_skeleton_sql,
)

ALIKE_SLUGS = [
    ("alice", "a1ice"),
    ("alice", "aIice"),
    ("alice", "aiice"),
    ("tom", "t0m"),
    ("tom", "torn"),
    ("owen", "ovven"),
    ("rita-1", "rita_l"),
    ("modern", "rnodern"),
]
DIFFERENT_SLUGS = [
    ("alice", "alicia"),
    ("tom", "tim"),
    ("rita-1", "rita1"),
    ("sam", "5am"),
    ("a-b", "ab"),
]

ALIKE_NAMES = [
    ("Olga", "OLGA"),
    ("Olga", "Оlgа"),
    ("Olga", "𝐎𝐥𝐠𝐚"),
    ("Olga", "Ｏｌｇａ"),
    ("Olga", "O\u200dl\ufe0ega"),
    ("Olga", "O. l. g. a"),
    ("Анна", "АННА"),
    ("Анна", "Ahha"),
    ("Tom", "Torn"),
]
DIFFERENT_NAMES = [
    ("Olga", "Olha"),
    ("Ольга", "Olga"),
    ("राम", "रम"),
    ("Ann", "Änn"),
    ("李明", "李月"),
]


@pytest.mark.parametrize(("slug", "other"), ALIKE_SLUGS)
def test_slugs_that_look_alike_have_the_same_skeleton(slug: str, other: str) -> None:
    assert build_skeleton(slug) == build_skeleton(other)


@pytest.mark.parametrize(("slug", "other"), DIFFERENT_SLUGS)
def test_other_slugs_have_different_skeletons(slug: str, other: str) -> None:
    assert build_skeleton(slug) != build_skeleton(other)


@pytest.mark.parametrize(
    "slug", [slug for pair in (*ALIKE_SLUGS, *DIFFERENT_SLUGS) for slug in pair]
)
def test_the_database_builds_the_same_skeletons(slug: str) -> None:
    with sqlite3.connect(":memory:") as connection:
        [(skeleton,)] = connection.execute(f"SELECT {build_skeleton_sql('?')}", [slug])
    assert skeleton == build_skeleton(slug)


@pytest.mark.parametrize(("name", "other"), ALIKE_NAMES)
def test_names_that_look_alike_have_the_same_skeleton(name: str, other: str) -> None:
    assert build_name_skeleton(name) == build_name_skeleton(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT_NAMES)
def test_other_names_have_different_skeletons(name: str, other: str) -> None:
    assert build_name_skeleton(name) != build_name_skeleton(other)


def test_the_skeleton_fits_into_the_column() -> None:
    assert len(build_name_skeleton("ﷺ" * 50)) <= MAX_NAME_SKELETON_LENGTH
    assert build_name_skeleton("…") == ""
