"""The cookie that binds the challenge of a passkey to the browser that asked for it."""

from typing import Any

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from community import authentication
from community.api.http.negotiation import get_header
from community.domain.identity.passkeys import Ceremony


class PasskeyOptions(BaseModel):
    """The options for `navigator.credentials`, in the JSON format of WebAuthn."""

    options: dict[str, Any]


def respond_with_ceremony(ceremony: Ceremony) -> Response:
    response = JSONResponse({"options": ceremony.options})
    cookie = authentication.build_passkey_cookie_header(ceremony.token)
    response.headers.append("set-cookie", cookie)
    return response


def find_challenge_token(request: Request) -> str | None:
    cookie_header = get_header(request.scope, b"cookie").replace(", ", "; ")
    return authentication.find_passkey_token(cookie_header)
