"""A local server that plays the services with which people sign in.

It speaks the dialect of each service, and refuses what the real ones refuse: an unknown client or
redirect address, a wrong secret or code verifier, and a code that has expired or was used.
"""

import asyncio
import base64
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlencode

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from community.core import clock
from community.core.settings import settings
from tests.http_server import serve

CLIENT_ID = "client-1"
CLIENT_SECRET = "correct horse"
# How each service expects the secret of the client.
SECRET_PLACES = {
    "google": "header",
    "facebook": "body",
    "github": "body",
    "x": "header",
    "vk": "none",
    "yandex": "body",
}


# Shows a button instead of the prompt of Google.
PROMPT_SCRIPT = """
const { origin } = new URL(document.currentScript.src);
let config;
window.google = { accounts: { id: {
  initialize: (values) => { config = values; },
  prompt: () => {
    const button = document.createElement("button");
    button.textContent = "Continue with one click";
    button.addEventListener("click", async () => {
      const response = await fetch(`${origin}/google/credential?nonce=${config.nonce}`);
      config.callback(await response.json());
    });
    document.body.append(button);
  },
} } };
"""


def make_key() -> RSAKey:
    return RSAKey.generate_key(2048, parameters={"kid": secrets.token_hex(4)}, auto_kid=False)


@cache
def _get_first_key() -> RSAKey:
    """Return the key with which every server begins, because making a key takes long."""
    return make_key()


@dataclass
class Person:
    """A person who is signed in at the services."""

    id: str = "4711"
    name: str = "Dora Maar"
    email: str = "dora@example.com"
    is_email_verified: bool = True


@dataclass
class Grant:
    """A code that was issued, with the parameters of the request for it."""

    provider: str
    params: dict[str, str]
    person: Person
    device_id: str = "device-9"
    is_expired: bool = False
    is_used: bool = False


@dataclass
class StandIn:
    port: int = 0
    site_url: str = ""  # the URL of the site, if it is not that of the settings
    person: Person = field(default_factory=Person)  # who consents next
    is_refused: bool = False  # whether the person refuses
    is_slow: bool = False  # whether the answers of the token endpoint never come
    # Values that replace those in the next ID tokens
    claims: dict[str, Any] = field(default_factory=dict)
    # The answer of the token endpoint, if it is not the usual one
    token_answer: Response | None = None
    key: RSAKey = field(default_factory=_get_first_key)  # the key that signs ID tokens
    key_requests: int = 0
    grants: dict[str, Grant] = field(default_factory=dict)
    access_tokens: dict[str, Grant] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def list_settings(self, *providers: str) -> dict[str, Any]:
        """Return the settings of the site with which it uses this server."""
        values: dict[str, Any] = {}
        for name in providers:
            values |= {
                f"{name}_enabled": True,
                f"{name}_client_id": CLIENT_ID,
                f"{name}_client_secret": CLIENT_SECRET,
            }
            if name == "google":
                values["google_issuer"] = f"{self.url}/google"
                values["google_script_url"] = f"{self.url}/google/script"
                continue
            values |= {
                f"{name}_{address}_url": f"{self.url}/{name}/{address}"
                for address in ("authorize", "token", "userinfo")
            }
        return values

    def build_app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/google/.well-known/openid-configuration", self.configuration),
                Route("/google/keys", self.keys),
                Route("/google/script", self.prompt_script),
                Route("/google/credential", self.credential),
                Route("/{provider}/authorize", self.authorize),
                Route("/{provider}/token", self.token, methods=["POST"]),
                Route("/{provider}/userinfo", self.userinfo, methods=["GET", "POST"]),
                Route("/github/userinfo/emails", self.emails),
            ]
        )

    async def configuration(self, request: Request) -> Response:
        base = f"{self.url}/google"
        return JSONResponse(
            {
                "issuer": base,
                "authorization_endpoint": f"{base}/authorize",
                "token_endpoint": f"{base}/token",
                "jwks_uri": f"{base}/keys",
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            }
        )

    async def keys(self, request: Request) -> Response:
        self.key_requests += 1
        return JSONResponse(KeySet([self.key]).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        params, provider = dict(request.query_params), request.path_params["provider"]
        callback = f"{self.site_url or settings().base_url}/auth/{provider}/callback"
        if params.get("client_id") != CLIENT_ID or params.get("redirect_uri") != callback:
            return JSONResponse({"error": "invalid_request"}, 400)
        if problem := _find_problem(provider, params):
            return JSONResponse({"error": problem}, 400)
        if self.is_refused:
            answer = {"error": "access_denied", "state": params["state"]}
            return RedirectResponse(f"{callback}?{urlencode(answer)}")
        code = secrets.token_urlsafe(16)
        self.grants[code] = grant = Grant(provider, params, self.person)
        answer = {"code": code, "state": params["state"]}
        if provider == "vk":
            answer["device_id"] = grant.device_id
        return RedirectResponse(f"{callback}?{urlencode(answer)}")

    async def token(self, request: Request) -> Response:
        if self.is_slow:
            await asyncio.sleep(3_600)
        if self.token_answer is not None:
            return self.token_answer
        provider, form = request.path_params["provider"], dict(await request.form())
        grant = self.grants.get(str(form.get("code")))
        if not _has_secret(request, provider, form):
            return _refuse(provider, "invalid_client")
        if grant is None or not _is_valid_exchange(grant, provider, form):
            return _refuse(provider, "invalid_grant")
        grant.is_used = True
        access_token = secrets.token_urlsafe(16)
        self.access_tokens[access_token] = grant
        answer = {"access_token": access_token, "token_type": "bearer"}
        if provider == "google":
            answer["id_token"] = self.sign_id_token(grant.params["nonce"], grant.person)
        return JSONResponse(answer)

    async def prompt_script(self, _request: Request) -> Response:
        return Response(PROMPT_SCRIPT, media_type="text/javascript")

    async def credential(self, request: Request) -> Response:
        """Return the ID token of the person for the prompt of a site."""
        token = self.sign_id_token(request.query_params["nonce"], self.person)
        headers = {"Access-Control-Allow-Origin": "*"}
        return JSONResponse({"credential": token}, headers=headers)

    def sign_id_token(self, nonce: str, person: Person) -> str:
        now = int(clock.now().timestamp())
        claims = {
            "iss": f"{self.url}/google",
            "aud": CLIENT_ID,
            "sub": person.id,
            "iat": now,
            "exp": now + 300,
            "nonce": nonce,
            "email": person.email,
            "email_verified": person.is_email_verified,
            "name": person.name,
        }
        header = {"alg": "RS256", "kid": self.key.kid}
        return jwt.encode(header, claims | self.claims, self.key)

    async def userinfo(self, request: Request) -> Response:
        provider = request.path_params["provider"]
        grant = self.access_tokens.get(await _find_access_token(request, provider))
        if grant is None or grant.provider != provider:
            return JSONResponse({"error": "invalid_token"}, 401)
        person = grant.person
        if provider == "facebook" and not _has_proof(request):
            return JSONResponse({"error": {"type": "GraphMethodException"}}, 400)
        first_name, _, last_name = person.name.partition(" ")
        profiles: dict[str, Any] = {
            "facebook": {"id": person.id, "name": person.name}
            | ({"email": person.email} if person.email else {}),
            "github": {"id": int(person.id), "login": "dora", "name": person.name},
            "x": {"data": {"id": person.id, "name": person.name, "username": "dora"}},
            "vk": {
                "user": {
                    "user_id": person.id,
                    "first_name": first_name,
                    "last_name": last_name,
                    "email": person.email,
                }
            },
            "yandex": {
                "id": person.id,
                "real_name": person.name,
                "default_email": person.email,
            },
        }
        return JSONResponse(profiles[provider])

    async def emails(self, request: Request) -> Response:
        grant = self.access_tokens.get(await _find_access_token(request, "github"))
        if grant is None:
            return JSONResponse({"message": "Bad credentials"}, 401)
        person = grant.person
        entries: list[dict[str, Any]] = [
            {"email": "old@example.com", "primary": False, "verified": True}
        ]
        if person.email:
            verified = person.is_email_verified
            entries.append({"email": person.email, "primary": True, "verified": verified})
        return JSONResponse(entries)


@asynccontextmanager
async def run_stand_in() -> AsyncIterator[StandIn]:
    """Run the server until the `with` block ends."""
    stand_in = StandIn()
    async with serve(stand_in.build_app()) as url:
        stand_in.port = int(url.rpartition(":")[2])
        yield stand_in


def _find_problem(provider: str, params: dict[str, str]) -> str:
    """Return the reason for refusing a request for a code, or ""."""
    if params.get("response_type") != "code" or not params.get("scope"):
        return "invalid_request"
    if params.get("code_challenge_method") != "S256" or len(params["code_challenge"]) != 43:
        return "invalid_request"
    if len(params.get("state", "")) < 32:
        return "invalid_state"
    if provider == "google" and not params.get("nonce"):
        return "invalid_request"
    return ""


def _has_secret(request: Request, provider: str, form: dict[str, Any]) -> bool:
    place = SECRET_PLACES[provider]
    if place == "header":
        expected = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        return request.headers.get("Authorization") == f"Basic {expected}"
    if form.get("client_id") != CLIENT_ID:
        return False
    return place == "none" or form.get("client_secret") == CLIENT_SECRET


def _is_valid_exchange(grant: Grant, provider: str, form: dict[str, Any]) -> bool:
    digest = hashlib.sha256(str(form.get("code_verifier", "")).encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return (
        grant.provider == provider
        and not grant.is_expired
        and not grant.is_used
        and form.get("grant_type") == "authorization_code"
        and form.get("redirect_uri") == grant.params["redirect_uri"]
        and challenge == grant.params["code_challenge"]
        and (provider != "vk" or form.get("device_id") == grant.device_id)
        and (provider != "vk" or form.get("state") == grant.params["state"])
    )


def _refuse(provider: str, code: str) -> Response:
    if provider == "github":  # GitHub reports errors with the status 200.
        return JSONResponse({"error": "bad_verification_code"})
    if provider == "facebook":
        return JSONResponse({"error": {"type": "OAuthException", "message": code}}, 400)
    return JSONResponse({"error": code}, 401 if code == "invalid_client" else 400)


async def _find_access_token(request: Request, provider: str) -> str:
    if provider == "vk":
        form = await request.form()
        return str(form.get("access_token")) if form.get("client_id") == CLIENT_ID else ""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if scheme == ("OAuth" if provider == "yandex" else "Bearer") else ""


def _has_proof(request: Request) -> bool:
    token = request.headers["Authorization"].partition(" ")[2]
    proof = hmac.digest(CLIENT_SECRET.encode(), token.encode(), "sha256").hex()
    return request.query_params.get("appsecret_proof") == proof
