from community.core.read_models import ReadModel, Timestamp


class TwoFactorStatus(ReadModel):
    """Whether the user signs in with one-time codes, and how many recovery codes are unused."""

    enabled_at: Timestamp | None = None
    recovery_codes_left: int = 0


class TwoFactorSetup(ReadModel):
    """What an app for one-time codes needs. The user scans the QR code or types the secret."""

    secret: str
    url: str
    qr_code: str


class RecoveryCodes(ReadModel):
    """New recovery codes. They cannot be read later."""

    codes: list[str]
