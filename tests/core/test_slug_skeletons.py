"""Tests of the skeletons of slugs, which are equal for slugs that look alike."""

import sqlite3

import pytest

from community.core.text.slug_skeletons import build_skeleton, build_skeleton_sql

ALIKE = [
    ("alice", "a1ice"),
    ("alice", "aIice"),
    ("alice", "aiice"),
    ("tom", "t0m"),
    ("tom", "torn"),
    ("owen", "ovven"),
    ("rita-1", "rita_l"),
    ("modern", "rnodern"),
]
DIFFERENT = [
    ("alice", "alicia"),
    ("tom", "tim"),
    ("rita-1", "rita1"),
    ("sam", "5am"),
    ("a-b", "ab"),
]


@pytest.mark.parametrize(("slug", "other"), ALIKE)
def test_slugs_that_look_alike_have_the_same_skeleton(slug: str, other: str) -> None:
    assert build_skeleton(slug) == build_skeleton(other)


@pytest.mark.parametrize(("slug", "other"), DIFFERENT)
def test_other_slugs_have_different_skeletons(slug: str, other: str) -> None:
    assert build_skeleton(slug) != build_skeleton(other)


@pytest.mark.parametrize("slug", [slug for pair in (*ALIKE, *DIFFERENT) for slug in pair])
def test_the_database_builds_the_same_skeletons(slug: str) -> None:
    with sqlite3.connect(":memory:") as connection:
        [(skeleton,)] = connection.execute(f"SELECT {build_skeleton_sql('?')}", [slug])
    assert skeleton == build_skeleton(slug)
