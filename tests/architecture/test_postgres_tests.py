"""Test that the run on PostgreSQL does not silently lose tests when files are renamed."""

import pytest

from tests.architecture.sources import ROOT
from tests.databases import POSTGRES_TESTS


@pytest.mark.parametrize("path", POSTGRES_TESTS)
def test_the_tests_that_run_on_postgresql_exist(path: str) -> None:
    assert (ROOT / "tests" / path).exists()
