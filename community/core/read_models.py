"""The base class of read models. Read models contain the results of queries."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer

from community.core import clock


class ReadModel(BaseModel):
    """An immutable model that the API returns as JSON and that Reflex States contain as vars."""

    model_config = ConfigDict(frozen=True, from_attributes=True)


Timestamp = Annotated[datetime, PlainSerializer(clock.format_iso, return_type=str)]
