"""Administrators who have confirmed their password, as the actions on users require."""

import pytest

from community.core.actor import Actor
from tests.cast import Cast
from tests.domain.moderation.actions import confirm


@pytest.fixture
async def admin(cast: Cast) -> Actor:
    """Olga, an administrator with all sections, who has just confirmed her password."""
    return await confirm(cast.olga)
