"""Functions that configure the AI features of a site."""

from typing import Any

from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import site
from tests.workflows.ai.stand_in import StandIn


async def configure(admin: Actor, stand_in: StandIn, **values: Any) -> None:
    """Save the address of the local server, and other AI settings."""
    await change_settings(admin, stand_in.list_settings(**values))


async def change_settings(admin: Actor, values: dict[str, Any]) -> None:
    changes = await site.prepare_changes(site.GeneralSettings, values)
    async with unit_of_work() as session:
        await site.change_settings(session, admin, changes)
