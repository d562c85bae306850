from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from community.core.read_models import ReadModel, Timestamp

_Id = Annotated[str, Field(max_length=1_400)]
_Data = Annotated[str, Field(max_length=4_000)]
_Attestation = Annotated[str, Field(max_length=20_000)]
_Transport = Annotated[str, Field(max_length=20)]


class PasskeyView(ReadModel):
    id: int
    name: str
    created_at: Timestamp
    last_used_at: Timestamp | None = None


class AuthenticatorResponse(BaseModel):
    """What the device has signed. All values are in base64url."""

    model_config = ConfigDict(validate_by_name=True)

    client_data: Annotated[_Data, Field(alias="clientDataJSON")]
    attestation: Annotated[_Attestation | None, Field(alias="attestationObject")] = None
    authenticator_data: Annotated[_Data | None, Field(alias="authenticatorData")] = None
    signature: _Data | None = None
    user_handle: Annotated[_Id | None, Field(alias="userHandle")] = None
    transports: Annotated[list[_Transport], Field(max_length=10)] = []


class PasskeyCredential(BaseModel):
    """A `PublicKeyCredential` as `toJSON()` of the browser returns it (WebAuthn, 5.1)."""

    model_config = ConfigDict(validate_by_name=True)

    id: _Id
    raw_id: Annotated[_Id, Field(alias="rawId")]
    type: Literal["public-key"]
    response: AuthenticatorResponse

    def to_json(self) -> dict[str, Any]:
        return self.model_dump(by_alias=True, exclude_none=True)


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The options for the browser, and the token that the browser keeps in a cookie meanwhile."""

    options: dict[str, Any]
    token: str
