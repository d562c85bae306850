"""The base class of read models, the data that queries return for the API and the pages."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer

from community.core import clock


class ReadModel(BaseModel):
    """An immutable model, used both in the JSON of the API and as a var of a Reflex State."""

    model_config = ConfigDict(frozen=True, from_attributes=True)


Timestamp = Annotated[datetime, PlainSerializer(clock.iso, return_type=str)]
