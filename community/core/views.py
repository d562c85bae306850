"""The base of all read models: what a query answers, the API sends and a page shows."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer

from community.core import clock


class View(BaseModel):
    """A frozen value. The same class is the JSON of the interface and a var of a State."""

    model_config = ConfigDict(frozen=True, from_attributes=True)


Timestamp = Annotated[datetime, PlainSerializer(clock.iso, return_type=str)]
