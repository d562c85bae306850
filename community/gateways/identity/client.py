"""What this site is to a service: its keys and the addresses of the service."""

from dataclasses import dataclass, field
from typing import Literal

Provider = Literal["google", "facebook", "github", "x", "vk", "yandex", "openid"]


@dataclass(frozen=True, slots=True)
class Client:
    """This site as a client of a service.

    Attributes:
        issuer: The issuer of the ID tokens. Google and OpenID Connect publish the other addresses
            there; the other services have none.
    """

    provider: Provider
    client_id: str
    redirect_uri: str
    client_secret: str = field(repr=False)
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    userinfo_url: str = ""


@dataclass(frozen=True, slots=True)
class Callback:
    """The parameters with which a service sends the browser back.

    Attributes:
        device_id: Sent only by VK, which requires it for the exchange of the code.
        issuer: Sent by services that support RFC 9207.
    """

    code: str = field(repr=False)
    device_id: str = ""
    issuer: str = ""
