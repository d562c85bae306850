"""HTTP route for the health check at `/health`."""

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from community.workflows import health

router = APIRouter(tags=["Operation"])


class Health(BaseModel):
    """The status of the database, the data directory, Redis and background jobs.

    The database and the data directory fail if they cannot be written.
    The status `off` means that Redis is not configured.
    """

    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    storage: Literal["ok", "failing"]
    redis: Literal["ok", "failing", "off"]
    jobs: Literal["ok", "failing"]


@router.get("/health", responses={503: {"model": Health, "description": "A component is failing."}})
async def get_health(response: Response) -> Health:
    """Check that all components work and can be written. Returns 503 if one is failing."""
    components = await health.check_site()
    is_failing = "failing" in components.values()
    if is_failing:
        response.status_code = 503
    response.headers["Cache-Control"] = "no-store"
    return Health.model_validate({**components, "status": "failing" if is_failing else "ok"})
