"""A device that keeps passkeys, as software. It can also lie about what it signs.

Source of the formats: https://www.w3.org/TR/webauthn-3/, 5.8.1, 6.1 and 6.5.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url, encode_cbor

from community.domain.identity.passkeys import PasskeyCredential

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class SoftwareAuthenticator:
    """A device with one passkey."""

    origin: str = "http://localhost:3000"  # the page that the browser reports to the device
    site_id: str = "localhost"  # the site for which the device signs
    verifies_user: bool = True  # whether the device asks for a fingerprint or a PIN
    sign_count: int = 0
    user_handle: str = ""
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: dict[str, Any]) -> PasskeyCredential:
        """Return what `navigator.credentials.create` returns."""
        self.user_handle = options["user"]["id"]
        client_data = self._build_client_data("webauthn.create", options["challenge"])
        attested = (
            bytes(16)
            + len(self.credential_id).to_bytes(2)
            + self.credential_id
            + self._encode_key()
        )
        data = self._build_data(HAS_KEY) + attested
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._build_credential(
            clientDataJSON=client_data, attestationObject=attestation, transports=["internal"]
        )

    def sign(self, options: dict[str, Any]) -> PasskeyCredential:
        """Return what `navigator.credentials.get` returns."""
        self.sign_count += 1
        client_data = self._build_client_data("webauthn.get", options["challenge"])
        data = self._build_data()
        signed = data + hashlib.sha256(client_data).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._build_credential(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=signature,
            userHandle=self.user_handle,
        )

    def _build_credential(self, **response: Any) -> PasskeyCredential:
        values = {
            name: bytes_to_base64url(value) if isinstance(value, bytes) else value
            for name, value in response.items()
        }
        credential_id = bytes_to_base64url(self.credential_id)
        return PasskeyCredential.model_validate(
            {"id": credential_id, "rawId": credential_id, "type": "public-key", "response": values}
        )

    def _build_client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _build_data(self, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.verifies_user else 0)
        site = hashlib.sha256(self.site_id.encode()).digest()
        return site + bytes([flags]) + self.sign_count.to_bytes(4)

    def _encode_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32), numbers.y.to_bytes(32)
        return encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})
